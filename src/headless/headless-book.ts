import type { Release } from "../claude/hooks/releases.js";
import { BEGINNING, type Life } from "../session/life/life.js";
import type { SessionJournal } from "../driver/session-journal.js";
import type { RunExit } from "./child.js";
import { lateParts } from "./late-parts.js";
import type { HeadlessReport } from "./patience.js";
import type { HeadlessControl } from "./run-headless.js";

export interface HeadlessBookOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly release: Release | undefined;
  debug(message: string): void;
}

/**
 * The waits of a run without a terminal, on disk, where `cac status` finds them, and within reach of `cac resume` and
 * `cac cancel`. A run that meets no limit leaves no trace of it.
 */
export class HeadlessBook {
  readonly #options: HeadlessBookOptions;
  readonly #startedAt = Date.now();
  #book: SessionJournal | undefined;
  #control: HeadlessControl | undefined;
  #life: Life = BEGINNING;

  constructor(options: HeadlessBookOptions) {
    this.#options = options;
  }

  readonly onControl = (control: HeadlessControl): void => {
    this.#control = control;
  };

  /** Resolves when it is on disk. */
  readonly onState = async (report: HeadlessReport): Promise<void> => {
    const life = lifeOf(report, Date.now());
    // A kill right before the next run begins must find the wait.
    if (life === undefined) return;
    this.#life = life;
    if (this.#book === undefined && life.tag === "RUNNING") return;
    this.#book ??= await this.#open();
    if (report.sessionId !== undefined) await this.#book.note(report.sessionId, report.transcript);
    await this.#book.save(life);
  };

  /** A wait that was ended from outside stays, so that somebody can take it up; one that the user ended does not. */
  async close(exit: RunExit): Promise<void> {
    const isLeft = ENDED_FROM_OUTSIDE.has(exit.exitCode);
    await this.#book?.close(isLeft ? this.#life : BEGINNING, { exitCode: exit.exitCode });
  }

  async #open(): Promise<SessionJournal> {
    const { release } = this.#options;
    const { SessionJournal } = await lateParts();
    return SessionJournal.open({
      ...this.#options,
      debug: (message) => this.#options.debug(message),
      release: release && `${release.major}.${release.minor}.${release.patch}`,
      startedAt: this.#startedAt,
      tell: ({ type }) => {
        if (type === "resumeAsked") this.#control?.resume();
        if (type === "cancelAsked") this.#control?.cancel();
      },
    });
  }
}

/** SIGHUP and SIGTERM: the terminal was closed, or the machine shuts down. */
const ENDED_FROM_OUTSIDE = new Set([129, 143]);

function lifeOf({ state, stop, dueAt, why }: HeadlessReport, now: number): Life | undefined {
  if (state === "RUNNING") return BEGINNING;
  if (stop === undefined) return undefined;
  if (state === "WAITING" && dueAt !== undefined) {
    return { tag: "WAITING", stop, since: now, dueAt: dueAt.getTime(), native: undefined };
  }
  if (state === "NEEDS_YOU" && why !== undefined) {
    return { tag: "NEEDS_YOU", stop, why, inTheWay: undefined, native: undefined };
  }
  return undefined;
}
