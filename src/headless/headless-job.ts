import { fstatSync } from "node:fs";
import { constants } from "node:os";

import { stackOf } from "../errors.js";
import { resumeAttempt, wholeAttempt, type Attempt } from "./attempt.js";
import { Child, type RunExit } from "./child.js";
import { systemClock, type HeadlessClock, RetryWaiter, type FailedRun } from "./retry-waiter.js";
import { HeldOutput, type PastRun, type ReadFailure, type RunOutput } from "./run-output.js";
import { KeptInput } from "./kept-input.js";
import { lateParts } from "./late-parts.js";
import { LiveWait, promptRow } from "./live-wait.js";
import { OutputSink } from "./output-sink.js";
import { readPrintArguments, type PrintArguments } from "../launch/print-arguments.js";
import type { HeadlessOptions } from "./run-headless.js";
import type { TracePlace } from "./session-trace.js";
import { StreamRows } from "./stream-rows.js";

/** One job: as many runs of the command as its limits make of it. */
export class HeadlessJob {
  readonly #options: HeadlessOptions;
  readonly #request: PrintArguments;
  readonly #clock: HeadlessClock;
  readonly #cwd: string;
  readonly #sink: OutputSink;
  /** Undefined where the command has the user's own. */
  readonly #input: KeptInput | undefined;
  readonly #waiter: RetryWaiter;
  readonly #stop = new AbortController();
  #signal: NodeJS.Signals | undefined;
  #child: Child | undefined;
  #live: LiveWait | undefined;

