import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TerminalSession } from "../session/terminal-session.js";
import { limit, type Reply } from "../api/reply.js";
import { replies, type StandInApi } from "../api/stand-in-api.js";
import { PASTE_END, PASTE_START, type Condition, type KeyName } from "../session/lab-session.js";
import { LAB_TIME_ZONE } from "../session/start-session.js";
import { labelsOf, resetAsShown } from "./labels.js";
import { isAtLeast } from "./releases.js";
import type { LimitTruth } from "./scene.js";

export const LIMIT_MENU = /What do you want to do/;
const NATIVE_WAIT = /continuing automatically/i;
// An input box: `❯` between lines, `>` before 2.1, with side borders before 2.0.
const PROMPT = /^[│\s]*[❯>](?:\s|$)/m;
// The slowest release reads its keys in batches; Enter in the batch of the text would be a newline of a paste.
const KEY_PAUSE_MS = 250;

/** What a scene may do to its session. */
export class Stage {
  readonly session: TerminalSession;
  readonly api: StandInApi;
  readonly release: string;
  #limit: LimitTruth | null = null;

  constructor(session: TerminalSession, api: StandInApi, release: string) {
    this.session = session;
    this.api = api;
    this.release = release;
  }

  /** The limit that the API last gave out. */
  get limit(): LimitTruth | null {
    return this.#limit;
  }

  isAtLeast(release: string): boolean {
    return isAtLeast(this.release, release);
  }

  async ready(): Promise<void> {
    await this.show(PROMPT);
  }

  /** Waits until the screen shows it and stands still. */
  async show(condition: Condition, timeoutMs = 40_000): Promise<void> {
    await this.session.waitFor(condition, { timeoutMs });
    await this.settle(700);
  }

  /** Waits until a prompt has come to the API and the screen stands still after it. */
  async answered(): Promise<void> {
    await this.session.waitFor(() => this.api.conversation().length > 0, { timeoutMs: 40_000 });
    await this.settle(1500);
  }

  async keys(...keys: KeyName[]): Promise<void> {
    for (const key of keys) {
      await this.session.press(key);
      await sleep(KEY_PAUSE_MS);
    }
  }

  async type(text: string): Promise<void> {
    await this.session.type(text);
    await sleep(KEY_PAUSE_MS);
  }

  async paste(text: string): Promise<void> {
    await this.type(PASTE_START + text + PASTE_END);
  }

  /** Types, sees the text arrive, and only then presses Enter. */
  async prompt(text: string): Promise<void> {
    await this.type(text);
    await this.session.waitFor((screen) => screen.includes(text.slice(-10)));
    await sleep(KEY_PAUSE_MS);
    await this.keys("enter");
  }

  answerWith(first: Reply, ...rest: Reply[]): void {
    this.api.script = replies(first, ...rest);
  }

  /** For the truth of a scene: the options of that list, and where its cursor stands. */
  offers(list: string, selected = 0): { options: readonly string[]; selected: number } {
    const reset = resetAsShown(this.#limit?.resetsAt ?? 0, new Date(), LAB_TIME_ZONE);
    const options = labelsOf(list, this.release).map((label) => label.replace("{reset}", reset));
    return { options, selected };
  }

  /** From now on every request runs into this limit. */
  limitWith(claim: string, afterMs: number, overage?: string): LimitTruth & { readonly resetsAt: number } {
    const resetsAt = Math.round((Date.now() + afterMs) / 1000);
    this.answerWith(limit(claim, new Date(resetsAt * 1000), overage));
    const given = { claim, overage: overage ?? null, resetsAt };
    this.#limit = given;
    return given;
  }

  /** From a limit back to the prompt: closes the menu or cancels the native wait, where the release has them. */
  async leaveLimit(): Promise<void> {
    if (!this.isAtLeast("2.1.75")) return;
    await this.show((text) => LIMIT_MENU.test(text) || NATIVE_WAIT.test(text));
    // 2.1.75 does not always hear an Esc that comes within a second of the menu.
    for (let presses = 0; presses < 3; presses++) {
      await this.keys("escape");
      await this.settle(1500);
      if (!LIMIT_MENU.test(await this.session.screenText())) return;
    }
  }

  /** Ends the process whose id a file of the project holds, at once and without a last word. */
  async kill(file: string): Promise<void> {
    const pid = Number(await readFile(join(this.session.home.project, file), "utf8"));
    // 0 and below would be a whole process group, or everybody.
    if (!(pid > 1)) throw new Error(`${file} holds no process id`);
    process.kill(pid, "SIGKILL");
  }

  /** Waits until the session has been quiet for that long. */
  async settle(quietMs: number): Promise<void> {
    await this.session.settle(quietMs);
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms);
  }
}
