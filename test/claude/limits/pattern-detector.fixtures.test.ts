import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { readLimit } from "../../../src/claude/limits/limit.js";
import { PatternDetector } from "../../../src/claude/limits/pattern-detector.js";
import type { LimitEvent, PatternDetectorOptions } from "../../../src/claude/limits/pattern-detector.js";
import type { Search } from "../../../src/claude/transcript/stream-reader.js";
import { holdsWholeAnchor } from "../../../src/claude/limits/banner-anchors.js";

const FIXTURES = join(import.meta.dirname, "../../fixtures");

const SOME: unknown = expect.any(String);
const ANY_MINUTE: unknown = expect.toBeOneOf([null, expect.any(Number)]);
const OLD_BANNER: unknown = expect.stringMatching(/^Claude usage limit reached. Your limit will reset at /);

function detect(stream: string | Uint8Array, options: PatternDetectorOptions, search?: Search): LimitEvent[] {
  const events: LimitEvent[] = [];
  const detector = new PatternDetector(options).on("limit", (event) => events.push(event));
  detector.feed(stream, search);
  return events;
}

interface Case {
  readonly release: string;
  readonly capturedAt: string;
  readonly timeZone: string;
  readonly claim?: string;
  readonly overage?: string | null;
  readonly resetsAt?: number;
  readonly banner?: string;
  readonly limit?: Truth | null;
  readonly pastLimit?: Truth | null;
}

interface Truth {
  readonly claim: string;
  readonly overage: string | null;
  readonly resetsAt: number;
}

interface Fixture {
  readonly name: string;
  readonly truth: Case;
  readonly bytes: Buffer;
}

function fixtures(folder: string): Fixture[] {
  return readdirSync(join(FIXTURES, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("case.json") && existsSync(join(FIXTURES, folder, path, "../bytes.raw")))
    .map((path) => ({
      name: join(path, ".."),
      truth: JSON.parse(readFileSync(join(FIXTURES, folder, path), "utf8")) as Case,
      bytes: readFileSync(join(FIXTURES, folder, path, "../bytes.raw")),
    }));
}

/** What the events of a fixture say, as far as a screen can tell it. The same from bytes and from text. */
function seenIn({ truth, bytes }: Fixture): Seen[] {
  // A stream is watched as it comes: the banner of a limit that is over by now was seen before its reset.
  const seenAtMs = Math.min(Date.parse(truth.capturedAt), (truth.pastLimit?.resetsAt ?? Infinity) * 1000);
  const at = { now: new Date(seenAtMs), timeZone: truth.timeZone };
  const options = { now: () => at.now, timeZone: at.timeZone };
  const events = detect(bytes, options);
  expect(detect(bytes.toString("utf8"), options)).toEqual(events);
  // What is done in a flood is good enough for whatever a release was seen to write.
  expect(detect(bytes, options, "quick")).toEqual(events);
  expect(events.length === 0 || holdsWholeAnchor(bytes)).toBe(true);
  return events.map(({ resetTime, rawMatch }) => ({
    minute: resetTime && shownMinute(truth.release, resetTime.getTime() / 1000),
    kind: readLimit(rawMatch, at)?.kind,
    text: rawMatch,
  }));
}

interface Seen {
  readonly minute: number | null;
  readonly kind: string | undefined;
  readonly text: string;
}

/** The minute that the screen can name: 1.0.64 shows a time without its day. */
function shownMinute(release: string, epochSeconds: number): number {
  const minute = Math.floor(epochSeconds / 60);
  return release === "1.0.64" ? minute % (24 * 60) : minute;
}

/** The kinds that the screen names for a claim; with an overage it may name that instead. 1.0.64 names none. */
const KINDS: Record<string, string> = {
  five_hour: "five-hour",
  seven_day: "weekly",
  seven_day_opus: "model",
  seven_day_sonnet: "model",
};

describe("real limits", () => {
  const captures = fixtures("captures");

  it("are 64", () => {
    expect(captures).toHaveLength(64);
  });

  it.each(captures)("$name", (fixture) => {
    const { release, claim = "", resetsAt = 0, overage, banner = "" } = fixture.truth;
    const old = release === "1.0.64";
    expect(seenIn(fixture)).toEqual([
      {
        minute: shownMinute(release, resetsAt),
        kind: old ? "unknown" : overage ? SOME : (KINDS[claim] ?? SOME),
        text: old ? OLD_BANNER : banner,
      },
    ]);
  });
});

/**
 * What the bytes cannot tell: where an answer is one of its own banners word for word, Claude Code from 2.0.72 on
 * draws it as one; 1.0.64 calls a throttle a limit. And a stop that money ends is reported, without a time.
 */
const AS_DRAWN: readonly (readonly [RegExp, unknown])[] = [
  [/\/credit-balance$/, expect.stringMatching(/^Credit balance too low/)],
  [/^1\.0\.64\/throttle-called-limit$/, expect.stringMatching(/^Claude usage limit reached/)],
  [/^2\..*\/quote-is-the-answer$/, expect.stringMatching(/^You've hit your session limit/)],
];

function expectedOf({ name, truth, bytes }: Fixture): unknown[] {
  const drawn = AS_DRAWN.find(([scene]) => scene.test(name));
  if (drawn)
    return [
      {
        minute: ANY_MINUTE,
        kind: SOME,
        text: drawn[1],
      },
    ];
  const limit = truth.limit ?? truth.pastLimit;
  if (!limit) return [];
  // From 2.1.197 on no reset is named where an admin's spend cap is reached.
  const unnamed = limit.overage === "org_spend_cap_reached" && bytes.includes(" spend limit ");
  const minute = unnamed ? null : shownMinute(truth.release, limit.resetsAt);
  return [{ minute, kind: SOME, text: SOME }];
}

describe("every state", () => {
  it.each(fixtures("states"))("$name", (fixture) => {
    expect(seenIn(fixture)).toEqual(expectedOf(fixture));
  });
});
