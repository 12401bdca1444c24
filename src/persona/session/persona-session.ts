import type { ScreenState } from "../../claude/screen/screen-reading.js";
import { knows } from "../../claude/hooks/releases.js";
import { localTimeZone } from "../../time/local-zone.js";
import type { PtyExit } from "../../transport/pty/pty.js";
import type { Approver } from "../../driver/approval/approver.js";
import { beginApprover } from "../../driver/approval/begin-approver.js";
import type { SessionStart } from "../../launch/hook-drops.js";
import { vimMode } from "../../driver/vim-mode.js";
import type { ApproveSettings } from "../../driver/wrapper-settings.js";
import type { Answer } from "./answer.js";
import { awaitReady } from "./await-ready.js";
import { Conversation } from "./conversation.js";
import { READY_WITHIN_MS, UNSEEN_SIZE, type HostedSession, type QuestionOptions } from "./hosted-session.js";
import { KnownSession } from "./known-session.js";
import { settleWithin } from "../../time/sleep.js";
import { OpenQuestion } from "./open-question.js";
import { processWorkMs } from "../../host/process-work.js";
import { permissionIn, reachPrompt } from "./reach-prompt.js";
import { sendQuestion } from "./send-question.js";
import { endMarked } from "../terminal/session-mark.js";
import { SessionTerminal } from "../terminal/session-terminal.js";
import { Standing } from "../terminal/standing.js";
import { startClaude, type ClaudeWanted, type StartedClaude } from "../terminal/start-claude.js";

export interface PersonaSessionOptions extends ClaudeWanted {
  /** How permission prompts are answered. */
  readonly approve: ApproveSettings;
  readonly escGapMs: number;
  readonly enterGapMs: number;
  /** A wording of the user's own that marks a limit. */
  readonly pattern: RegExp | undefined;
  readonly log: (event: string, details: Readonly<Record<string, string | number | boolean>>) => void;
  /** Without a sign of life for so long, an open question is given up. */
  readonly unresponsiveMs?: number;
  /** It may take so long to end by itself, and as long to be gone when it is killed. */
  readonly endWithinMs?: number;
}

/** One persona at work: a real Claude Code in a terminal of ours. */
export class PersonaSession implements HostedSession {
  readonly exited: Promise<PtyExit>;
  readonly #options: PersonaSessionOptions;
  readonly #claude: StartedClaude;
  readonly #known: KnownSession;
  readonly #terminal: SessionTerminal;
  readonly #approver: Approver;
  readonly #timeZone: string;
  readonly #conversation: Conversation;
  readonly #permission = new Standing();
  #question: OpenQuestion | undefined;
  #exit: PtyExit | undefined;
  #isEnding = false;

