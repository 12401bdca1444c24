import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { fileMark } from "../store/file-mark.js";

/** Where Claude Code keeps the transcripts of the sessions that were started in `cwd`. The directory need not exist. */
export function projectFolder(configDir: string, cwd: string): string {
  return join(configDir, "projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
}

/**
 * The transcript of that session: where it is, else where it will be. A conversation of another project can be resumed,
 * and a very long path is shortened by rules of Claude Code's own: then all projects are searched.
 */
export function findTranscript(
  configDir: string,
  { sessionId, cwd }: { sessionId: string; cwd: string },
): string {
  const file = `${sessionId}.jsonl`;
  const expected = join(projectFolder(configDir, cwd), file);
  if (writtenAt(expected) !== undefined) return expected;
  const projects = join(configDir, "projects");
  const elsewhere = listNames(projects).map((name) => join(projects, name, file));
  return elsewhere.find((path) => writtenAt(path) !== undefined) ?? expected;
}

/** The transcripts of one project by when they were written last. Hundreds of old ones are looked at once. */
export class ProjectFolder {
  readonly directory: string;
  readonly #writtenAt = new Map<string, number>();
  #listMark: string | undefined = "not listed yet";

  constructor(directory: string) {
    this.directory = directory;
  }

  /** A file there may have been written, or any where there is no name. */
  notice(name: string | undefined): void {
    if (name === undefined) this.#list();
    else if (sessionOf(name) !== undefined) this.#look(name);
  }

  /** The sessions whose transcripts were written at `since` or later, the latest first. */
  writtenSince(since: number): readonly string[] {
    const written = [...this.#writtenAt].filter(([, at]) => at >= since).sort(([, a], [, b]) => b - a);
    return written.flatMap(([name]) => sessionOf(name) ?? []);
  }

  transcriptOf(sessionId: string): string {
    return join(this.directory, `${sessionId}.jsonl`);
  }

  #list(): void {
    const mark = fileMark(this.directory);
    // What is added to a file that is known leaves the directory as it was, and is told by its name.
    if (mark === this.#listMark) return;
    this.#listMark = mark;
    this.#writtenAt.clear();
    for (const name of listNames(this.directory)) this.notice(name);
  }

  #look(name: string): void {
    const at = writtenAt(join(this.directory, name));
    if (at === undefined) this.#writtenAt.delete(name);
    else this.#writtenAt.set(name, at);
  }
}

/** `agent-….jsonl` are subagents' (2.0.72). */
const TRANSCRIPT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

function writtenAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    // Not to be looked at: as good as absent.
    return undefined;
  }
}

function sessionOf(name: string): string | undefined {
  return TRANSCRIPT.exec(name)?.[1];
}

/** The names in the directory; nothing if it cannot be read. */
export function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Not there yet: nothing was written.
    return [];
  }
}
