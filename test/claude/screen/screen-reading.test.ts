import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findInputBox } from "../../../src/claude/screen/input-box.js";
import type { Screen } from "../../../src/claude/screen/screen.js";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import type { ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import { readRow } from "../../../src/claude/transcript/transcript.js";
import {
  asText,
  minuteOf,
  replayed,
  shownLimit,
  stateFixtures,
} from "../../support/claude/state-fixtures.js";
import type { StateFixture } from "../../support/claude/state-fixtures.js";

const fixtures = stateFixtures();

/** What a person sees who knows what was done. */
function expected({ truth }: StateFixture) {
  return {
    state: { other: "dialog", shell: "unknown" }[truth.state] ?? truth.state,
    limit: shownLimit(truth),
    // A continue that has fired is history on the screen; the transcript still tells it.
    native: truth.native && truth.native.phase !== "fired" ? truth.native.phase : undefined,
    draft: truth.draft ?? undefined,
    vim: truth.vim ?? undefined,
    menu: truth.options ? { options: truth.options, selected: truth.selected ?? undefined } : undefined,
  };
}

function seen({ truth }: StateFixture, reading: ScreenReading) {
  const { limit, menu } = reading;
  return {
    state: reading.state,
    limit: limit && { kind: limit.kind, model: limit.model, resetsAt: minuteOf(limit.resetsAt) },
    native: reading.native?.phase,
    draft: reading.draft,
    vim: reading.vim,
    // Where the truth names no options, there are none that count.
    menu: truth.options && menu ? { options: menu.options, selected: menu.selected } : undefined,
  };
}

// Claude Code itself takes an answer that begins like a banner for one, and draws it as one. The transcript tells.
const DRAWN_AS_BANNER = /^2.*\/quote-is-the-answer$/;
const readable = fixtures.filter(({ name }) => !DRAWN_AS_BANNER.test(name));

/** What Claude Code suggests to say next, dim but for the cell of the cursor, in the empty box (seen in 2.1.32). */
function suggestionIn(screen: Screen): string | undefined {
  const row = screen.lines.find(
    (line) => /^❯\s\S\S/.test(line.text) && line.solid.slice(2).trim().length <= 1,
  );
  return row && !/^❯\s(?:Try "|Press up to edit)/.test(row.text) ? row.text.slice(2) : undefined;
}

/** A shell whose prompt is indented, below a frame left behind: only the cursor tells, and text has none. */
function untold(fixture: StateFixture): object {
  const isFrameLeft = findInputBox(asText(fixture)) !== undefined;
  return fixture.truth.scene === "exited-to-indented-shell" && isFrameLeft ? { state: "idle" } : {};
}

/** The words are there; whether they are meant is the question. */
function holdsLimitWords(screen: Screen): boolean {
  const words =
    /limit reached|hit your|limit to reset|limit will reset|continuing automatically|used \d+% of/i;
  return screen.lines.some((line) => words.test(line.text));
}

describe("readScreen on captured states", () => {
  it("has every state on every release", () => {
    expect(readable.length).toBeGreaterThan(300);
    expect(new Set(fixtures.map(({ truth }) => truth.release)).size).toBeGreaterThanOrEqual(4);
    expect(fixtures.filter(({ truth }) => truth.options).length).toBeGreaterThan(40);
  });

  it.each(readable)("reads $name from its bytes", async (fixture) => {
    const { truth } = fixture;
    const at = { now: new Date(truth.capturedAt), timeZone: truth.timeZone };
    const reading = readScreen(await replayed(fixture), at, { vim: truth.vim !== null });
    expect(seen(fixture, reading)).toEqual(expected(fixture));
  });

  it.each(readable)("reads $name from its text", async (fixture) => {
    const { truth } = fixture;
    const at = { now: new Date(truth.capturedAt), timeZone: truth.timeZone };
    const reading = readScreen(asText(fixture), at, { vim: truth.vim !== null });
    const suggestion = suggestionIn(await replayed(fixture));
    // Only its dimness tells a suggestion from a draft, and text has none.
    const told = suggestion === undefined ? untold(fixture) : { state: "draft", draft: suggestion };
    expect(seen(fixture, reading)).toEqual({ ...expected(fixture), ...told });
  });

  it("raises no false alarm on at least 40 look-alikes", () => {
    const alikes = readable.filter(
      (fixture) => shownLimit(fixture.truth) === undefined && holdsLimitWords(asText(fixture)),
    );
    expect(alikes.length).toBeGreaterThanOrEqual(40);
    for (const fixture of alikes) {
      const at = { now: new Date(fixture.truth.capturedAt), timeZone: fixture.truth.timeZone };
      expect({ [fixture.name]: readScreen(asText(fixture), at).limit }).toEqual({
        [fixture.name]: undefined,
      });
    }
  });
});

describe("the native wait", () => {
  it.each(fixtures.filter(({ truth }) => truth.native?.phase === "armed"))(
    "$name says until when",
    async (fixture) => {
      const { truth } = fixture;
      const at = { now: new Date(truth.capturedAt), timeZone: truth.timeZone };
      const { native } = readScreen(await replayed(fixture), at);
      expect(minuteOf(native?.until)).toEqual(minuteOf(new Date((truth.native?.until ?? 0) * 1000)));
    },
  );
});

describe("an answer that Claude Code itself draws as a banner", () => {
  it.each(fixtures.filter(({ name }) => DRAWN_AS_BANNER.test(name)))(
    "$name is none in the transcript",
    (fixture) => {
      const rows = readFileSync(join(fixture.directory, "transcript.jsonl"), "utf8").trim().split("\n");
      const events = rows.map((row) => readRow(row, { timeZone: fixture.truth.timeZone })?.type);
      expect(events).toContain("assistantSpoke");
      expect(events).not.toContain("limitSeen");
    },
  );
});
