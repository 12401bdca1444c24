import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import type { ScreenState } from "../../claude/screen/screen-reading.js";
import { knows } from "../../claude/hooks/releases.js";
import { localTimeZone } from "../../time/local-zone.js";
import type { PtyExit } from "../../transport/pty/pty.js";
import type { Approver } from "../../driver/approval/approver.js";
import { beginApprover } from "../../driver/approval/begin-approver.js";
import { vimMode } from "../../driver/vim-mode.js";
import type { ApproveSettings } from "../../driver/wrapper-settings.js";
import { DialogAge, permissionIn, reachPrompt, submit } from "../../driver/submit.js";
import { OpenTurn, type TurnOutcome } from "../../driver/turn/open-turn.js";
import { awaitReady } from "./await-ready.js";
import { Conversation } from "./conversation.js";
import { READY_WITHIN_MS, type HostedSession, type QuestionOptions, type Viewer } from "./hosted-session.js";
import { settleWithin } from "../../time/sleep.js";
import { processWorkMs } from "../../host/process-table.js";
import { endMarked } from "./session-mark.js";
import { SessionTerminal } from "./session-terminal.js";
import { startClaude, type ClaudeOptions, type StartedClaude } from "./start-claude.js";

export interface PersonaSessionOptions extends ClaudeOptions {
  /** How permission prompts are answered. */
  readonly approve: ApproveSettings;
  readonly escGapMs: number;
  readonly enterGapMs: number;
  /** The user's own pattern for a limit. */
  readonly pattern: RegExp | undefined;
  readonly log: (event: string, details: Readonly<Record<string, string | number | boolean>>) => void;
  /** After so long without a sign of life, a question is given up. */
  readonly unresponsiveMs?: number;
  /** How long it may take to end by itself, and again to be gone after a kill. */
  readonly endWithinMs?: number;
}

/** The session of a persona: a real Claude Code in a terminal of ours. */
export class PersonaSession implements HostedSession {
  readonly exited: Promise<PtyExit>;
  readonly #options: PersonaSessionOptions;
  readonly #claude: StartedClaude;
  readonly #terminal: SessionTerminal;
  readonly #approver: Approver;
  readonly #timeZone: string;
  readonly #conversation: Conversation;
  readonly #permission = new DialogAge();
  #turn: OpenTurn | undefined;
  #exit: PtyExit | undefined;
  #isEnding = false;

