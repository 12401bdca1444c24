import type { LimitKind } from "../claude/limits/limit.js";
import type { Transient } from "../claude/limits/transient.js";
import { TRANSIENT_WORDINGS } from "../claude/limits/wordings.js";
import type { ControlRefusal } from "../store/rpc/control-protocol.js";
import type { SessionRecord, StopRecord } from "../store/records/session-record.js";
import type { Life, Stop, Why } from "../session/life/life.js";
import { textOf } from "../session/life/life.js";

type LifeRecord = Pick<SessionRecord, "state" | "stop" | "dueAt" | "attempts" | "why">;

/** A life as the record on disk has it. */
export function describeLife(life: Life): LifeRecord {
  if (life.tag === "RUNNING") {
    return { state: "RUNNING", stop: undefined, dueAt: undefined, attempts: 0, why: undefined };
  }
  return {
    state: life.tag,
    stop: recordOfStop(life.stop),
    dueAt: life.tag === "WAITING" ? iso(life.dueAt) : undefined,
    attempts: life.tag === "RESUMING" ? life.plan.tries : 0,
    why: life.tag === "NEEDS_YOU" ? sayWhy(life.why, life.inTheWay) : undefined,
  };
}

/** The stop of a record that another wrapper left; undefined where it holds none. */
export function stopOfRecord({ stop }: SessionRecord): Stop | undefined {
  return stop && stopOf(stop);
}

export function stopOf(stop: StopRecord): Stop {
  const at = Date.parse(stop.seenAt);
  if (!isLimitKind(stop.kind)) {
    const kind = TRANSIENT_WORDINGS.find((wording) => wording.kind === stop.kind)?.kind ?? "unknown";
    const transient: Transient = { kind, retrying: false, text: stop.text };
    return { type: "transient", transient, at, source: "transcript", firstAt: at, fruitless: 0 };
  }
  const resetsAt = stop.resetsAt === undefined ? undefined : new Date(stop.resetsAt);
  const limit = { kind: stop.kind, model: undefined, resetsAt, waitingHelps: true, text: stop.text };
  return { type: "limit", limit, at, source: "transcript", fruitless: 0 };
}

/** Why a session in that state can do nothing when it is told to resume or to stop waiting; undefined if it can. */
export function nothingToDo(order: "resume" | "cancel", state: Life["tag"]): ControlRefusal | undefined {
  if (state === "RUNNING") return NOT_WAITING;
  if (order === "cancel" || state === "WAITING" || state === "NEEDS_YOU") return undefined;
  return { ...NOT_WAITING, says: "this session is being resumed already" };
}

export const NOT_WAITING: ControlRefusal = {
  ok: false,
  code: "NOTHING_TO_DO",
  says: "this session is not waiting",
  fix: "cac status shows what each session does",
};

/** Why the person is needed, and what they can do, in one sentence. */
export function sayWhy(why: Why, what: string | undefined): string {
  switch (why) {
    case "waitingDoesNotHelp":
      return "waiting does not bring it back: see /usage in Claude Code";
    case "inTheWay":
      return `${IN_THE_WAY[what ?? ""] ?? "no prompt of Claude Code can be seen"}; it goes on when the prompt is free`;
    case "triesUsedUp":
      return "the prompt was sent three times and the session does not go on; look at it, or: cac resume";
    case "failsForTooLong":
      return "it has failed for two hours; look at it, or: cac resume";
    case "failed":
      return `Claude Code answers with an error: ${what ?? ""}`;
    case "terminalGone":
      return `its terminal is gone; ${what ?? "open it again"}`;
    case "stoodAside":
      return "cac failed too often and leaves the session to you; what happened: cac logs";
    default:
      return why satisfies never;
  }
}

const IN_THE_WAY: Readonly<Record<string, string>> = {
  permission: "a permission prompt waits for your answer",
  question: "a question waits for your answer",
  plan: "a plan waits for your approval",
  trust: "the trust dialog waits for your answer",
  bypass: "the warning of the bypass mode waits for your answer",
  busy: "the session looks busy, and nothing of its turn comes",
  dialog: "a dialog is open",
  draft: "a draft is in the way that this release cannot put aside",
  "shell-mode": "the prompt is in shell mode",
  "limit-menu": "the limit menu does not close",
  vim: "the prompt does not leave vim's NORMAL mode",
};

const LIMIT_KINDS: readonly LimitKind[] = ["five-hour", "weekly", "model", "overage", "spend", "unknown"];

function isLimitKind(kind: string): kind is LimitKind {
  return LIMIT_KINDS.some((each) => each === kind);
}

function recordOfStop(stop: Stop): StopRecord {
  const seenAt = iso(stop.at);
  if (stop.type === "transient") return { kind: stop.transient.kind, text: textOf(stop), seenAt };
  return {
    kind: stop.limit.kind,
    text: textOf(stop),
    resetsAt: stop.limit.resetsAt?.toISOString(),
    seenAt,
  };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
