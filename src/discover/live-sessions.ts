import { stackOf, throwLater } from "../errors.js";
import { DirectoryWatches } from "../store/directory-watches.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { SessionSearch } from "./session-search.js";

export interface LiveSessionsOptions {
  /** Where Claude Code keeps its files. Sessions with another place for them are not ours. */
  readonly configDir: string;
  /** How often the machine is looked at for what did not report itself. */
  readonly pollMs: number;
  /** Told once, with the best reach that can be had from outside; and again when anything of it is another. */
  onSession(session: ExternalSession): void;
  /** Its process has ended. */
  onGone(sessionId: string): void;
  /** Its process lives and has gone on to another conversation (/clear, /resume), which is told next. */
  onLeft?(sessionId: string): void;
  log(message: string): void;
}

/** Tells which sessions of this user live on this machine, as they come and go. Never throws; keeps no process alive. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #directories = new DirectoryWatches();
  readonly #search: SessionSearch;
  readonly #poll: NodeJS.Timeout;
  #told: ReadonlyMap<string, ExternalSession> = new Map();
  #soon: NodeJS.Timeout | undefined;
  #soonAt = Infinity;
  #running: Promise<void> | undefined;
  #wanted = false;
  #polls = 0;
  /** How often in a row a process was seen that ended its session but not itself. */
  #lingers = 0;
  #closed = false;

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

  /** Resolves when everything that is so now has been told. */
  refresh(): Promise<void> {
    this.#wanted = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  close(): void {
    this.#closed = true;
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

  /** A change seldom comes alone: what is planned already will do, unless that is later. */
  #refreshIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#closed || this.#soonAt <= at) return;
    clearTimeout(this.#soon);
    this.#soonAt = at;
    this.#soon = setTimeout(() => {
      this.#takeOver();
      void this.refresh();
    }, ms).unref();
  }

  /** The refresh that is planned is done now, or never. */
  #takeOver(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#soonAt = Infinity;
  }

  async #run(): Promise<void> {
    while (this.#wanted && !this.#closed) {
      this.#wanted = false;
      try {
        await this.#searchOnce();
      } catch (error) {
        this.#options.log(`live sessions cannot be found: ${stackOf(error)}`);
      }
    }
    // In the same turn as the last look at `wanted`: whoever asks now starts another run.
    this.#running = undefined;
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
    if (this.#closed) return;
    this.#told = new Map([...found, ...lingering]);
    this.#recheck(lingering.length > 0);
    for (const id of left) this.#tell(() => this.#options.onLeft?.(id));
    for (const id of gone) this.#tell(() => this.#options.onGone(id));
    for (const [id, session] of found) {
      if (!isSame(session, before.get(id))) this.#tell(() => this.#options.onSession(session));
    }
  }

  async #isAlive({ reach }: ExternalSession): Promise<boolean> {
    return reach.process !== undefined && this.#search.isAlive(reach.process);
  }

  /** Claude Code takes its entry out a moment before it ends. One that lives on without is looked at ever less. */
  #recheck(isLingering: boolean): void {
    this.#lingers = isLingering ? this.#lingers + 1 : 0;
    const ms = LINGER_MS * 2 ** (this.#lingers - 1);
    if (isLingering && ms < this.#options.pollMs) this.#refreshIn(ms);
  }

  /** A listener that fails keeps nobody from hearing of the rest. */
  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      throwLater(error);
    }
  }
}

const GATHER_MS = 100;
const LINGER_MS = 500;
/** Polls from one look at everything to the next: half an hour at a minute each. */
const THOROUGH_EVERY = 30;

function processOf({ reach }: ExternalSession): string {
  return `${reach.process?.pid} ${reach.process?.start}`;
}

/** Both were put together by the same code: what is equal is written equally. */
function isSame(a: ExternalSession, b: ExternalSession | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
