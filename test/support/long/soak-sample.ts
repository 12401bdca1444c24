import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { processesOf, straysAmong } from "../reality/home-processes.js";
import type { PersonaStage } from "../reality/persona-stage.js";

/** What the host holds at one moment, and what it left behind. */
export interface SoakSample {
  readonly minute: number;
  /** Questions that were asked so far. */
  readonly questions: number;
  readonly rssMb: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Processes whose parent it is. */
  readonly children: number;
  /** Processes of this home that belong to nobody who is still there. */
  readonly strays: number;
  /** What it keeps while sessions run: hook drops, prompts, its socket. */
  readonly runFiles: number;
  readonly temporaryFiles: number;
  /** The largest memory of a persona. */
  readonly memoryKb: number;
  /** Of the one session that lives from the beginning to the end; Claude Code's own, and not judged. */
  readonly claudeMb: number;
}

type Column = Exclude<keyof SoakSample, "minute">;

export function takeSample(
  stage: PersonaStage,
  { host, minute, questions }: { readonly host: number; readonly minute: number; readonly questions: number },
): SoakSample {
  const { home } = stage.home;
  const state = join(home, ".local", "state", "claude-auto-continue");
  const all = processesOf(home);
  const children = all.filter(({ parent }) => parent === host);
  return {
    minute,
    questions,
    rssMb: rssMb(host),
    descriptors: readdirSync(`/proc/${host}/fd`).length,
    threads: readdirSync(`/proc/${host}/task`).length,
    children: children.length,
    strays: straysAmong(all, host).length,
    runFiles: filesBelow(join(state, "run")).length,
    temporaryFiles: readdirSync(join(home, "tmp")).filter((name) => name.startsWith("cac")).length,
    memoryKb: Math.max(0, ...filesBelow(join(state, "personas", "memory")).map(kilobytes)),
    claudeMb: Math.max(0, ...children.map(({ pid }) => rssMb(pid))),
  };
}

export function tableOf(samples: readonly SoakSample[]): string {
  const columns = Object.keys(samples[0] ?? {}) as (keyof SoakSample)[];
  const rows = samples.map((sample) =>
    columns.map((column) => String(sample[column]).padStart(column.length)),
  );
  return [columns, ...rows].map((row) => row.join("  ")).join("\n");
}

/** The median of the slopes between all pairs: one sample in four may be anything, and it does not move. */
export function slopePerMinute(samples: readonly SoakSample[], column: Column): number {
  const slopes = samples.flatMap((a, at) =>
    samples.slice(at + 1).map((b) => (b[column] - a[column]) / (b.minute - a.minute)),
  );
  const sorted = slopes.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length - 1 - middle], sorted[middle]];
  return (low + high) / 2;
}

function rssMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb) / 102.4) / 10;
}

function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function kilobytes(file: string): number {
  return Math.round(statSync(file).size / 1024);
}