  constructor(options: HeadlessOptions) {
    this.#options = options;
    this.#request = readPrintArguments(options.args);
    this.#clock = options.clock ?? systemClock;
    this.#cwd = options.cwd ?? process.cwd();
    this.#sink = new OutputSink(options.stdout);
    this.#input = isInherited(options) ? undefined : new KeptInput(options.stdin, (line) => this.#log(line));
    this.#waiter = new RetryWaiter({
      clock: this.#clock,
      safetyBufferMs: options.config.safetyBufferMs,
      report: async (report) => options.onState?.(report),
      tell: (line) => options.stderr.isTTY === true && this.#warn(line),
      warn: (line) => this.#warn(line),
      log: (line) => this.#log(line),
    });
    // Whoever had our errors shown may be gone.
    options.stderr.on("error", () => undefined);
    for (const signal of PASSED_ON) (options.signals ?? process).on(signal, this.#onSignal);
    void this.#sink.closed.then(() => this.#end());
    options.onControl?.({ resume: () => this.#waiter.resume(), cancel: () => this.#waiter.cancel() });
  }

  async run(): Promise<RunExit> {
    const { args, release } = this.#options;
    let attempt = wholeAttempt("first", args, this.#request, release);
    for (;;) {
      const run = await this.#runOnce(attempt);
      const next = await this.#next(attempt, run);
      if (!("kind" in next)) {
        await run.output.release();
        return next;
      }
      await run.output.drop();
      attempt = next;
    }
  }

  async close(): Promise<void> {
    for (const signal of PASSED_ON) (this.#options.signals ?? process).off(signal, this.#onSignal);
    await this.#input?.close();
  }

  /** What to run next, or how it all ends. */
  async #next(attempt: Attempt, run: PastRun): Promise<Attempt | RunExit> {
    const { says, exit } = run;
    const isMute =
      attempt.kind === "resume" && says.isEmpty && exit.exitCode !== 0 && exit.signal === undefined;
    if (this.#stop.signal.aborted || (says.failure === undefined && !isMute)) return exit;
    if (isMute) {
      const { wasThere } = await lateParts();
      if (await wasThere(attempt, run, this.#place)) return exit;
      return this.#again(`session ${attempt.sessionId} cannot be resumed`) ?? exit;
    }

    const failed = await this.#look(attempt, run);
    const outcome = await this.#waiter.waitOut(failed, this.#stop.signal);
    if (outcome === "stopped" && this.#signal) return { exitCode: 128 + constants.signals[this.#signal] };
    if (outcome !== "due") return exit;
    if (failed.sessionId === undefined || !this.#request.isSaved) {
      return this.#again("there is no session to resume") ?? exit;
    }
    const earlier = { sessionId: failed.sessionId, cwd: failed.cwd, hadInput: (this.#input?.size ?? 0) > 0 };
    const resumed = resumeAttempt(this.#options.args, earlier, this.#options.release);
    return resumed ?? this.#again("it is not known where the session works") ?? exit;
  }

  /** The same command once more; undefined where its input is gone. */
  #again(why: string): Attempt | undefined {
    if (this.#input?.isKept === false) {
      this.#warn(`${why}, and standard input could not be kept: it is not run again`);
      return undefined;
    }
    this.#log(`${why}: the same command is run again`);
    return wholeAttempt("again", this.#options.args, this.#request, this.#options.release);
  }

  async #runOnce(attempt: Attempt): Promise<PastRun> {
    const { command, env, stderr, config } = this.#options;
    // By the clock that dates files and rows.
    const startedAt = new Date();
    const isLive = this.#request.input === "stream-json" && this.#input !== undefined;
    const live = isLive ? new LiveWait(this.#waiter, this.#input, config.prompt) : undefined;
    this.#live = live;
    this.#log(`${attempt.kind} run: ${JSON.stringify(attempt.args)}`);
    // Made while the command starts: what reads its last words takes a while to load.
    const output = this.#newOutput(live);
    const isOwn = attempt.kind !== "resume" && this.#input === undefined;
    const child = await Child.start({
      command,
      args: attempt.args,
      env,
      cwd: this.#cwd,
      stdin: isOwn ? "inherit" : "pipe",
      stdout: async (chunk) => (await output).take(chunk),
      stderr: stderr === process.stderr ? "inherit" : stderr,
    });
    this.#child = child;
    this.#feed(attempt, child);
    if (this.#signal) child.kill(this.#signal);
    if (this.#sink.isClosed) child.closeOutput();
    void lateParts().then(
      () => this.#log("all is loaded"),
      (error: unknown) => this.#log(stackOf(error)),
    );
    await this.#options.onState?.({ state: "RUNNING", sessionId: attempt.sessionId });
    const exit = await child.ended;
    this.#child = undefined;
    await live?.stop();
    return { startedAt, exit, says: await (await output).end(exit.exitCode), output: await output };
  }

  #feed(attempt: Attempt, { stdin }: Child): void {
    if (stdin === undefined) return;
    const { prompt } = this.#options.config;
    if (attempt.kind !== "resume") this.#input?.sendTo(stdin, "start");
    else if (this.#request.input === "text") stdin.end(prompt);
    else if (this.#input === undefined) stdin.end(promptRow(prompt));
    else {
      this.#input.sendTo(stdin, "now");
      this.#input.say(promptRow(prompt));
    }
  }

  async #newOutput(live: LiveWait | undefined): Promise<RunOutput> {
    const readFailure = await this.#failureReader();
    const { output } = this.#request;
    if (output !== "stream-json") return new HeldOutput(this.#sink, output, readFailure);
    const rows = new StreamRows(this.#sink, readFailure, live);
    if (live) live.output = rows;
    return rows;
  }

  async #failureReader(): Promise<ReadFailure> {
    const { readFailure } = await import("./failure.js");
    return (clues) => {
      const now = new Date(this.#clock.now());
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return readFailure(clues, { now, timeZone }, this.#options.config.pattern);
    };
  }

  get #place(): TracePlace {
    return { env: this.#options.env, cwd: this.#cwd };
  }

  /** What the run's transcript adds to its own words: the session, and the reset to the second. */
  async #look(attempt: Attempt, run: PastRun): Promise<FailedRun & { cwd: string | undefined }> {
    const { says } = run;
    const failure = says.failure!;
    const { traceRun } = await lateParts();
    const { sessionId, trace } = await traceRun(attempt, run, this.#place);
    const readFailure = await this.#failureReader();
    const text = failure.type === "limit" ? failure.limit.text : failure.transient.text;
    const exact = trace?.quota && readFailure({ text, quota: trace.quota });
    return {
      failure: exact ?? failure,
      hasWorked: says.hasWorked || trace?.hasWorked === true,
      sessionId,
      transcript: trace?.transcript,
      cwd: says.cwd ?? trace?.cwd,
    };
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.#signal = signal;
    this.#child?.kill(signal);
    this.#stop.abort();
  };

  /** Nobody reads on. */
  #end(): void {
    this.#stop.abort();
    this.#child?.closeOutput();
    void this.#live?.stop();
  }

  #warn(line: string): void {
    this.#options.stderr.write(`cac: ${line}\n`);
  }

  #log(line: string): void {
    this.#options.log?.(line);
  }
}

/** A terminal's Ctrl+C reaches the command by itself as well; twice is as good as once (1.0.64 to 2.1.325). */
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A terminal or /dev/null is given to the command as it is: a pipe in its place would be waited for. */
function isInherited({ stdin }: HeadlessOptions): boolean {
  if (stdin !== process.stdin) return false;
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    // It is closed.
    return true;
  }
}
