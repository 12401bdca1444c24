import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLimit } from "../../src/claude/limits/limit.js";
import { PatternDetector } from "../../src/claude/limits/pattern-detector.js";
import { screenOfText } from "../../src/claude/screen/screen.js";
import { readScreen } from "../../src/claude/screen/screen-reading.js";
import { readRow } from "../../src/claude/transcript/transcript.js";
import { EmulatedScreen } from "../../src/terminal/emulator/emulated-screen.js";
import { minuteOf, shownLimit } from "../support/claude/state-fixtures.js";

/** Real limits with their truth: 8 releases by 8 kinds. */
interface CaptureCase {
  readonly release: string;
  readonly claim: string;
  readonly overage: string | null;
  readonly capturedAt: string;
  readonly resetsAt: number;
  readonly timeZone: string;
  readonly columns: number;
  readonly rows: number;
}

const MINUTES = "2026-11-15T19:09".length;
const CAPTURES = join(import.meta.dirname, "../fixtures/captures");

const captures = readdirSync(CAPTURES).flatMap((release) =>
  readdirSync(join(CAPTURES, release)).map((scene) => {
    const directory = join(CAPTURES, release, scene);
    const truth = JSON.parse(readFileSync(join(directory, "case.json"), "utf8")) as CaptureCase;
    const at = { now: new Date(truth.capturedAt), timeZone: truth.timeZone };
    const shown = shownLimit({ ...truth, scene, limit: truth });
    return {
      name: `${release}/${scene}`,
      read: (file: string) => readFileSync(join(directory, file)),
      truth,
      at,
      shown,
    };
  }),
);

const seen = (limit: ReturnType<typeof readLimit>) =>
  limit && { kind: limit.kind, model: limit.model, resetsAt: minuteOf(limit.resetsAt) };

describe("the 64 captures", () => {
  it("are all there", () => expect(captures).toHaveLength(64));

  it.each(captures)("$name is read from the screen's text", ({ read, at, shown }) => {
    expect(seen(readScreen(screenOfText(read("screen.txt").toString()), at).limit)).toEqual(shown);
  });

  it.each(captures)("$name is read from the bytes, drawn", async ({ read, truth, at, shown }) => {
    const emulator = new EmulatedScreen(truth);
    await emulator.write(read("bytes.raw"));
    expect(seen(readScreen(emulator.read(), at).limit)).toEqual(shown);
  });

  it.each(captures)("$name is read from the bytes, as a stream", ({ read, at, shown }) => {
    const detector = new PatternDetector({ now: () => at.now, timeZone: at.timeZone });
    const found: ReturnType<typeof seen>[] = [];
    detector.on("limit", ({ rawMatch, resetTime }) => {
      found.push(seen(readLimit(rawMatch, at)));
      expect(minuteOf(resetTime ?? undefined)).toEqual(shown?.resetsAt);
    });
    detector.feed(read("bytes.raw"));
    expect(found).toEqual([shown]);
  });

  it.each(captures)("$name is read from the transcript", ({ read, truth, shown }) => {
    const limits = read("transcript.jsonl")
      .toString()
      .trim()
      .split("\n")
      .map((line) => readRow(line, { timeZone: truth.timeZone }))
      .flatMap((event) => (event?.type === "limitSeen" ? [event.limit] : []));
    expect(limits).toHaveLength(1);
    const exact = new Date(truth.resetsAt * 1000).toISOString();
    const hasQuota = read("transcript.jsonl").includes("quotaLimits");
    // An epoch in the text (1.0.64) or quotaLimits (2.1.234 and later) is exact; a banner is to the minute.
    const precision = hasQuota || truth.release === "1.0.64" ? exact.length : MINUTES;
    expect(limits[0]?.resetsAt?.toISOString().slice(0, precision)).toBe(exact.slice(0, precision));
    const told = hasQuota && truth.claim === "overage" ? "overage" : shown?.kind;
    expect({ kind: limits[0]?.kind, model: limits[0]?.model }).toEqual({ kind: told, model: shown?.model });
  });
});
