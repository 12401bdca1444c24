import { stackOf, callSafely } from "../errors.js";
import { DirectoryWatches } from "../store/directory-watches.js";
import { CatchUp } from "./catch-up.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { SessionSearch } from "./session-search.js";

export interface LiveSessionsOptions {
  /** Where Claude Code keeps its files. Sessions with another place for them are not ours. */
  readonly configDir: string;
  /** How often the machine is looked at for what did not report itself. */
  readonly pollMs: number;
  /** Called once, with the best reach that can be found from outside, and again when anything of it changes. */
  onSession(session: ExternalSession): void;
  /** Its process has ended. */
  onGone(sessionId: string): void;
  /** Its process has moved to another conversation (/clear, /resume), which is reported next. */
  onLeft?(sessionId: string): void;
  log(message: string): void;
}

/** Reports which sessions of this user run on this machine, as they come and go. Never throws; keeps no process alive. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #directories = new DirectoryWatches();
  readonly #search: SessionSearch;
  readonly #poll: NodeJS.Timeout;
  readonly #catchUp = new CatchUp(() => this.#find());
  #told: ReadonlyMap<string, ExternalSession> = new Map();
  #soon: NodeJS.Timeout | undefined;
  #soonAt = Infinity;
  #polls = 0;
  /** How often in a row a process was seen that ended its session but not itself. */
  #lingers = 0;

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
    this.#search = new SessionSearch({
      configDir: options.configDir,
      directories: this.#directories,
      onChange: () => this.#refreshIn(GATHER_MS),
      log: (message) => options.log(message),
    });
    this.#poll = setInterval(() => void this.#look(), options.pollMs).unref();
    void this.refresh();
  }

  /** Resolves when the present state has been reported. */
  refresh(): Promise<void> {
    return this.#catchUp.run();
  }

  close(): void {
    this.#catchUp.stop();
    clearInterval(this.#poll);
    this.#takeOver();
    this.#search.close();
    this.#directories.close();
  }

  async #look(): Promise<void> {
    if (++this.#polls % THOROUGH_EVERY === 0) this.#search.startOver();
    this.#directories.look();
    this.#takeOver();
    await this.refresh();
  }

  /** Changes come in groups: an earlier planned refresh covers this one. */
  #refreshIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#catchUp.isStopped || this.#soonAt <= at) return;
    clearTimeout(this.#soon);
    this.#soonAt = at;
    this.#soon = setTimeout(() => {
      this.#takeOver();
      void this.refresh();
    }, ms).unref();
  }

  /** Cancels the planned refresh. */
  #takeOver(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#soonAt = Infinity;
  }

  async #find(): Promise<void> {
    try {
      await this.#searchOnce();
    } catch (error) {
      this.#options.log(`live sessions cannot be found: ${stackOf(error)}`);
    }
  }

  async #searchOnce(): Promise<void> {
    const found = await this.#search.find();
    const before = this.#told;
    const processes = new Set([...found.values()].map(processOf));
    const [left, lingering, gone]: [string[], [string, ExternalSession][], string[]] = [[], [], []];
    for (const [id, session] of before) {
      if (found.has(id)) continue;
      if (processes.has(processOf(session))) left.push(id);
      else if (await this.#isAlive(session)) lingering.push([id, session]);
      else gone.push(id);
    }
    if (this.#catchUp.isStopped) return;
    this.#told = new Map([...found, ...lingering]);
    this.#recheck(lingering.length > 0);
    for (const id of left) callSafely(() => this.#options.onLeft?.(id));
    for (const id of gone) callSafely(() => this.#options.onGone(id));
    for (const [id, session] of found) {
      if (!isSame(session, before.get(id))) callSafely(() => this.#options.onSession(session));
    }
  }

  async #isAlive({ reach }: ExternalSession): Promise<boolean> {
    return reach.process !== undefined && this.#search.isAlive(reach.process);
  }

  /** Claude Code removes its entry a moment before it ends. A process that stays without one is checked less and less often. */
  #recheck(isLingering: boolean): void {
    this.#lingers = isLingering ? this.#lingers + 1 : 0;
    const ms = LINGER_MS * 2 ** (this.#lingers - 1);
    if (isLingering && ms < this.#options.pollMs) this.#refreshIn(ms);
  }
}

const GATHER_MS = 100;
const LINGER_MS = 500;
/** Polls from one look at everything to the next: half an hour at a minute each. */
const THOROUGH_EVERY = 30;

function processOf({ reach }: ExternalSession): string {
  return `${reach.process?.pid} ${reach.process?.start}`;
}

/** Both were made by the same code, so equal values have equal JSON. */
function isSame(a: ExternalSession, b: ExternalSession | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
