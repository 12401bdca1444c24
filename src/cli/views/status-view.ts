import { clockTime, countdown } from "../../time/clock-face.js";
import { harmless } from "../../notify/plain-text.js";
import type { SessionView } from "../../hub/hub.js";
import { carryOn } from "../../hub/wrapped-sessions.js";

export interface StatusLook {
  readonly now: Date;
  readonly home: string;
  readonly color: boolean;
  /** The width to keep to; undefined where nobody looks at lines. */
  readonly columns?: number | undefined;
  readonly timeZone?: string;
}

/** The documented shape of `cac status --json`, one for each session. */
export function jsonOfSession(session: SessionView, now: Date): object {
  const { record, kind, life, answers, refusals, prompt, screen = null, persona } = session;
  const { stop, ended } = record;
  return {
    id: record.id,
    kind,
    life,
    answers,
    state: record.state,
    directory: record.cwd,
    command: record.command.length > 0 ? record.command : null,
    release: record.release ?? null,
    pid: record.pid > 0 ? record.pid : null,
    claudeSessionId: record.claudeSessionId ?? null,
    transcript: record.transcript ?? null,
    stop: stop
      ? { kind: stop.kind, text: stop.text, resetsAt: stop.resetsAt ?? null, seenAt: stop.seenAt }
      : null,
    dueAt: record.dueAt ?? null,
    secondsLeft: record.dueAt === undefined ? null : Math.ceil(leftMs(record.dueAt, now) / 1000),
    attempts: record.attempts,
    why: record.why ?? null,
    refusals,
    prompt: prompt ? { ...prompt, since: new Date(prompt.since).toISOString() } : null,
    screen,
    persona: persona?.name ?? null,
    ended: ended ? { at: ended.at, exitCode: ended.exitCode, signal: ended.signal ?? null } : null,
    carryOn: life === "left" ? carryOn(record) : null,
    startedAt: record.startedAt,
    updatedAt: record.updatedAt,
  };
}

/** What `cac status` prints, line by line. */
export function statusLines(sessions: readonly SessionView[], look: StatusLook): string[] {
  const left = sessions.filter(({ life }) => life === "left");
  const others = sessions.filter(({ life }) => life !== "left");
  if (sessions.length === 0) return ["No session runs under cac, and no other waits. Start one with: cac"];
  return [
    ...(others.length > 0 ? table(others, look) : ["No session runs under cac now."]),
    ...(left.length > 0 ? ["", "Left behind by wrappers that are gone:", ...leftLines(left, look)] : []),
  ];
}

function table(sessions: readonly SessionView[], look: StatusLook): string[] {
  const rows = sessions.map((session) => [
    session.record.id,
    stateOf(session, look),
    directoryOf(session, look),
    stopOf(session),
    dueOf(session, look),
  ]);
  const head = ["ID", "STATE", "DIRECTORY", "STOPPED BY", "CONTINUES"];
  const [first = "", ...lines] = aligned([head, ...rows], look);
  const indent = " ".repeat(Math.max(...rows.map(([id = ""]) => id.length)) + GAP.length);
  return [
    paint(first, "dim", look),
    ...lines.flatMap((line, index) => {
      const session = sessions[index];
      if (session === undefined) return [];
      const { state } = session.record;
      const colored = line.replace(`[${state}]`, () => paint(`[${state}]`, COLORS[state], look));
      return [colored].concat(notesOf(session, look).map((reason) => `${indent}${harmless(reason)}`));
    }),
  ];
}

/** Why it needs the person, why it could not be reached, and the permission prompt that is open. */
function notesOf(session: SessionView, { now, timeZone }: StatusLook): readonly string[] {
  const { prompt, refusals, record } = session;
  const notes = record.why === undefined ? refusals : [record.why, ...refusals];
  if (prompt === undefined) return notes;
  const what = prompt.title === "" ? "permission" : prompt.title;
  const since = clockTime(new Date(prompt.since), now, timeZone);
  return [...notes, `asks since ${since}: ${what} (cac answer ${prompt.id} yes|no)`];
}

function leftLines(sessions: readonly SessionView[], look: StatusLook): string[] {
  const rows = sessions.map((session) => [
    session.record.id,
    wasTo(session, look),
    directoryOf(session, look),
    stopOf(session),
  ]);
  return aligned(rows, look).flatMap((line, index) => {
    const session = sessions[index];
    if (session === undefined) return [];
    return [
      line.replace("[LEFT]", () => paint("[LEFT]", "magenta", look)),
      `${INDENT}carry on: ${harmless(carryOn(session.record))}`,
      `${INDENT}drop it:  cac cancel ${session.record.id}`,
    ];
  });
}

function stateOf({ record, life, answers, persona }: SessionView, { now }: StatusLook): string {
  const { state, dueAt, attempts } = record;
  const words = [`[${state}]`];
  if (state === "WAITING" && dueAt !== undefined) {
    words.push(`Resuming in ${countdown(leftMs(dueAt, now), { hourDigits: 2 })}`);
  }
  if (state === "RESUMING" && attempts > 1) words.push(`try ${attempts}`);
  if (persona) words.push(`persona ${harmless(persona.name)}: ${persona.doing}`);
  if (life === "elsewhere") words.push("on another machine");
  else if (life === "queued") words.push(...(answers ? [] : ["(no daemon runs)"]));
  else if (!answers) words.push("(does not answer)");
  return words.join(" ");
}

function wasTo({ record }: SessionView, look: StatusLook): string {
  const { dueAt, state } = record;
  if (state === "NEEDS_YOU") return "[LEFT] needed you";
  if (dueAt === undefined) return "[LEFT] was about to continue";
  const due = new Date(dueAt);
  const tense = due > look.now ? "is to continue" : "was to continue";
  return `[LEFT] ${tense} ${clockTime(due, look.now, look.timeZone)}`;
}

function stopOf({ record: { stop } }: SessionView): string {
  if (stop === undefined) return "";
  return harmless(LIMITS.has(stop.kind) ? `${stop.kind} limit` : stop.kind);
}

const LIMITS = new Set(["five-hour", "weekly", "model", "overage", "spend"]);

function dueOf({ record: { dueAt } }: SessionView, { now, timeZone }: StatusLook): string {
  return dueAt === undefined ? "" : clockTime(new Date(dueAt), now, timeZone);
}

function directoryOf({ record: { cwd } }: SessionView, { home }: StatusLook): string {
  return harmless(cwd === home ? "~" : cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd);
}

function leftMs(dueAt: string, now: Date): number {
  return Math.max(0, Date.parse(dueAt) - now.getTime());
}

const GAP = "  ";
const INDENT = "       ";
const DIRECTORY = 2;
const SHORTEST = 12;

/** Rows as lines, in columns. Where they are too wide the directory gives way, from its beginning. */
function aligned(rows: readonly (readonly string[])[], { columns }: StatusLook): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  const directory = widths[DIRECTORY] ?? 0;
  widths[DIRECTORY] = Math.max(
    Math.min(SHORTEST, directory),
    directory - Math.max(0, total - (columns ?? Infinity)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => shortened(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function shortened(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - width + 1)}`;
}

const COLORS = {
  RUNNING: "green",
  LIMIT_DETECTED: "yellow",
  WAITING: "yellow",
  RESUMING: "cyan",
  NEEDS_YOU: "red",
} as const;
const CODES = { dim: 2, red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36 } as const;

function paint(text: string, color: keyof typeof CODES, { color: isOn }: StatusLook): string {
  return isOn ? `\x1b[${CODES[color]}m${text}\x1b[0m` : text;
}
