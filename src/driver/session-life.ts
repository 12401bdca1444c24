import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { Circumstances, Effect, Notice, SessionEvent } from "../session/life/event.js";
import { BEGINNING, holdsInput, type Key, type Life } from "../session/life/life.js";
import { step } from "../session/life/step.js";
import { Scheduler } from "../time/scheduler.js";

/** What a life needs of the world. */
export interface LifePorts {
  circumstances(): Circumstances;
  /** Resolves when the life is on disk, or cannot be put there: a full disk does not stop a session. */
  save(life: Life): Promise<void>;
  look(): Promise<ScreenReading | undefined>;
  /** Sends nothing where the screen is no longer `on`. */
  press(key: Key, on: ScreenReading): Promise<void>;
  /** The same. Whether it went out. */
  type(text: string, on: ScreenReading): boolean | Promise<boolean>;
  /** Whether the person's keys are held back. Taken back only when the last key of ours is out. */
  hold(held: boolean): void;
  notify(about: Notice, life: Life): void;
  /** Called with every new life, before it is saved. */
  onChange(life: Life, because: SessionEvent): void;
  /** Something of ours failed that should not have: one effect or event is lost, and the life goes on. */
  onFault(error: unknown): void;
}

/** One life, lived: events in, one at a time; saved before acted on. */
export class SessionLife {
  readonly #ports: LifePorts;
  readonly #scheduler = new Scheduler(0);
  readonly #queue: Told[] = [];
  #life: Life = BEGINNING;
  #timer: NodeJS.Timeout | undefined;
  #arms = 0;
  #looks = 0;
  #holds = false;
  #isBusy = false;
  #isOver = false;

  constructor(ports: LifePorts) {
    this.#ports = ports;
  }

  get life(): Life {
    return this.#life;
  }

  tell(event: SessionEvent): void {
    this.#tell({ event, holds: () => true });
  }

  /** Nothing is done any more; what is saved stays. */
  end(): void {
    this.#isOver = true;
    this.#cancelTimer();
    this.#hold(false);
  }

  #tell(told: Told): void {
    if (this.#isOver) return;
    this.#queue.push(told);
    if (!this.#isBusy) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isBusy = true;
    for (let told = this.#queue.shift(); told; told = this.#queue.shift()) {
      if (!this.#isOver && told.holds()) await this.#takeSafely(told);
    }
    this.#isBusy = false;
  }

  /** One event of a life comes to nothing by a bug of ours; the others must be heard all the same. */
  async #takeSafely(told: Told): Promise<void> {
    try {
      await this.#take(told.event);
    } catch (error) {
      this.#ports.onFault(error);
      // What is seen is seen again; without what wakes it a wait would never end.
      if (!isWakeUp(told.event)) return;
      // A look is a minute old by then: as good as none.
      const event: SessionEvent =
        told.event.type === "looked" ? { type: "looked", reading: undefined } : told.event;
      setTimeout(() => this.#tell({ ...told, event }), AFTER_FAULT_MS).unref();
    }
  }

  async #take(event: SessionEvent): Promise<void> {
    const before = this.#life;
    const [next, effects] = step(before, event, this.#ports.circumstances());
    if (next !== before) {
      this.#life = next;
      this.#announce(next, event);
      if (isWorthSaving(before, next)) await this.#save(next);
    }
    if (holdsInput(next)) this.#hold(true);
    for (const effect of effects) {
      if (this.#isOver) return;
      try {
        await this.#perform(effect);
      } catch (error) {
        // A notification that fails must not keep the timer behind it from being set.
        this.#ports.onFault(error);
      }
    }
    // Enter is an effect: a key that came between our text and it would be sent with the text.
    this.#hold(holdsInput(this.#life));
  }

  #announce(life: Life, because: SessionEvent): void {
    try {
      this.#ports.onChange(life, because);
    } catch (error) {
      this.#ports.onFault(error);
    }
  }

  /** A disk that fails or hangs does not stop a session: the port tells of it, and the wait goes on in memory. */
  async #save(life: Life): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_SAVE_MS);
    });
    await Promise.race([this.#ports.save(life).catch(() => undefined), longEnough]);
    clearTimeout(timer);
  }

  async #perform(effect: Effect): Promise<void> {
    switch (effect.type) {
      case "acknowledge":
        return this.#takeSafely({ event: { type: "acknowledged" }, holds: () => true });
      case "armTimer": {
        this.#cancelTimer();
        const ring = this.#ringer();
        if (effect.withinMs !== undefined) this.#timer = setTimeout(ring, effect.withinMs);
        return this.#scheduler.scheduleAt(new Date(effect.at), ring);
      }
      case "armTimerAfter":
        this.#cancelTimer();
        this.#timer = setTimeout(this.#ringer(), effect.ms);
        return;
      case "cancelTimer":
        return this.#cancelTimer();
      case "look":
        return void this.#look();
      case "press":
        return this.#ports.press(effect.key, effect.on);
      case "typeText":
        if (!(await this.#ports.type(effect.text, effect.on))) this.tell({ type: "textKeptBack" });
        return;
      case "notify":
        return this.#ports.notify(effect.about, this.#life);
      default:
        return effect satisfies never;
    }
  }

  /** Not awaited: rows that come in meanwhile count. Only the last look asked for is answered. */
  async #look(): Promise<void> {
    this.#looks += 1;
    const asked = this.#looks;
    // What cannot be read is unknown, and looked at again.
    const reading = await this.#ports.look().catch(() => undefined);
    this.#tell({ event: { type: "looked", reading }, holds: () => asked === this.#looks });
  }

  /** A timer that rang while another event was at work, and was set anew or cancelled by it, counts for nothing. */
  #ringer(): () => void {
    const armed = this.#arms;
    return () => {
      if (armed !== this.#arms) return;
      this.#cancelTimer();
      const rung = this.#arms;
      this.#tell({ event: { type: "timerFired" }, holds: () => rung === this.#arms });
    };
  }

  #hold(held: boolean): void {
    if (held === this.#holds) return;
    this.#holds = held;
    this.#ports.hold(held);
  }

  #cancelTimer(): void {
    this.#arms += 1;
    this.#scheduler.cancel();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** An event, and whether it still means anything when its turn comes. */
interface Told {
  readonly event: SessionEvent;
  holds(): boolean;
}

/** There is one of it, and it does not come again by itself. */
function isWakeUp({ type }: SessionEvent): boolean {
  return type === "timerFired" || type === "looked" || type === "acknowledged";
}

/** The steps inside a resume are not: after a crash it begins again, with a look. */
function isWorthSaving(before: Life, next: Life): boolean {
  if (before.tag !== next.tag) return true;
  if (before.tag === "RUNNING" || next.tag === "RUNNING") return false;
  if (before.stop !== next.stop) return true;
  return before.tag === "WAITING" && next.tag === "WAITING" && before.dueAt !== next.dueAt;
}

const LONGEST_SAVE_MS = 5000;
const AFTER_FAULT_MS = 60_000;
