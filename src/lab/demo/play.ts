import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { readScreen, type ScreenReading } from "../../claude/screen/screen-reading.js";
import { UserError } from "../../errors.js";
import type { PtySession } from "../session/pty-session.js";
import type { DemoView } from "./acts.js";
import { isContinue, JOB, type DemoModel } from "./model.js";
import { isCountdown } from "./proof.js";
import type { DemoWindow } from "./window.js";

export interface DemoPlayOptions {
  readonly session: PtySession;
  readonly window: DemoWindow;
  readonly model: DemoModel;
  readonly view: DemoView;
  /** A script has the part of Claude Code. */
  readonly isPlayed: boolean;
  /** The file that the job is to write. */
  readonly file: string;
  /** How long after the reset nothing is to happen. */
  readonly safetyBufferMs: number;
}

/** The person in front of the session: types the job and, from the limit on, does nothing but watch. */
export class DemoPlay {
  readonly #options: DemoPlayOptions;
  #hasEnded = false;

  constructor(options: DemoPlayOptions) {
    this.#options = options;
    void options.session.exited().then(() => (this.#hasEnded = true));
  }

  /**
   * Resolves with the file's text at the moment of the limit, also where the session was not resumed: that is for the
   * proof to say. Throws where it did not come so far.
   */
  async play(): Promise<{ readonly fileAtLimit: string | undefined }> {
    const { view, window, model } = this.#options;
    view.begin("start");
    if (!(await this.#until(START_MS, () => this.#isIdle()))) throw await this.#stuck("come to its prompt");
    view.begin("job");
    await this.#typeJob();
    if (!(await this.#until(ANSWER_MS, () => model.resetsAt !== undefined))) {
      throw await this.#stuck("send the prompt");
    }
    const fileAtLimit = await readIfThere(this.#options.file);
    view.begin("limit");
    await this.#until(ANSWER_MS, () => isCountdown(window.title));
    view.keep();
    view.begin("wait");
    if (await this.#isResumed()) view.begin("done");
    view.keep();
    // A last look, for those who watch.
    await sleep(LOOK_MS);
    return { fileAtLimit };
  }

  async #typeJob(): Promise<void> {
    const { session } = this.#options;
    await session.settle();
    for (let tries = 0; tries < TYPING_TRIES; tries++) {
      for (const key of JOB) {
        await session.type(key);
        await sleep(KEY_MS);
      }
      if (await this.#until(TYPED_MS, async () => (await this.#read()).draft === JOB)) break;
      // 2.1.75 shows its prompt before it listens, and loses what was typed first.
      await session.press("ctrl-u");
    }
    await sleep(READ_OVER_MS);
    await session.press("enter");
  }

  async #isResumed(): Promise<boolean> {
    const { view, window, model, safetyBufferMs } = this.#options;
    const dueAt = (model.resetsAt?.getTime() ?? 0) + safetyBufferMs;
    await this.#until(dueAt - Date.now(), () => false);
    view.begin("resume");
    if (!(await this.#until(RESUME_MS, () => model.exchanges().some(isContinue)))) return false;
    const isDone = async (): Promise<boolean> =>
      model.exchanges().some(({ answered }) => answered === "done") && (await this.#isIdle());
    if (!(await this.#until(ANSWER_MS, isDone))) return false;
    return this.#until(ANSWER_MS, () => !isCountdown(window.title));
  }

  async #isIdle(): Promise<boolean> {
    return (await this.#read()).state === "idle";
  }

  async #read(): Promise<ScreenReading> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return readScreen(await this.#options.session.screen(), { now: new Date(), timeZone });
  }

  /** Whether it came true in time, and for two looks in a row: a frame that is half drawn can look like anything. */
  async #until(timeoutMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    for (let times = 0; Date.now() < deadline; await sleep(POLL_MS)) {
      if (this.#hasEnded) throw await this.#stuck("stay: it ended");
      times = (await condition()) ? times + 1 : 0;
      if (times === 2) return true;
    }
    return false;
  }

  async #stuck(what: string): Promise<UserError> {
    const screen = (await this.#options.session.screenText()).replace(/\n{3,}/g, "\n\n");
    return new UserError("DEMO_STUCK", `Claude Code did not ${what}; the last screen was:\n\n${screen}\n`, {
      fix: this.#options.isPlayed
        ? "please open an issue at the project's repository with the lines above"
        : "cac demo --stand-in plays the session without it",
    });
  }
}

export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

const START_MS = 60_000;
const ANSWER_MS = 40_000;
const TYPED_MS = 5000;
const TYPING_TRIES = 3;
const RESUME_MS = 60_000;
const POLL_MS = 150;
// How a person types, reads over what they typed, and looks at what came of it.
const KEY_MS = 25;
const READ_OVER_MS = 500;
const LOOK_MS = 2000;
