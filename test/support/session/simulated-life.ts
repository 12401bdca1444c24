import { takesSameKeys } from "../../../src/claude/screen/screen-reading.js";
import type {
  Circumstances,
  Effect,
  Notice,
  ResumeSettings,
  SessionEvent,
} from "../../../src/session/life/event.js";
import { BEGINNING, holdsInput, type Life } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import { SimulatedClaude, type ClaudeOptions } from "./simulated-claude.js";
import { NOON, SECOND, SETTINGS, at } from "./values.js";

export interface LifeOptions extends ClaudeOptions {
  readonly settings?: Partial<ResumeSettings>;
  /** Rows are read. */
  readonly rows?: boolean;
  /** Looks that find a screen which does not come to rest. */
  readonly blindLooks?: number;
}

/** A simulated session and the life that is lived beside it, with a clock of their own. Nothing in it waits. */
export class SimulatedLife {
  readonly claude: SimulatedClaude;
  readonly notices: Notice[] = [];
  life: Life = BEGINNING;
  readonly #options: LifeOptions;
  /** Time as it passes. The clock on the wall shows that, and what it was set to. */
  #passed = 0;
  #clock = NOON;
  #agenda: { readonly at: number; readonly act: () => void }[] = [];
  #timer: { readonly at: number; readonly passed: number } | undefined;
  #inbox: SessionEvent[] = [];
  #acting = false;
  #looks = 0;
  #blindLooks: number;
  #held = false;
  #keys: (() => void)[] = [];
  #typedAt: number | undefined;
  #escapedAt: number | undefined;
  #shown = "";

  constructor(options: LifeOptions) {
    this.#options = options;
    this.#blindLooks = options.blindLooks ?? 0;
    this.claude = new SimulatedClaude(options, {
      now: () => this.now,
      later: (ms, act) => this.later(ms, act),
      row: (event, ms) => this.#row(event, ms),
    });
  }

  get now(): number {
    return this.#clock + this.#passed;
  }

  later(ms: number, act: () => void): void {
    this.#agenda.push({ at: this.#passed + ms, act });
  }

  /** The clock on the wall is set; no time passes. */
  setClock(byMs: number): void {
    this.#clock += byMs;
  }

  run(forMs: number): void {
    const end = this.#passed + forMs;
    for (let turns = 0; ; turns++) {
      if (turns > 200_000) throw new Error("a tight loop");
      const next = this.#agenda.toSorted((a, b) => a.at - b.at)[0];
      const rings =
        this.#timer && Math.max(this.#passed, Math.min(this.#timer.at - this.#clock, this.#timer.passed));
      if (Math.min(next?.at ?? Infinity, rings ?? Infinity) > end) break;
      if (next && next.at <= (rings ?? Infinity)) {
        this.#agenda = this.#agenda.filter((each) => each !== next);
        this.#passed = Math.max(this.#passed, next.at);
        next.act();
      } else {
        this.#passed = rings ?? this.#passed;
        this.#timer = undefined;
        this.tell({ type: "timerFired" });
      }
      this.#show();
    }
    this.#passed = end;
  }

  tell(event: SessionEvent): void {
    this.#inbox.push(event);
    if (!this.#acting) this.#take();
  }

  /** The person's keys: they go through, but for the moment in which ours do. */
  person(keys: (claude: SimulatedClaude) => void, isEscape = false): void {
    this.#typedAt = this.now;
    if (isEscape) this.#escapedAt = this.now;
    if (this.#held) this.#keys.push(() => keys(this.claude));
    else keys(this.claude);
    this.#show();
  }

  #row(event: SessionEvent, ms: number): void {
    if (this.#options.rows === false) return;
    this.later(ms, () => this.tell(event));
  }

  #take(): void {
    const event = this.#inbox.shift();
    if (!event) return;
    const [next, effects] = step(this.life, event, this.#circumstances());
    this.life = next;
    if (holdsInput(next)) this.#held = true;
    this.#acting = true;
    this.#perform([...effects]);
  }

  #perform(effects: Effect[]): void {
    const effect = effects.shift();
    if (!effect) {
      this.#held = holdsInput(this.life);
      if (!this.#held) for (const key of this.#keys.splice(0)) key();
      this.#acting = false;
      return this.#take();
    }
    const goOn = (): void => this.#perform(effects);
    switch (effect.type) {
      case "acknowledge":
        this.#inbox.unshift({ type: "acknowledged" });
        return goOn();
      case "armTimer":
        this.#timer = { at: effect.at, passed: this.#passed + (effect.withinMs ?? Infinity) };
        return goOn();
      case "armTimerAfter":
        this.#timer = { at: Infinity, passed: this.#passed + effect.ms };
        return goOn();
      case "cancelTimer":
        this.#timer = undefined;
        return goOn();
      case "look":
        this.#look();
        return goOn();
      case "typeText":
        if (takesSameKeys(this.claude.read(), effect.on)) this.claude.type(effect.text, "us");
        else this.tell({ type: "textKeptBack" });
        return goOn();
      case "notify":
        this.notices.push(effect.about);
        return goOn();
      case "press":
        return this.later(150, () => {
          if (takesSameKeys(this.claude.read(), effect.on)) this.claude.press(effect.key, "us");
          this.later(150, goOn);
        });
      default:
        return effect satisfies never;
    }
  }

  #look(): void {
    const asked = (this.#looks += 1);
    this.later(SECOND / 2, () => {
      if (asked !== this.#looks) return;
      this.tell({ type: "looked", reading: this.#blindLooks-- > 0 ? undefined : this.claude.read() });
    });
  }

  /** The screen comes to rest with something new on it. */
  #show(): void {
    const shown = JSON.stringify(this.claude.read());
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.later(SECOND / 5, () => {
      if (shown !== this.#shown) return;
      this.tell({ type: "screenSettled", reading: this.claude.read(), at: this.now });
    });
  }

  #circumstances(): Circumstances {
    return at(this.now, {
      typedAt: this.#typedAt,
      escapedAt: this.#escapedAt,
      hasStash: this.#options.stash ?? true,
      hasTranscript: this.#options.rows ?? true,
      settings: { ...SETTINGS, ...this.#options.settings },
    });
  }
}
