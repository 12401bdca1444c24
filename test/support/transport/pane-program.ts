import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished, vi } from "vitest";

import { readProcess } from "../../../src/host/process-table.js";
import { terminalEnv, type ExternalSession } from "../../../src/transport/terminal-locator.js";

const PROGRAM = fileURLToPath(new URL("pane-program.mjs", import.meta.url));

/** Starting a server and a node on a busy machine. */
export const SOON = { timeout: 30_000, interval: 25 };

/** A program that looks like an idle Claude Code and writes down what is typed to it. */
export class PaneProgram {
  readonly #file: string;

  constructor(directory: string, name: string, drawing = IDLE) {
    this.#file = join(directory, name);
    // Not as an argument: GNU screen drops commands that are long.
    writeFileSync(`${this.#file}.drawing`, drawing);
  }

  get command(): readonly string[] {
    return [process.execPath, PROGRAM, this.#file];
  }

  /** Itself as a session that somebody started, when it is ready. */
  async session(): Promise<ExternalSession> {
    await vi.waitUntil(() => existsSync(`${this.#file}.json`), SOON);
    const told: unknown = JSON.parse(readFileSync(`${this.#file}.json`, "utf8"));
    const { pid, env } = told as { pid: number; env: Record<string, string> };
    const live = await readProcess(pid);
    if (live === undefined) throw new Error("the program has ended");
    return {
      sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
      transcript: undefined,
      cwd: "/",
      release: undefined,
      reach: { process: { pid, start: live.start }, tty: live.tty, env: terminalEnv(env) },
    };
  }

  /** Every byte that it was given. */
  get typed(): string {
    return readFileSync(this.#file, "utf8");
  }
}

/** A directory that goes with the test. */
export function scratch(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "cac-way-")));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

export const COLUMNS = 80;
export const ROWS = 24;

/** A prompt with that in its box, the cursor at its end, as 2.1 draws it. */
function promptWith(inBox: string, cursorColumn: number): string {
  const rule = "─".repeat(COLUMNS);
  const rows = ["● Gruß, 日本 🙂 done.", "", rule, `❯ ${inBox}`, rule, "  ? for shortcuts"];
  return `\x1b[2J\x1b[H${rows.join("\r\n")}\x1b[4;${cursorColumn + 1}H`;
}

/** Dim: a suggestion of Claude Code's, which no known wording tells from a draft. */
export const IDLE = promptWith("\x1b[2mrun the tests again\x1b[22m", 2);
export const DRAFT = promptWith("run the tests again", 21);
