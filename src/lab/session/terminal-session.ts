import type { Screen } from "../../claude/screen/screen.js";
import type { IsolatedHome } from "../machine/isolated-home.js";
import {
  KEYS,
  readScreenText,
  readTranscript,
  settleBytes,
  waitForScreen,
  type Condition,
  type ExitStatus,
  type KeyName,
  type LabSession,
  type SessionSize,
  type TranscriptRow,
} from "./lab-session.js";
import { signalProcess } from "../machine/process-tree.js";
import type { ApiRequest, StandInApi } from "../api/stand-in-api.js";

/** What is the same in every terminal, made of what is not. */
export abstract class TerminalSession implements LabSession {
  readonly home: IsolatedHome;
  readonly #api: StandInApi;

  constructor(home: IsolatedHome, api: StandInApi) {
    this.home = home;
    this.#api = api;
  }

  abstract get pid(): number;
  abstract screen(): Promise<Screen>;
  abstract bytes(): Promise<Buffer>;
  abstract type(text: string): Promise<void>;
  abstract resize(size: SessionSize): Promise<void>;
  abstract exited(): Promise<ExitStatus>;
  abstract close(): Promise<void>;
  protected abstract byteCount(): Promise<number>;

  /** Sends a signal to the program's process group: its terminal made it the leader of its own. */
  signal(name: NodeJS.Signals): void {
    signalProcess(-this.pid, name);
  }

  screenText(): Promise<string> {
    return readScreenText(this);
  }

  press(key: KeyName): Promise<void> {
    return this.type(KEYS[key]);
  }

  transcript(): Promise<TranscriptRow[]> {
    return readTranscript(this.home);
  }

  requests(): readonly ApiRequest[] {
    return this.#api.requests();
  }

  waitFor(condition: Condition, options: { timeoutMs?: number } = {}): Promise<string> {
    return waitForScreen(this, condition, options.timeoutMs);
  }

  settle(quietMs = 600): Promise<void> {
    return settleBytes(() => this.byteCount(), quietMs);
  }
}
