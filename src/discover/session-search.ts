import { ClaudeProcesses } from "./claude-processes.js";
import type { DirectoryWatches } from "../store/directory-watches.js";
import { GuessedSessions } from "./guessed-sessions.js";
import { LiveProcesses, type LiveProcess } from "./live-processes.js";
import { listProcesses, startedAt, type ProcessId } from "../host/process-table.js";
import { findTranscript } from "./project-folder.js";
import type { ExternalSession, TerminalLocator } from "../transport/terminal-locator.js";
import { isAbout, registryDirectory, SessionRegistry, type RegisteredSession } from "./session-registry.js";
import { startedDirectory, StartedSessions } from "./started-sessions.js";

export interface SessionSearchOptions {
  readonly configDir: string;
  readonly directories: DirectoryWatches;
  /** Another search may find something else. */
  readonly onChange: () => void;
  readonly log: (message: string) => void;
}

/**
 * Finds the sessions that live on this machine. What Claude Code registers is believed first, then what SessionStart
 * hooks told, then what processes and transcripts let guess; each only while its process is there. What has not changed
 * since the last search is not read again.
 */
export class SessionSearch {
  readonly #options: SessionSearchOptions;
  readonly #processes = new LiveProcesses();
  readonly #claudeProcesses = new ClaudeProcesses();
  readonly #registry: SessionRegistry;
  readonly #started: StartedSessions;
  readonly #guessed: GuessedSessions;
  /** By what was read: a new reading looks for the transcript again. */
  readonly #transcripts = new WeakMap<RegisteredSession, string>();
  /** Which processes were registered, by their start: one that no longer is, is about to end. */
  #registered = new Map<number, string | undefined>();
  /** The processes that there were when the search began. */
  #listed: ReadonlySet<number> | undefined;

  constructor(options: SessionSearchOptions) {
    const { configDir, directories, onChange, log } = options;
    this.#options = options;
    this.#registry = new SessionRegistry(configDir);
    this.#started = new StartedSessions(startedDirectory(configDir), log);
    this.#guessed = new GuessedSessions(options);
    for (const directory of [registryDirectory(configDir), startedDirectory(configDir)]) {
      directories.watch(directory, onChange);
    }
  }

  /** By their ids. A conversation that is open in two processes counts where it was opened last. */
  async find(): Promise<ReadonlyMap<string, ExternalSession>> {
    this.#listed = listProcesses();
    const registered = await this.#findRegistered();
    const told = await this.#findStarted(registered);
    const known = new Map([...told, ...registered]);
    const silent = await this.#silentBeside(known);
    const taken = new Set([...known.values()].map(({ session }) => session.sessionId));
    const guessed = await this.#guessed.of(silent, taken);
    this.#processes.sweep();
    const interactive = [...known.values()].filter(({ isInteractive }) => isInteractive);
    return byId([...interactive.map(({ session }) => session), ...guessed]);
  }

  /** As of the last search. */
  async isAlive({ pid, start }: ProcessId): Promise<boolean> {
    const process = await this.#process(pid);
    return process !== undefined && isSame(process, start);
  }

  /** Nothing that was seen before counts in the next search. */
  startOver(): void {
    this.#claudeProcesses.forget();
    this.#processes.doubt();
  }

  close(): void {
    this.#guessed.close();
  }

  async #findRegistered(): Promise<Map<number, Known>> {
    const found = new Map<number, Known>();
    for (const entry of await this.#registry.read()) {
      const process = await this.#process(entry.pid);
      if (process === undefined || !isAbout(entry, process)) continue;
      const { sessionId, cwd, release, isInteractive } = entry;
      const session = {
        sessionId,
        transcript: this.#transcriptOf(entry),
        cwd,
        release,
        reach: reachOf(process),
      };
      found.set(entry.pid, { session, isInteractive });
      this.#registered.set(entry.pid, process.start);
    }
    for (const pid of this.#registered.keys()) if (!this.#listed?.has(pid)) this.#registered.delete(pid);
    return found;
  }

  /** Adds to what is registered what only the hook knows. */
  async #findStarted(registered: Map<number, Known>): Promise<Map<number, Known>> {
    const found = new Map<number, Known>();
    for (const session of await this.#started.read()) {
      const { pid, start } = session.reach.process ?? {};
      if (pid === undefined) continue;
      const process = await this.#process(pid);
      if (process === undefined || !isSame(process, start)) {
        await this.#started.remove(pid);
        continue;
      }
      const reach = reachOf(process, session.reach);
      const entry = registered.get(pid);
      if (entry === undefined) found.set(pid, { session: { ...session, reach }, isInteractive: true });
      else
        registered.set(pid, {
          ...entry,
          session: { ...entry.session, ...transcriptIn(session, entry), reach },
        });
    }
    return found;
  }

  /** The Claude Code processes that tell nothing of themselves. */
  async #silentBeside(known: ReadonlyMap<number, Known>): Promise<readonly LiveProcess[]> {
    const silent: LiveProcess[] = [];
    for (const pid of this.#claudeProcesses.find(this.#listed ?? NONE, known)) {
      const process = await this.#process(pid);
      if (process === undefined || this.#wasRegistered(process)) continue;
      // What Claude Code starts from its own program is a tool of that session.
      if (!known.has(process.parent)) silent.push(process);
    }
    return silent;
  }

  #wasRegistered(process: LiveProcess): boolean {
    return this.#registered.has(process.pid) && isSame(process, this.#registered.get(process.pid));
  }

  #process(pid: number): Promise<LiveProcess | undefined> {
    return this.#processes.get(pid, this.#listed);
  }

  #transcriptOf(entry: RegisteredSession): string {
    const transcript = this.#transcripts.get(entry) ?? findTranscript(this.#options.configDir, entry);
    this.#transcripts.set(entry, transcript);
    return transcript;
  }
}

const NONE: ReadonlySet<number> = new Set();

interface Known {
  readonly session: ExternalSession;
  /** False for a job of a program, which has the keyboard of nobody. */
  readonly isInteractive: boolean;
}

function isSame(process: ProcessId, start: string | undefined): boolean {
  return start === undefined || process.start === undefined || process.start === start;
}

/** What can be seen comes first; `told` knows the environment where none can be seen (macOS). */
function reachOf({ pid, start, tty, place }: LiveProcess, told?: TerminalLocator): TerminalLocator {
  return { process: { pid, start }, tty: tty ?? told?.tty, env: place?.env ?? told?.env ?? {} };
}

/** The hook knows the file for certain, if it is about the same conversation. */
function transcriptIn(told: ExternalSession, { session }: Known): { transcript?: string } {
  if (told.sessionId !== session.sessionId || told.transcript === undefined) return {};
  return { transcript: told.transcript };
}

function byId(sessions: readonly ExternalSession[]): ReadonlyMap<string, ExternalSession> {
  const found = new Map<string, ExternalSession>();
  for (const session of sessions) {
    const other = found.get(session.sessionId);
    if (other === undefined || openedAt(other) < openedAt(session)) found.set(session.sessionId, session);
  }
  return found;
}

function openedAt({ reach }: ExternalSession): number {
  return startedAt(reach.process?.start ?? "") ?? 0;
}
