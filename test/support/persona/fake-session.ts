import type { TurnOutcome } from "../../../src/driver/turn/open-turn.js";
import type {
  HostedSession,
  QuestionOptions,
  StartOrder,
  Viewer,
} from "../../../src/persona/session/hosted-session.js";

/** What a session does with a question. */
export type Behaviour = (
  question: string,
  session: FakeSession,
  options: QuestionOptions,
) => TurnOutcome | Promise<TurnOutcome>;

/** A session that does what a test says, and complains about what no host may do. */
export class FakeSession implements HostedSession {
  /** Of a process whose memory counts as its own. */
  pid: number | undefined;
  readonly order: StartOrder;
  readonly asked: string[] = [];
  readonly exited: Promise<void>;
  sessionId: string;
  isBusy = false;
  interrupts = 0;
  isBackAfterInterrupt = false;
  /** What its end takes. */
  endsWhen: Promise<unknown> = Promise.resolve();
  isEnding = false;
  isOver = false;
  readonly #behaviour: Behaviour;
  #isAsked = false;
  #exit: () => void = () => undefined;

  constructor(order: StartOrder, sessionId: string, behaviour: Behaviour) {
    this.order = order;
    this.sessionId = sessionId;
    this.#behaviour = behaviour;
    this.exited = new Promise((resolve) => (this.#exit = resolve));
  }

  async ask(question: string, options: QuestionOptions): Promise<TurnOutcome> {
    if (this.#isAsked) throw new Error("two questions at once");
    if (this.isOver) return { type: "ended", exitCode: 1, signal: undefined };
    this.#isAsked = true;
    this.asked.push(question);
    try {
      return await this.#behaviour(question, this, options);
    } finally {
      this.#isAsked = false;
    }
  }

  interrupt(): Promise<boolean> {
    this.interrupts++;
    return Promise.resolve(this.isBackAfterInterrupt);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.endsWhen;
    this.exit();
  }

  exit(): void {
    this.isOver = true;
    this.#exit();
  }

  attach(): Viewer {
    return { write: () => undefined, resize: () => undefined, detach: () => undefined };
  }

  snapshot(): string {
    return `screen of ${this.sessionId}`;
  }
}

/** Resolves when the question is cancelled. */
export function cancelledBy(signal: AbortSignal): Promise<TurnOutcome> {
  return new Promise((resolve) => {
    const cancel = (): void => resolve({ type: "cancelled" });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel);
  });
}
