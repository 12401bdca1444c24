import { asObject, asString, parseJson } from "../claude/json.js";
import type { DirectoryWatches } from "../store/directory-watches.js";
import type { LiveProcess } from "./live-processes.js";
import { realPath, type ProcessPlace } from "./process-place.js";
import { ProjectFolder, projectFolder } from "./project-folder.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { Tail } from "../store/tail.js";

export interface GuessedSessionsOptions {
  readonly configDir: string;
  readonly directories: DirectoryWatches;
  /** Another transcript was written where one of these sessions runs. */
  readonly onChange: () => void;
  readonly log: (message: string) => void;
}

/**
 * Which conversations the Claude Code processes have that tell nothing of themselves: the transcript that was written
 * last in the project of the process, since it started. Where two of them share a project there is no telling which
 * wrote what: what was known before stays, and nothing new is guessed. After one has ended only what is written from
 * then on counts.
 */
export class GuessedSessions {
  readonly #options: GuessedSessionsOptions;
  readonly #configDir: string;
  #projects = new Map<string, Project>();
  #guesses = new Map<number, Guess>();

  constructor(options: GuessedSessionsOptions) {
    this.#options = options;
    this.#configDir = realPath(options.configDir);
  }

  /** `taken` are the conversations that are known to be others'. */
  async of(
    processes: readonly LiveProcess[],
    taken: ReadonlySet<string>,
  ): Promise<readonly ExternalSession[]> {
    const guesses = new Map<number, Guess>();
    const projects = this.#byProject(processes);
    this.#watch(projects);
    for (const [directory, there] of projects) {
      const project = this.#projects.get(directory);
      if (project === undefined) continue;
      this.#note(project, there);
      for (const process of there) {
        const before = this.#guesses.get(process.pid);
        const latest = there.length === 1 ? latestOf(project, process, taken) : undefined;
        const guess = await guessOf(project, latest ?? before?.sessionId, before);
        if (guess !== undefined) guesses.set(process.pid, guess);
      }
    }
    this.#guesses = guesses;
    const all = [...projects.values()].flat();
    return all.flatMap((process) => sessionOf(process, guesses.get(process.pid)) ?? []);
  }

  close(): void {
    for (const { watch } of this.#projects.values()) watch.close();
    this.#projects.clear();
  }

  /** Those that keep their files where we look. What one of them started is a tool of its own. */
  #byProject(processes: readonly LiveProcess[]): ReadonlyMap<string, readonly PlacedProcess[]> {
    const pids = new Set(processes.map(({ pid }) => pid));
    const projects = new Map<string, PlacedProcess[]>();
    for (const process of processes) {
      const { place, parent } = process;
      if (place?.configDir !== this.#configDir || pids.has(parent)) continue;
      const directory = projectFolder(this.#options.configDir, place.cwd);
      projects.set(directory, [...(projects.get(directory) ?? []), { ...process, place }]);
    }
    return projects;
  }

  #watch(wanted: ReadonlyMap<string, unknown>): void {
    for (const [directory, { watch }] of this.#projects) {
      if (wanted.has(directory)) continue;
      watch.close();
      this.#projects.delete(directory);
    }
    for (const directory of wanted.keys()) {
      if (!this.#projects.has(directory)) this.#projects.set(directory, this.#open(directory));
    }
  }

  #open(directory: string): Project {
    const folder = new ProjectFolder(directory);
    const watch = this.#options.directories.watch(directory, (name) => {
      folder.notice(name);
      // A session that writes on is nothing new.
      if (!this.#isComplete(name)) this.#options.onChange();
    });
    // After the watch has begun: what is written in between shows in one or the other.
    folder.notice(undefined);
    return { folder, watch, pids: new Set(), freeSince: 0 };
  }

  /** A transcript that is known to be a session's, of which nothing more is to be found out. */
  #isComplete(name: string | undefined): boolean {
    const ofName = [...this.#guesses.values()].find(({ sessionId }) => name === `${sessionId}.jsonl`);
    return ofName?.release !== undefined;
  }

  #note(project: Project, there: readonly LiveProcess[]): void {
    const pids = new Set(there.map(({ pid }) => pid));
    if ([...project.pids].some((pid) => !pids.has(pid))) project.freeSince = Date.now();
    if (pids.size > 1 && pids.size !== project.pids.size) {
      const what = `${pids.size} sessions that tell nothing of themselves share ${project.folder.directory}`;
      this.#options.log(`${what}: which has which conversation is not known`);
    }
    project.pids = pids;
  }
}

interface Project {
  readonly folder: ProjectFolder;
  readonly watch: { close(): void };
  /** Those that were there the last time. */
  pids: ReadonlySet<number>;
  /** What was written there before may be that of a session that has ended. */
  freeSince: number;
}

interface Guess {
  readonly sessionId: string;
  readonly transcript: string;
  readonly release: string | undefined;
}

type PlacedProcess = LiveProcess & { readonly place: ProcessPlace };

function latestOf(project: Project, process: LiveProcess, taken: ReadonlySet<string>): string | undefined {
  if (process.startedAt === undefined) return undefined;
  const since = Math.max(process.startedAt - CLOCK_SLACK_MS, project.freeSince);
  return project.folder.writtenSince(since).find((sessionId) => !taken.has(sessionId));
}

async function guessOf(
  { folder }: Project,
  sessionId: string | undefined,
  before: Guess | undefined,
): Promise<Guess | undefined> {
  if (sessionId === undefined) return undefined;
  const transcript = folder.transcriptOf(sessionId);
  // A process stays of the release that it is.
  return { sessionId, transcript, release: before?.release ?? (await releaseIn(transcript)) };
}

/** As its last rows have it; undefined where they do not say. */
async function releaseIn(transcript: string): Promise<string | undefined> {
  const read = await new Tail(transcript, { lastBytes: ROWS_BYTES }).read().catch(() => undefined);
  const rows = (read?.lines ?? []).flatMap((line) => (line.oversized ? [] : [line.bytes.toString("utf8")]));
  const versions = rows.map((row) => asString(asObject(parseJson(row))?.["version"]));
  return versions.findLast((version) => version !== undefined && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version));
}

const ROWS_BYTES = 64 * 1024;
/** Starts are counted in hundredths of a second, and so are the times of files on some systems. */
const CLOCK_SLACK_MS = 100;

/** Undefined where no conversation is known, or nobody could type into it. */
function sessionOf(process: PlacedProcess, guess: Guess | undefined): ExternalSession | undefined {
  const { pid, start, tty, place } = process;
  if (guess === undefined || tty === undefined) return undefined;
  return { ...guess, cwd: place.cwd, reach: { process: { pid, start }, tty, env: place.env } };
}
