import { join } from "node:path";

import { asNumber, asObject, asString, parseJson, type JsonObject } from "../../claude/json.js";
import type { ApproveMode, Verdict } from "../../policy/policy.js";
import { maskSecrets } from "../../policy/mask-secrets.js";
import { filesOf, LineFile } from "../../store/line-file.js";
import { maskInput } from "./mask-input.js";
import { readPrivate } from "../../store/private-files.js";

/** What was decided about one permission prompt, and what came of it. */
export interface ApprovalRecord {
  /** The same in all lines about one prompt. */
  readonly id: string;
  readonly time: string;
  /** Claude Code's own id of the session. */
  readonly session: string | undefined;
  readonly cwd: string;
  readonly tool: string;
  /** In the file, secrets are masked and long texts cut. */
  readonly input: JsonObject;
  /** Where the call was learned from. */
  readonly source: "hook" | "transcript" | "screen";
  /** Who decided. */
  readonly by: "wrapper" | "hook";
  readonly mode: ApproveMode;
  readonly verdict: Verdict["verdict"];
  readonly rule: string | undefined;
  readonly why: string;
  readonly delayMs: number | undefined;
  readonly pressed: boolean;
  readonly outcome: ApprovalOutcome;
}

/**
 * `pending`: judged, its window runs. `approved`: Enter went out and the prompt is gone. `answered`: the hook said yes.
 * `left`: denied or unsure, the prompt stays. `person`: a key of theirs came first. `changed`: the prompt went or changed
 * before Enter. `stuck`: Enter went out and the prompt is still there.
 */
export type ApprovalOutcome = (typeof OUTCOMES)[number];

/** Every decision, a JSON value in each line. A log that cannot be written does not disturb the session. */
export class ApprovalLog {
  readonly #lines: LineFile;

  constructor(stateDirectory: string) {
    this.#lines = new LineFile(approvalFile(stateDirectory), {
      kept: FILES_KEPT,
      dropped: (count) => JSON.stringify({ time: new Date().toISOString(), linesDropped: count }),
    });
  }

  /** Returns at once, and never throws; the line is on its way. */
  append(record: ApprovalRecord): void {
    this.#lines.append(JSON.stringify(masked(record)));
  }

  /** Resolves when everything is written, or given up. */
  flush(): Promise<void> {
    return this.#lines.flush();
  }

  /** Asked right after a record was added: whether it is on disk. What is not written down must not be approved. */
  isWhole(): Promise<boolean> {
    return this.#lines.isWhole();
  }

  /** For the last words of a process that is about to end. */
  flushNow(): void {
    this.#lines.flushNow();
  }
}

export function approvalFile(stateDirectory: string): string {
  return join(stateDirectory, "approvals.jsonl");
}

/** Where the decisions are, the oldest first; the last file is being written. */
export function approvalFiles(stateDirectory: string): readonly string[] {
  return filesOf(approvalFile(stateDirectory), FILES_KEPT);
}

/** All that is known, the oldest first, one record for each prompt. */
export async function readApprovals(stateDirectory: string): Promise<readonly ApprovalRecord[]> {
  const lines: string[] = [];
  for (const file of approvalFiles(stateDirectory)) {
    const found = await readPrivate(file, MOST_BYTES);
    if (found.type === "text") lines.push(...found.text.split("\n"));
  }
  return mergeApprovals(lines.flatMap((line) => readApproval(line) ?? []));
}

/** One for each prompt: of the records about it the last, in the place of the first. */
export function mergeApprovals(records: readonly ApprovalRecord[]): readonly ApprovalRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** One line of the file; undefined where it is none that we wrote. */
export function readApproval(line: string): ApprovalRecord | undefined {
  const row = asObject(parseJson(line));
  if (row === undefined) return undefined;
  const [id, time, cwd, tool, why] = ["id", "time", "cwd", "tool", "why"].map((key) => asString(row[key]));
  const input = asObject(row["input"]);
  const [source, by, mode] = [oneOf(SOURCES, row["source"]), oneOf(BY, row["by"]), oneOf(MODES, row["mode"])];
  const [verdict, outcome] = [oneOf(VERDICTS, row["verdict"]), oneOf(OUTCOMES, row["outcome"])];
  if (id === undefined || time === undefined || Number.isNaN(Date.parse(time))) return undefined;
  if (cwd === undefined || tool === undefined || why === undefined || input === undefined) return undefined;
  if (!source || !by || !mode || !verdict || !outcome) return undefined;
  return {
    id,
    time,
    session: asString(row["session"]),
    cwd,
    tool,
    input,
    source,
    by,
    mode,
    verdict,
    rule: asString(row["rule"]),
    why,
    delayMs: asNumber(row["delayMs"]),
    pressed: row["pressed"] === true,
    outcome,
  };
}

/** A reason quotes the command, and a rule may be one. */
function masked(record: ApprovalRecord): ApprovalRecord {
  const { input, rule, why } = record;
  return {
    ...record,
    input: maskInput(input),
    rule: rule === undefined ? undefined : maskSecrets(rule),
    why: maskSecrets(why),
  };
}

const FILES_KEPT = 5;
// A file is moved away at 1 MB, after the write that made it so large.
const MOST_BYTES = 16 * 1024 * 1024;

const OUTCOMES = ["pending", "approved", "answered", "left", "person", "changed", "stuck"] as const;
const SOURCES = ["hook", "transcript", "screen"] as const;
const BY = ["wrapper", "hook"] as const;
const MODES = ["off", "rules", "all"] as const;
const VERDICTS = ["allow", "ask", "deny"] as const;

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}