  /** Resolves when it is ready for a question. Rejects with a HostError, or a UserError where there is no Claude Code. */
  static async start(options: PersonaSessionOptions, start = startClaude): Promise<PersonaSession> {
    const session = new PersonaSession(options, await start(options));
    try {
      await session.#ready();
      return session;
    } catch (error) {
      // One that cannot even be killed keeps nobody waiting: neither the next question nor the host's end.
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
    this.#known = new KnownSession({ launch, cwd: projectRoot, where, log });
    this.#terminal = new SessionTerminal({
      ...UNSEEN_SIZE,
      pty,
      escGapMs,
      enterGapMs,
      timeZone: this.#timeZone,
      vim: () => vimMode(launch.env, projectRoot),
      onSight: (sight) => {
        this.#approver.see(sight.reading);
        this.#permission.see(permissionIn(sight.reading));
        this.#question?.takeSight(sight);
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
      // A question that waits is answered with it; without one there is nobody to tell.
      notify: () => {},
      onRecord: ({ tool, input, outcome, why }) => {
        if (outcome === "left" || outcome === "stuck") this.#question?.refuse({ tool, input }, why);
        else this.#question?.forgetRefusal();
      },
      log,
    });
    this.#conversation = new Conversation({
      timeZone: this.#timeZone,
      onLine: (line) => this.#question?.takeLine(line),
      onEvent: (event) => this.#approver.readRow(event),
    });
    this.exited = new Promise((resolve) => {
      pty.onExit((exit) => {
        this.#takeExit(exit);
        void Promise.all([this.#known.remove(), this.#endTools(exit)]).then(() => resolve(exit));
      });
    });
    launch.hookDrops?.onStart((start) => this.#follow(start));
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
    // It goes on with its work as soon as the user's rules have answered that.
    if (state === "permission") return this.#permission.ms < this.#patienceMs;
    // What is at work draws its progress; what hangs is nothing to be kept.
    return state === "busy" && quietMs < this.#unresponsiveMs;
  }

  async ask(text: string, options: QuestionOptions): Promise<Answer> {
    if (this.#question) throw new Error("a session is asked one question at a time");
    const question = new OpenQuestion({
      ...options,
      text,
      timeZone: this.#timeZone,
      pattern: this.#options.pattern,
      unresponsiveMs: this.#unresponsiveMs,
      patienceMs: this.#patienceMs,
      quietMs: () => this.#terminal.quietMs,
      workedMs: () => processWorkMs(this.#claude.pty.pid),
      caughtUp: () => this.#conversation.caughtUp(),
      isAttended: () => this.#terminal.isAttended,
      hasTranscript: () => this.#conversation.hasRows,
      onCut: () => this.#terminal.resize(UNSEEN_SIZE.columns, TALL_ROWS),
    });
    this.#question = question;
    if (this.#exit) question.takeExit(this.#exit);
    try {
      await sendQuestion(this.#terminal, question, {
        ...options,
        ...this.#wanted,
        text,
        caughtUp: () => this.#conversation.caughtUp(),
      });
      const answer = await question.answer;
      if (question.hasBegun && !LEFT_AS_IT_IS.has(answer.type)) await this.#comeToRest();
      return answer;
    } finally {
      this.#question = undefined;
      this.#terminal.shrink();
    }
  }

  async interrupt(): Promise<boolean> {
    this.#claude.pty.write("\x03");
    if ((await this.#comeToRest(INTERRUPTED_WITHIN_MS)) === undefined) return true;
    // Not where it would answer something, or nobody can see what.
    const isSafe = (): boolean => TAKES_ENTER.has(this.#terminal.glance()?.state);
    await this.#terminal.keyboard.press("enter", isSafe);
    return (await this.#comeToRest(INTERRUPTED_WITHIN_MS)) === undefined;
  }

  async end(): Promise<void> {
    const { pty } = this.#claude;
    // As if its window was closed: it saves what it has to, and ends its tools.
    this.#isEnding = true;
    pty.kill("SIGHUP");
    const patience = setTimeout(() => {
      this.#isEnding = false;
      pty.kill("SIGKILL");
    }, this.#endWithinMs);
    await this.exited;
    clearTimeout(patience);
  }

  attach(onData: (bytes: Buffer) => void): () => void {
    return this.#terminal.attach(onData);
  }

  write(bytes: Buffer): void {
    this.#terminal.write(bytes);
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
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

  /** Whatever it is at: back to its prompt. Resolves to why it is not there. */
  async #comeToRest(withinMs = REST_WITHIN_MS): Promise<string | undefined> {
    // Not even a look later: what it is at may cost money.
    const isBusy = (): boolean => this.#terminal.glance()?.state === "busy";
    await this.#terminal.keyboard.press("escape", isBusy);
    return reachPrompt(this.#terminal, { ...this.#wanted, interrupting: true, withinMs });
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

  get #wanted() {
    return {
      hasStash: knows(this.#claude.launch.release, "stash"),
      patienceMs: this.#patienceMs,
      isOver: () => this.#exit !== undefined,
    };
  }

  #follow(start: SessionStart): void {
    this.#conversation.follow(start);
    this.#known.note(start);
    this.#options.log("sessionStart", { session: start.sessionId, source: start.source ?? "" });
  }

  /** One that ends in peace has ended its tools. Of one that was killed they go on, and the next would begin them anew. */
  async #endTools({ exitCode, signal = 0 }: PtyExit): Promise<void> {
    if (this.#isEnding || (exitCode === 0 && signal === 0)) return;
    const processes = await endMarked(this.#claude.mark);
    if (processes > 0) this.#options.log("endedTools", { processes });
  }

  #takeExit(exit: PtyExit): void {
    this.#exit = exit;
    this.#question?.takeExit(exit);
    this.#approver.end();
    this.#conversation.close();
    // Its last words are still being drawn.
    void this.#terminal.look(LAST_LOOK_MS).then(() => this.#terminal.dispose());
    this.#claude.launch.hookDrops?.close();
    this.#claude.cleanUp();
  }
}

/** Its turn is over and the prompt on its way, or no key would help. */
const LEFT_AS_IT_IS: ReadonlySet<Answer["type"]> = new Set(["answered", "ended", "unresponsive"]);
const TAKES_ENTER: ReadonlySet<ScreenState | undefined> = new Set<ScreenState>(["idle", "draft", "busy"]);
const UNRESPONSIVE_MS = 60_000;
const REST_WITHIN_MS = 10_000;
const INTERRUPTED_WITHIN_MS = 5000;
/** Claude Code draws a whole conversation anew where there is room for it. */
const TALL_ROWS = 1000;
const END_WITHIN_MS = 5000;
/** A prompt that rules cover is gone by then. */
const ANSWERED_WITHIN_MS = 15_000;
const LAST_LOOK_MS = 3000;
