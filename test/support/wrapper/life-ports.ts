import type { ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import type { Circumstances } from "../../../src/session/life/event.js";
import type { LifePorts } from "../../../src/driver/session-life.js";
import { at } from "../session/values.js";

/** Ports that note what was asked of them, in order. Looks are answered by the test. */
export class Ports implements LifePorts {
  readonly done: string[] = [];
  readonly looks: ((reading: ScreenReading | undefined) => void)[] = [];
  more: Partial<Circumstances> = {};
  /** What is typed does not go out. */
  isKeptBack = false;
  saving: () => Promise<void> = () => Promise.resolve();
  /** What takes until `finish`. */
  slow: "save" | "press" | undefined;
  #finish: (() => void)[] = [];
  onDone: (what: string) => void = () => {};

  circumstances(): Circumstances {
    return at(Date.now(), this.more);
  }

  async save(life: { tag: string }): Promise<void> {
    this.#note(`save ${life.tag}`);
    await this.#take("save");
    await this.saving();
    this.#note("saved");
  }

  look(): Promise<ScreenReading | undefined> {
    this.#note("look");
    return new Promise((resolve) => this.looks.push(resolve));
  }

  async press(key: string): Promise<void> {
    await this.#take("press");
    this.#note(`press ${key}`);
  }

  type(text: string): boolean {
    this.#note(this.isKeptBack ? `keep back ${text}` : `type ${text}`);
    return !this.isKeptBack;
  }

  hold(held: boolean): void {
    this.#note(held ? "hold" : "let go");
  }

  notify(about: string): void {
    this.#note(`notify ${about}`);
  }

  onChange(life: { tag: string }): void {
    this.#note(`now ${life.tag}`);
  }

  onFault(error: unknown): void {
    this.#note(`fault ${String(error)}`);
  }

  finish(): void {
    this.#finish.shift()?.();
  }

  /** What was done since the last time that this was asked. */
  since(): string[] {
    return this.done.splice(0);
  }

  async #take(kind: "save" | "press"): Promise<void> {
    if (this.slow === kind) await new Promise<void>((resolve) => this.#finish.push(resolve));
  }

  #note(what: string): void {
    this.done.push(what);
    this.onDone(what);
  }
}
