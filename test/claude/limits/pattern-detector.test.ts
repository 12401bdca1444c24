import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readLimit } from "../../../src/claude/limits/limit.js";
import { PatternDetector } from "../../../src/claude/limits/pattern-detector.js";
import type { LimitEvent, PatternDetectorOptions } from "../../../src/claude/limits/pattern-detector.js";
import { LIMIT_WORDINGS } from "../../../src/claude/limits/wordings.js";

const AT = { now: () => new Date("2026-11-15T19:00:00Z"), timeZone: "America/New_York" };
const AT_NOON = { ...AT, now: () => new Date("2026-11-15T17:00:00Z") };
const SENTENCE = "You've hit your limit · resets 4pm (Europe/Berlin)";
const FOUR_IN_BERLIN = new Date("2026-11-16T15:00:00Z");

function detect(
  chunks: readonly (string | Uint8Array)[],
  options: PatternDetectorOptions = AT,
): LimitEvent[] {
  const events: LimitEvent[] = [];
  const detector = new PatternDetector(options).on("limit", (event) => events.push(event));
  for (const chunk of chunks) detector.feed(chunk);
  return events;
}

describe("completion, within the feed that brings it", () => {
  it.each<[string, string, LimitEvent]>([
    ["the zone's bracket", SENTENCE, { resetTime: FOUR_IN_BERLIN, rawMatch: SENTENCE }],
    [
      "the tenth digit of an epoch",
      "Claude AI usage limit reached|1760000400",
      { resetTime: new Date(1760000400_000), rawMatch: "Claude AI usage limit reached|1760000400" },
    ],
    [
      "the end of the line",
      "5-hour limit reached ∙ resets 5am\n",
      { resetTime: new Date("2026-11-16T10:00:00Z"), rawMatch: "5-hour limit reached ∙ resets 5am" },
    ],
    [
      "a move to another row",
      "Session limit reached ∙ resets 9:30pm\x1b[1B",
      { resetTime: new Date("2026-11-16T02:30:00Z"), rawMatch: "Session limit reached ∙ resets 9:30pm" },
    ],
    [
      "the end of the line, where waiting does not help",
      "You've hit your team's shared budget. /model to switch models.\n",
      { resetTime: null, rawMatch: "You've hit your team's shared budget. /model to switch models." },
    ],
  ])("%s", (_, text, event) => {
    expect(detect([text.slice(0, -1)])).toEqual([]);
    expect(detect([text])).toEqual([event]);
    expect(detect(Array.from(text))).toEqual([event]);
    expect(detect(Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)))).toEqual([event]);
  });

  it.each<[string, string]>([
    ["a bracket before the zone's", "You've hit your (shared) limit · resets 4pm (Europe/Berlin)"],
    [
      "a zone wrapped inside its bracket",
      "  ⎿ \u00a0You've hit your limit · resets 4pm (Europe/\r\n     Berlin)",
    ],
  ])("%s", (_, text) => {
    expect(detect([text.slice(0, -1)])).toEqual([]);
    expect(detect([text])).toHaveLength(1);
  });

  it("reads a line of many brackets at its end", () => {
    const text = "You've hit your limit (a) (b) (c) (d) (e) · resets 4pm (Europe/Berlin)";
    const event = { resetTime: FOUR_IN_BERLIN, rawMatch: text };
    expect(detect([text])).toEqual([]);
    expect(detect([`${text}\n`])).toEqual([event]);
    expect(detect(Array.from(`${text}\n`))).toEqual([event]);
  });

  describe("or after a short quiet", () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it("reports what stands there", () => {
      const events = detect(["5-hour limit reached ∙ resets", " 5am"]);
      vi.advanceTimersByTime(100);
      expect(events).toEqual([]);
      vi.advanceTimersByTime(100);
      expect(events).toEqual([
        { resetTime: new Date("2026-11-16T10:00:00Z"), rawMatch: "5-hour limit reached ∙ resets 5am" },
      ]);
    });

    it("waits on while more comes, and not after reset()", () => {
      const events: LimitEvent[] = [];
      const detector = new PatternDetector(AT).on("limit", (event) => events.push(event));
      detector.feed("You've hit your session limit · resets 3pm");
      vi.advanceTimersByTime(140);
      detector.feed(" · ");
      vi.advanceTimersByTime(140);
      expect(events).toEqual([]);
      detector.reset();
      vi.advanceTimersByTime(1_000);
      expect(events).toEqual([]);
    });

    it("keeps no process alive", () => {
      const detector = new PatternDetector(AT);
      const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      vi.useRealTimers();
      detector.feed("You've hit your session limit · resets 3pm");
      // An unref'd timer is not listed.
      expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
      detector.reset();
    });
  });
});

