import { readRow, type TranscriptEvent } from "../../claude/transcript/transcript.js";
import type { TranscriptRow } from "../session/lab-session.js";
import { CONTINUE, HAIKU, HAIKU_FILE, isContinue, type ModelExchange } from "./model.js";

/** What is left when the session has been played: everything that the proof is made of. */
export interface DemoRecord {
  readonly exchanges: readonly ModelExchange[];
  readonly resetsAt: Date | undefined;
  readonly safetyBufferMs: number;
  readonly rows: readonly TranscriptRow[];
  readonly titles: readonly string[];
  /** The file that the job asks for: as it was when the limit hit, and as it is now; undefined where there is none. */
  readonly fileAtLimit: string | undefined;
  readonly fileNow: string | undefined;
}

/** One thing that was claimed, whether it holds, and by what it is known. */
export interface Claim {
  readonly claim: string;
  readonly holds: boolean;
  readonly shown: string;
}

/** All of them have to hold. */
export function checkClaims(evidence: DemoRecord): Claim[] {
  return [
    limitHit(evidence),
    titleCounted(evidence),
    waited(evidence),
    once(evidence),
    written(evidence),
    done(evidence),
  ];
}

// After the reset and the safety buffer; a later resume is too late.
const LATEST_MS = 15_000;

function limitHit({ rows }: DemoRecord): Claim {
  const limits = eventsOf(rows).filter((event) => event.type === "limitSeen");
  const text = limits.map((event) => event.limit.text)[0];
  return {
    claim: "Claude Code stopped at its five-hour limit",
    // 1.0.64 does not say which limit it was.
    holds: limits.length === 1 && /^(?:five-hour|unknown)$/.test(limits[0]?.limit.kind ?? ""),
    shown: limits.length === 1 ? `"${text}"` : `${limits.length} limits in the transcript`,
  };
}

function titleCounted({ titles }: DemoRecord): Claim {
  const counted = [...new Set(titles.filter(isCountdown))];
  const isBack = !isCountdown(titles.at(-1) ?? "");
  return {
    claim: "the window's title counted down, and is as it was",
    holds: counted.length > 1 && isBack,
    shown:
      counted.length > 1
        ? `"${counted[0]}" … "${counted.at(-1)}"`
        : `${counted.length} titles with a countdown`,
  };
}

export function isCountdown(title: string): boolean {
  return title.startsWith("⏳");
}

function waited({ exchanges, resetsAt }: DemoRecord): Claim {
  const limitAt = exchanges.find(({ answered }) => answered === "limit")?.at;
  // 2.0.72 and older ask once more by themselves, with the same tool's result.
  const early = exchanges.filter(
    ({ asked, at }) => asked.type === "prompt" && limitAt && resetsAt && at > limitAt && at < resetsAt,
  ).length;
  return {
    claim: "nothing was sent to the model before the reset",
    holds: limitAt !== undefined && resetsAt !== undefined && early === 0,
    shown: `${count(early, "prompt")} between ${clock(limitAt)} and ${clock(resetsAt)}`,
  };
}

function once({ exchanges, resetsAt, safetyBufferMs }: DemoRecord): Claim {
  const sent = exchanges.filter(isContinue);
  const afterMs = (sent[0]?.at.getTime() ?? 0) - (resetsAt?.getTime() ?? 0);
  const others = exchanges.filter(
    (each) => each.asked.type === "prompt" && !isContinue(each) && resetsAt && each.at >= resetsAt,
  );
  const isInTime = afterMs >= safetyBufferMs && afterMs <= safetyBufferMs + LATEST_MS;
  return {
    claim: `"${CONTINUE}" reached it exactly once`,
    holds: sent.length === 1 && others.length === 0 && isInTime,
    shown:
      sent.length === 1
        ? `${seconds(afterMs)} after the reset, ${seconds(safetyBufferMs)} of that as a safety buffer`
        : `${sent.length} times`,
  };
}

function written({ rows }: DemoRecord): Claim {
  const events = eventsOf(rows);
  const prompts = events.filter((event) => event.type === "promptSent" && event.text.trim() === CONTINUE);
  const after = events.filter(
    (event) => event.type === "assistantSpoke" && prompts[0] && event.at > prompts[0].at,
  );
  return {
    claim: "the transcript says the same",
    holds: prompts.length === 1 && after.length > 0,
    shown: `${count(prompts.length, "row")} with "${CONTINUE}", ${count(after.length, "answer")} after it`,
  };
}

function done({ fileAtLimit, fileNow }: DemoRecord): Claim {
  return {
    claim: `the job is done: ${HAIKU_FILE} is written`,
    holds: fileAtLimit === undefined && fileNow === HAIKU,
    shown: `${fileAtLimit === undefined ? "missing" : "there"} at the limit, ${fileNow === undefined ? "missing" : `${fileNow.length} characters`} now`,
  };
}

function eventsOf(rows: readonly TranscriptRow[]): TranscriptEvent[] {
  const context = { timeZone: "UTC", now: new Date(0) };
  return rows
    .map((row) => readRow(JSON.stringify(row), context))
    .filter((event) => event !== undefined)
    .filter((event) => !event.sidechain);
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** The time of day on the machine's clock. */
export function clock(at: Date | undefined): string {
  return at === undefined ? "?" : at.toLocaleTimeString("en-GB");
}