  /** Resolves when it can be asked. Rejects with a HostError, or a UserError if Claude Code cannot be found. */
  static async start(options: PersonaSessionOptions, start = startClaude): Promise<PersonaSession> {
    const session = new PersonaSession(options, await start(options));
    try {
      await session.#ready();
      return session;
    } catch (error) {
      // Even if it cannot be killed, neither the next question nor the end of the host waits for it.
      const ended = await settleWithin(session.end(), AbortSignal.abort(), 2 * session.#endWithinMs);
      if (ended === "late") options.log("notEnded", { pid: session.#claude.pty.pid });
      throw error;
    }
  }

  private constructor(options: PersonaSessionOptions, claude: StartedClaude) {
    this.#options = options;
    this.#claude = claude;
    const { pty, launch } = claude;
    const { projectRoot, approve, where, log, escGapMs, enterGapMs } = options;
    this.#timeZone = localTimeZone(launch.env);
    this.#terminal = new SessionTerminal({
      pty,
      escGapMs,
      enterGapMs,
      timeZone: this.#timeZone,
      vim: () => vimMode(launch.env, projectRoot),
      onSight: (sight) => {
        this.#approver.see(sight.reading);
        this.#permission.see(permissionIn(sight.reading));
        this.#turn?.takeSight(sight);
      },
      onPersonsKeys: () => this.#approver.noticeKeys(),
      log: (message) => log("terminal", { message }),
    });
    this.#approver = beginApprover({
      settings: approve,
      cwd: projectRoot,
      where,
      conversation: () => this.sessionId,
      expects: () =>
        launch.events?.includes("PermissionRequest") ? "hook" : this.sessionId ? "transcript" : "screen",
      glance: () => this.#terminal.glance(),
      pressEnter: (isRight) => this.#terminal.keyboard.press("enter", isRight),
      // An open question ends with it; without one there is nobody to notify.
      notify: () => {},
      onRecord: ({ tool, input, outcome, why }) => {
        if (outcome === "left" || outcome === "stuck") this.#turn?.refuse({ tool, input }, why);
        else this.#turn?.forgetRefusal();
      },
      log,
    });
    this.#conversation = new Conversation({
      launch,
      cwd: projectRoot,
      where,
      log,
      timeZone: this.#timeZone,
      onLine: (line) => this.#turn?.takeLine(line),
      onEvent: (event) => this.#approver.readRow(event),
    });
    this.exited = new Promise((resolve) => {
      pty.onExit((exit) => {
        const closed = this.#takeExit(exit);
        void Promise.all([closed, this.#endTools(exit)]).then(() => resolve(exit));
      });
    });
    launch.hookDrops?.onStart((start) => {
      this.#conversation.follow(start);
      log("sessionStart", { session: start.sessionId, source: start.source ?? "" });
    });
    launch.hookDrops?.onRequest((request) => this.#approver.hear(request));
  }

  get pid(): number | undefined {
    return this.#exit ? undefined : this.#claude.pty.pid;
  }

  get sessionId(): string | undefined {
    return this.#conversation.sessionId;
  }

  get isBusy(): boolean {
    const { state, quietMs } = this.#terminal;
    if (this.#exit) return false;
    // It continues as soon as the user's rules have answered.
    if (state === "permission") return this.#permission.ms < this.#patienceMs;
    // A working session draws its progress; one that hangs is not worth keeping.
    return state === "busy" && quietMs < this.#unresponsiveMs;
  }

  async ask(text: string, options: QuestionOptions): Promise<TurnOutcome> {
    if (this.#turn) throw new Error("a session is asked one question at a time");
    const { signal, timeoutMs, onProgress } = options;
    const turn = new OpenTurn({
      text,
      signal,
      timeoutMs,
      onWorking: (message) => onProgress({ state: "working", message }),
      timeZone: this.#timeZone,
      pattern: this.#options.pattern,
      unresponsiveMs: this.#unresponsiveMs,
      patienceMs: this.#patienceMs,
      quietMs: () => this.#terminal.quietMs,
      workedMs: () => processWorkMs(this.#claude.pty.pid),
      caughtUp: () => this.#conversation.caughtUp(),
      isAttended: () => this.#terminal.isAttended,
      hasTranscript: () => this.#conversation.hasRows,
      onCut: () => this.#terminal.heighten(TALL_ROWS),
    });
    this.#turn = turn;
    if (this.#exit) turn.takeExit(this.#exit);
    try {
      await submit(this.#terminal, turn, {
        ...this.#promptOptions,
        text,
        caughtUp: () => this.#conversation.caughtUp(),
        onBegin: () => onProgress({ state: "asked", message: "the question is being typed" }),
      });
      const outcome = await turn.outcome;
      if (turn.hasBegun && !NEEDS_NO_KEYS.has(outcome.type)) await this.#comeToRest();
      return outcome;
    } finally {
      this.#turn = undefined;
      this.#terminal.fit();
    }
  }

  async interrupt(): Promise<boolean> {
    this.#claude.pty.write("\x03");
    if ((await this.#comeToRest(INTERRUPTED_WITHIN_MS)) === undefined) return true;
    // Not if it could answer a dialog, also one that we cannot read.
    const isSafe = (): boolean => TAKES_ENTER.has(this.#terminal.glance()?.state);
    await this.#terminal.keyboard.press("enter", isSafe);
    return (await this.#comeToRest(INTERRUPTED_WITHIN_MS)) === undefined;
  }

  async end(): Promise<void> {
    const { pty } = this.#claude;
    // As if its window was closed: it saves its state, and ends its tools.
    this.#isEnding = true;
    pty.kill("SIGHUP");
    const patience = setTimeout(() => {
      this.#isEnding = false;
      pty.kill("SIGKILL");
    }, this.#endWithinMs);
    await this.exited;
    clearTimeout(patience);
  }

  attach(size: TerminalSize, onData: (bytes: Buffer) => void): Viewer {
    return this.#terminal.attach(size, onData);
  }

  snapshot(): string {
    return this.#terminal.snapshot();
  }

  async #ready(): Promise<void> {
    const { persona, projectRoot, readyWithinMs = READY_WITHIN_MS } = this.#options;
    await awaitReady({
      terminal: this.#terminal,
      name: persona.name,
      projectRoot,
      withinMs: readyWithinMs,
      isIntroduced: () => this.sessionId !== undefined || this.#claude.launch.hookDrops === undefined,
      isServed: () => this.#claude.isServed(),
      exit: () => this.#exit,
    });
    await this.#conversation.caughtUp();
  }

  /** Interrupts whatever it does. Resolves to what keeps it from its prompt. */
  async #comeToRest(withinMs = REST_WITHIN_MS): Promise<string | undefined> {
    // Without waiting for a look: its work may cost money.
    const isBusy = (): boolean => this.#terminal.glance()?.state === "busy";
    await this.#terminal.keyboard.press("escape", isBusy);
    return reachPrompt(this.#terminal, { ...this.#promptOptions, interrupting: true, withinMs });
  }

  get #unresponsiveMs(): number {
    return this.#options.unresponsiveMs ?? UNRESPONSIVE_MS;
  }

  get #endWithinMs(): number {
    return this.#options.endWithinMs ?? END_WITHIN_MS;
  }

  get #patienceMs(): number {
    return this.#options.approve.delayMs + ANSWERED_WITHIN_MS;
  }

  get #promptOptions() {
    return {
      hasStash: knows(this.#claude.launch.release, "stash"),
      patienceMs: this.#patienceMs,
      isOver: () => this.#exit !== undefined,
    };
  }

  /** A session that exits normally ends its tools. Those of a killed one go on, and the next session would start them again. */
  async #endTools({ exitCode, signal = 0 }: PtyExit): Promise<void> {
    if (this.#isEnding || (exitCode === 0 && signal === 0)) return;
    const processes = await endMarked(this.#claude.mark);
    if (processes > 0) this.#options.log("endedTools", { processes });
  }

  /** Resolves when its record is gone. */
  #takeExit(exit: PtyExit): Promise<void> {
    this.#exit = exit;
    this.#turn?.takeExit(exit);
    this.#approver.end();
    const closed = this.#conversation.close();
    // Its last output is still being drawn.
    void this.#terminal.look(LAST_LOOK_MS).then(() => this.#terminal.dispose());
    this.#claude.launch.hookDrops?.close();
    this.#claude.cleanUp();
    return closed;
  }
}

/** The turn is over and the prompt returns by itself, or no key would help. */
const NEEDS_NO_KEYS: ReadonlySet<TurnOutcome["type"]> = new Set(["answered", "ended", "unresponsive"]);
const TAKES_ENTER: ReadonlySet<ScreenState | undefined> = new Set<ScreenState>(["idle", "draft", "busy"]);
const UNRESPONSIVE_MS = 60_000;
const REST_WITHIN_MS = 10_000;
const INTERRUPTED_WITHIN_MS = 5000;
const TALL_ROWS = 1000;
const END_WITHIN_MS = 5000;
/** By then the user's rules have answered a prompt that they cover. */
const ANSWERED_WITHIN_MS = 15_000;
const LAST_LOOK_MS = 3000;