describe("once until reset()", () => {
  it("ignores everything after the first", () => {
    expect(detect([SENTENCE, `\n${SENTENCE}\n`, `${SENTENCE}\n`])).toHaveLength(1);
    expect(detect([`${SENTENCE}\n${SENTENCE}\n`])).toHaveLength(1);
  });

  it("watches anew after reset(), also without a line break between", () => {
    const handler = vi.fn();
    const detector = new PatternDetector(AT).on("limit", handler);
    detector.feed(SENTENCE);
    detector.reset();
    detector.feed(SENTENCE);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("forgets a message that was begun", () => {
    const handler = vi.fn();
    const detector = new PatternDetector(AT).on("limit", handler);
    detector.feed("You've hit your ");
    detector.reset();
    detector.feed("limit · resets 3pm (UTC)\n");
    expect(handler).not.toHaveBeenCalled();
  });

  it("watches the rest of the chunk when a listener resets it", () => {
    const seen: string[] = [];
    const detector = new PatternDetector(AT);
    detector.on("limit", ({ rawMatch }) => {
      seen.push(rawMatch);
      detector.reset();
    });
    detector.feed(
      "You've hit your limit · resets 3pm (UTC) · saved\r\nmore\r\nWeekly limit reached ∙ resets 5pm\r\n",
    );
    expect(seen).toEqual(["You've hit your limit · resets 3pm (UTC)", "Weekly limit reached ∙ resets 5pm"]);
  });
});

/** WORDINGS.md: blocking, with and without a reset. */
const BANNERS = [
  "Claude AI usage limit reached|1794774674",
  "Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5)",
  "5-hour limit reached · resets 2am (America/Toronto)",
  "Session limit reached ∙ resets 9:30pm",
  "Weekly limit reached ∙ resets Oct 9, 5pm",
  "limit reached ∙ resets 2pm",
  "Spending cap reached resets 3:30pm",
  "You've hit your limit · resets 3am · progress saved",
  "You’ve hit your Opus limit · resets 3:45pm",
  "You have hit your weekly limit · resets Mon 12:00am",
  "You're out of extra usage · resets 11:30am (Asia/Colombo)",
  "You've hit your org's monthly spend limit · ask your admin to raise it at claude.ai/admin-settings/usage · your session limit resets 9am (UTC)",
  "You've reached your Fable 5 limit. Run /usage-credits to continue or switch models with /model.",
  "You're out of usage credits. Run /usage-credits to keep using it",
  "You've hit your usage credit limit",
  "Your seat type doesn't include usage credits",
  "Your usage allocation has been disabled by your admin",
  "Credit balance is too low",
];

describe.each(BANNERS)("%s", (banner) => {
  const draw: Record<string, (text: string) => string> = {
    "as a line": (text) => `before\r\n${text}\r\n`,
    "behind its sign": (text) => `> go on\r\n  ⎿ \u00a0\x1b[38;5;211m${text}\x1b[39m\r\n`,
    "in words placed by columns": (text) => {
      let column = 6;
      const words = text.split(" ").map((word) => {
        const placed = `\x1b[${column}G${word}`;
        column += word.length + 1;
        return placed;
      });
      return `\x1b[?2026h\x1b[H\r\x1b[11B\x1b[38;5;246m  ⎿ \u00a0${words.join("")}\r\x1b[2B\x1b[?2026l`;
    },
    "with a colour change between any two letters": (text) =>
      `\r\n${Array.from(text).join("\x1b[38;5;216m")}\r\n`,
    "with a title set inside its words": (text) =>
      `\n${text.replaceAll(/[ae](?=[a-z])/g, "$&\x1b]0;✳ Claude\x07\x1b[?25l")}\n`,
  };

  it.each(Object.entries(draw))("%s", (_, drawn) => {
    const stream = `${"filler line\r\n".repeat(1_000)}${drawn(banner)}✻ Done\r\n`;
    const expected = readLimit(banner, { now: AT.now(), timeZone: AT.timeZone });
    for (const chunks of [[stream], [Buffer.from(stream)], stream.match(/[^]{1,7}/g) ?? []]) {
      const [event] = detect(chunks);
      expect(event?.resetTime).toEqual(expected?.resetsAt ?? null);
      expect(banner.startsWith(event?.rawMatch ?? "nothing")).toBe(true);
    }
  });
});

it("has an anchor for every wording", () => {
  const without = LIMIT_WORDINGS.filter(({ says }) => !/reached(?!\|)|balance|^\^you/.test(says.source));
  expect(without).toEqual([]);
});

describe("a banner over several lines", () => {
  it.each<[string, string, string | null, string]>([
    [
      "wrapped by the terminal",
      "Claude usage limit reached. Your limit will reset at 1pm\n(Etc/GMT+5).\n",
      "2026-11-15T18:00:00.000Z",
      "Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5)",
    ],
    [
      "wrapped below its sign",
      "  ⎿ \u00a0You've hit your weekly limit · resets Nov 18,\r\x1b[5C\x1b[1B3:55pm (America/New_York)\r\x1b[2B",
      "2026-11-18T20:55:00.000Z",
      "You've hit your weekly limit · resets Nov 18, 3:55pm (America/New_York)",
    ],
    [
      "over three lines",
      "  ⎿ \u00a0You've hit your\r\n     session limit · resets\r\n     3:55pm (America/New_York)\r\n",
      "2026-11-15T20:55:00.000Z",
      "You've hit your session limit · resets 3:55pm (America/New_York)",
    ],
    [
      "of two elements",
      "Usage limit reached\nResets Fri, Nov 20, 12:40 AM\n",
      "2026-11-20T05:40:00.000Z",
      "Usage limit reached Resets Fri, Nov 20, 12:40 AM",
    ],
    [
      "broken off, and another message follows",
      "  ⎿ \u00a0You've hit your weekly limit · resets\r\n\r\n✻ Baked for 0s\r\n",
      null,
      "You've hit your weekly limit · resets",
    ],
  ])("%s", (_, text, resetTime, rawMatch) => {
    const event = { resetTime: resetTime === null ? null : new Date(resetTime), rawMatch };
    expect(detect([text], AT_NOON)).toEqual([event]);
    expect(detect(Array.from(text), AT_NOON)).toEqual([event]);
  });
});

describe("not a banner", () => {
  it.each<[string, string]>([
    ["indented, as in an answer", `● The log says:\r\n\r\n  ${SENTENCE}\r\n`],
    ["the answer itself", `● ${SENTENCE}\r\n`],
    ["the answer itself, by columns", `●\x1b[3G${SENTENCE}\r\n`],
    [
      "a notice as an answer",
      "● Usage limit reached · continuing automatically at 3:39pm · esc to cancel\r\n",
    ],
    ["a prompt", `> ${SENTENCE}\r\n❯ ${SENTENCE}\r\n`],
    ["a draft, typed into its box", `\r\x1b[2C\x1b[3A${SENTENCE}\x1b[7m \x1b[27m\r\n`],
    ["a box", `│ ${SENTENCE} │\r\n`],
    ["a diff", `+${SENTENCE}\r\n- ${SENTENCE}\r\n+ ${SENTENCE}\r\n`],
    ["a numbered line", `12 ${SENTENCE}\r\n 3: ${SENTENCE}\r\n`],
    ["quoted", `"${SENTENCE}"\r\n'${SENTENCE}'\r\n\`${SENTENCE}\`\r\n`],
    ["in the middle of a sentence", `It said: ${SENTENCE}\r\n`],
    ["a tool's output", `● Bash(cat job.log)\r\n  ⎿ \u00a0${SENTENCE}\r\n`],
    [
      "a tool's output below a long header",
      `⏺ Bash(cat job.log && head\r\n      -n 2 job.log)\r\n  ⎿ \u00a0${SENTENCE}\r\n`,
    ],
    ["an MCP tool's output", `● lab - read (MCP)(file: "job.log")\r\n  ⎿ \u00a0${SENTENCE}\r\n`],
    ["a command of the shell mode", `! cat job.log\r\n  ⎿ \u00a0${SENTENCE}\r\n`],
    ["a pasted prompt, on its background", `> look:\r\n\x1b[48;5;237m  ⎿  ${SENTENCE} \x1b[49m\r\n`],
    [
      "a pasted prompt, on a background that was set before",
      `\x1b[48;5;237m❯ look:\x1b[39m   \r\x1b[1B\x1b[38;5;231m  ⎿  ${SENTENCE}\x1b[39m  \r\x1b[1B\x1b[49m`,
    ],
    ["a title", `\x1b]0;${SENTENCE}\x07\x1b]2;limit reached\x1b\\\r\n`],
    ["the middle of a huge line", `${"x".repeat(5_000)}${SENTENCE}\r\n`],
    ["a warning", "You've used 91% of your session limit · resets 12:40pm (Europe/Paris)\r\n"],
    ["an approach", "Approaching usage limit · resets at 12pm\r\n"],
    ["the context", "Context limit reached · /compact or /clear to continue\r\n"],
    ["subagents", "Concurrent subagent limit reached.\r\n"],
    [
      "the menu",
      "\x1b[3G❯\x1b[5G1.\x1b[8GStop\x1b[13Gand\x1b[17Gwait\x1b[22Gfor\x1b[26Glimit\x1b[32Gto\x1b[35Greset\r\n",
    ],
  ])("%s", (_, text) => {
    const after = `${text}✻ Done\r\n\r\n`;
    expect(detect([after])).toEqual([]);
    expect(detect(Array.from(after))).toEqual([]);
  });
});

describe("a user's pattern", () => {
  it("replaces the built-in ones", () => {
    const options = { ...AT, pattern: /CUSTOM_LIMIT_HIT/ };
    expect(detect([`${SENTENCE}\n`, "no"], options)).toEqual([]);
    expect(detect(["a CUSTOM_", "LIMIT_HIT"], options)).toEqual([
      { resetTime: null, rawMatch: "CUSTOM_LIMIT_HIT" },
    ]);
  });

  it.each<[string, RegExp | string, string, LimitEvent]>([
    [
      "a string ignores case",
      "quota used up",
      "Quota Used Up",
      { resetTime: null, rawMatch: "Quota Used Up" },
    ],
    ["g and y carry no state", /out/gy, "out", { resetTime: null, rawMatch: "out" }],
    ["^ and $ are a line's", /^stop$/, "one\nstop\ntwo", { resetTime: null, rawMatch: "stop" }],
    ["a match may span lines", /stop\s+here/, "one\nstop\nhere", { resetTime: null, rawMatch: "stop\nhere" }],
    [
      "a time in the match",
      /quota gone, resets .*/,
      "\x1b[31mquota\x1b[1Cgone,\x1b[0m resets 4pm (Europe/Berlin)",
      { resetTime: FOUR_IN_BERLIN, rawMatch: "quota gone, resets 4pm (Europe/Berlin)" },
    ],
    [
      "a time elsewhere in its line",
      /quota gone/,
      "a\nquota gone · resets 4pm (Europe/Berlin)\nb",
      { resetTime: FOUR_IN_BERLIN, rawMatch: "quota gone" },
    ],
    [
      "a time in a group",
      /back in business: (.*)/,
      "back in business: 4pm (Europe/Berlin)",
      { resetTime: FOUR_IN_BERLIN, rawMatch: "back in business: 4pm (Europe/Berlin)" },
    ],
  ])("%s", (_, pattern, text, event) => {
    expect(detect([text], { ...AT, pattern })).toEqual([event]);
    expect(detect([Buffer.from(text)], { ...AT, pattern })).toEqual([event]);
  });

  it("is found again after reset(), whatever its flags", () => {
    const handler = vi.fn();
    const detector = new PatternDetector({ pattern: /gone/g }).on("limit", handler);
    for (let round = 0; round < 3; round++) {
      detector.feed("gone\n");
      detector.reset();
    }
    expect(handler).toHaveBeenCalledTimes(3);
  });

  it("is found behind any amount of text in one chunk", () => {
    const filler = "a line of filler text\n".repeat(20_000);
    expect(detect([`${filler}gone\n${filler}`], { ...AT, pattern: /gone/ })).toHaveLength(1);
  });

  it("takes no place inside a long-gone line for the beginning of one", () => {
    const line = `${"stop ".repeat(30)}\n`;
    const chunks = Array.from({ length: 200 }, () => line);
    expect(detect(["go\n", ...chunks], { ...AT, pattern: /^(?:top|op|p) stop/ })).toEqual([]);
  });

  it("may span as many lines as a message can have", () => {
    const lines = [
      "quota gone",
      ...Array.from({ length: 9 }, (_, row) => `row ${row} ${"x".repeat(90)}`),
      "back",
    ];
    const options = { ...AT, pattern: /quota gone[^]*back/ };
    for (const chunks of [[lines.join("\n")], lines.map((line) => `${line}\n`)])
      expect(detect(["before\n".repeat(500), ...chunks], options)).toHaveLength(1);
  });

  it("is refused at once where it is invalid", () => {
    expect(() => new PatternDetector({ pattern: "(" })).toThrow(SyntaxError);
  });
});

describe("input", () => {
  it("may change between text and bytes, within a character too", () => {
    const bytes = Buffer.from(SENTENCE);
    const cut = bytes.indexOf("·") + 1;
    expect(detect(["\n", bytes.subarray(0, cut), bytes.subarray(cut)])).toHaveLength(1);
    expect(detect([Buffer.from("é\n"), SENTENCE.slice(0, 20), SENTENCE.slice(20)])).toHaveLength(1);
  });

  it("writes what it read to stderr, with debug", () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    detect(["\x1b[31mone\x1b[0m\r\ntwo"], { ...AT, debug: true });
    expect(write.mock.calls).toEqual([['[PatternDetector] "one\\ntwo"\n']]);
    write.mockRestore();
  });

  it("uses the real clock and the machine's zone by default", () => {
    const events = detect(["You've hit your session limit · resets 3pm\n"], {});
    const [reset] = events.map(({ resetTime }) => resetTime?.getTime() ?? 0);
    expect(reset).toBeGreaterThan(Date.now() - 3 * 60_000);
    expect(reset).toBeLessThan(Date.now() + 25 * 3_600_000);
  });
});
