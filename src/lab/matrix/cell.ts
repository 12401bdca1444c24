import { PatternDetector, type LimitEvent } from "../../claude/limits/pattern-detector.js";
import { readLimit, type Limit, type LimitKind } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import type { Screen } from "../../claude/screen/screen.js";
import { readScreen } from "../../claude/screen/screen-reading.js";
import { readRow } from "../../claude/transcript/transcript.js";
import { setTimeout as sleep } from "node:timers/promises";
import { mainTranscript } from "../capture/fixture.js";
import { DAY_MS, HOUR_MS } from "../capture/scene.js";
import { Stage } from "../capture/stage.js";
import { LAB_TIME_ZONE, startSession } from "../session/start-session.js";
import { replies, StandInApi } from "../api/stand-in-api.js";

/** A kind of limit that the API gives out, and what a reader should make of it. */
export interface LimitCase {
  readonly name: string;
  readonly claim: string;
  readonly overage?: string;
  readonly afterMs: number;
  readonly kind: LimitKind;
}

export const LIMIT_CASES: readonly LimitCase[] = [
  { name: "five-hour", claim: "five_hour", afterMs: 2 * HOUR_MS, kind: "five-hour" },
  { name: "weekly", claim: "seven_day", afterMs: 3 * DAY_MS, kind: "weekly" },
  { name: "Opus", claim: "seven_day_opus", afterMs: 2 * DAY_MS, kind: "model" },
  { name: "Sonnet", claim: "seven_day_sonnet", afterMs: 2 * DAY_MS, kind: "model" },
  { name: "overage", claim: "overage", afterMs: 3 * DAY_MS, kind: "overage" },
  { name: "a new claim", claim: "thirty_day_fable", afterMs: 4 * DAY_MS, kind: "unknown" },
  {
    name: "five-hour, out of credits",
    claim: "five_hour",
    overage: "out_of_credits",
    afterMs: 2 * HOUR_MS,
    kind: "five-hour",
  },
];

/**
 * How much of a limit was read: `all`; `reset`, where the kind is not told; `other`, the reset beside another kind;
 * `kind`, where the time is not told; `hour`, the right time on a wrong day; `none`.
 */
export type Accuracy = "all" | "reset" | "other" | "kind" | "hour" | "none";

export interface MatrixCell {
  readonly screen: Accuracy;
  readonly bytes: Accuracy;
  readonly transcript: Accuracy;
  /** What the screen was read as. */
  readonly state: string;
  /** The sentence as it was shown; empty where none was read. */
  readonly text: string;
}

/** Runs that release into that limit and reads it from all three sources. `watch` gets the screen that is read. */
export async function measure(
  release: string,
  limitCase: LimitCase,
  watch: (screen: Screen) => void = () => undefined,
): Promise<MatrixCell> {
  const api = await StandInApi.start(replies({ type: "text", text: "Done." }));
  try {
    const session = await startSession(api, { release });
    try {
      const stage = new Stage(session, api, release);
      await stage.ready();
      const { resetsAt } = stage.limitWith(limitCase.claim, limitCase.afterMs, limitCase.overage);
      await stage.prompt("do more please");
      await stage.answered();
      const moment = { now: new Date(), timeZone: LAB_TIME_ZONE };
      const truth = { kind: limitCase.kind, resetsAt: new Date(resetsAt * 1000) };
      const screen = await session.screen();
      watch(screen);
      const reading = readScreen(screen, moment);
      return {
        screen: accuracyOf(reading.limit, truth),
        bytes: accuracyOf(await readBytes(await session.bytes(), moment), truth),
        transcript: accuracyOf(readTranscript(await mainTranscript(session.home)), truth),
        state: reading.state,
        text: reading.limit?.text ?? "",
      };
    } finally {
      await session.close();
    }
  } finally {
    await api.close();
  }
}

export function accuracyOf(
  read: Pick<Limit, "kind" | "resetsAt"> | undefined,
  truth: { readonly kind: LimitKind; readonly resetsAt: Date },
): Accuracy {
  if (read === undefined) return "none";
  const isKind = read.kind === truth.kind;
  if (read.resetsAt === undefined) return isKind ? "kind" : "none";
  // Screens tell the minute, rounded down.
  const apartMs = Math.abs(read.resetsAt.getTime() - truth.resetsAt.getTime());
  if (apartMs < 60_000) return isKind ? "all" : read.kind === "unknown" ? "reset" : "other";
  const fromDay = apartMs % DAY_MS;
  return Math.min(fromDay, DAY_MS - fromDay) < 60_000 ? "hour" : "none";
}

async function readBytes(bytes: Buffer, moment: Moment): Promise<Limit | undefined> {
  const detector = new PatternDetector({ now: () => moment.now, timeZone: moment.timeZone });
  const seen: LimitEvent[] = [];
  detector.on("limit", (event) => seen.push(event));
  for (let at = 0; at < bytes.length; at += 4096) detector.feed(bytes.subarray(at, at + 4096));
  // A message without an end is reported after a short quiet.
  if (seen.length === 0) await sleep(1000);
  const event = seen[0];
  if (event === undefined) return undefined;
  const limit = readLimit(event.rawMatch, moment);
  return limit && { ...limit, resetsAt: event.resetTime ?? undefined };
}

function readTranscript(jsonl: string): Limit | undefined {
  for (const row of jsonl.split("\n").toReversed()) {
    const event = readRow(row, { timeZone: LAB_TIME_ZONE });
    if (event?.type === "limitSeen") return event.limit;
  }
  return undefined;
}
