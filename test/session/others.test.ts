import { describe, expect, it } from "vitest";
import { BEGINNING, type Life } from "../../src/session/life/life.js";
import { step } from "../../src/session/life/step.js";
import { CANCEL, ARM, over, expectNothing } from "../support/session/effects.js";
import {
  SECOND,
  MINUTE,
  HOUR,
  NOON,
  RESET,
  at,
  limit,
  NO_TIME,
  limitStop,
  limitSeen,
  reading,
  waiting,
  resuming,
  inTheWay,
  DUE,
} from "../support/session/values.js";

function movedOn(when: number, now: number): Life {
  return over({ promptAt: when, silentUntil: now + 30 * SECOND, ours: false });
}

describe("somebody else was first", () => {
  const lives: [string, Life][] = [
    ["waiting", waiting()],
    ["resuming, before Enter", resuming({ phase: "typed" })],
    ["needing the person", inTheWay("permission")],
  ];
  it.each(lives)("a prompt: %s", (_, life) => {
    const when = NOON + HOUR;
    expect(step(life, { type: "promptSent", at: when }, at(when + SECOND))).toEqual([
      movedOn(when, when + SECOND),
      [CANCEL],
    ]);
  });

  it.each(lives)("an answer: %s", (_, life) => {
    const when = NOON + HOUR;
    expect(step(life, { type: "workSeen", at: when }, at(when + SECOND))).toEqual([
      movedOn(when, when + SECOND),
      [CANCEL],
    ]);
  });

  it.each(lives)("rows that are older than the stop say nothing: %s", (_, life) => {
    expectNothing(life, { type: "promptSent", at: NOON });
    expectNothing(life, { type: "workSeen", at: NOON - 1 });
    expectNothing(life, limitSeen(NOON - 1, NO_TIME));
  });

  it("a busy screen, where no rows come in", () => {
    const event = { type: "screenSettled", reading: reading("busy"), at: NOON + HOUR } as const;
    expectNothing(waiting(), event, at(NOON + HOUR));
    const [next] = step(waiting(), event, at(NOON + HOUR, { hasTranscript: false }));
    expect(next).toEqual(movedOn(NOON + HOUR, NOON + HOUR));
  });

  it("the clock was set back since: what it dates now is later", () => {
    const now = NOON - 2 * HOUR;
    const [next] = step(waiting(), { type: "promptSent", at: now - 10 }, at(now));
    expect(next).toEqual(movedOn(now - 10, now));
  });
});

describe("asked through the socket", () => {
  const stoodDown: Life = {
    tag: "RUNNING",
    last: {
      stop: limitStop(),
      promptAt: NOON + MINUTE,
      silentUntil: Number.MAX_SAFE_INTEGER,
      ours: false,
      proven: true,
    },
  };
  const lives: [string, Life][] = [
    ["WAITING", waiting()],
    ["RESUMING", resuming({ phase: "entered", promptAt: NOON + 1 })],
    ["NEEDS_YOU", inTheWay("dialog")],
  ];
  it.each(lives)("cancel in %s: the same stop is not taken up again", (_, life) => {
    expect(step(life, { type: "cancelAsked" }, at(NOON + MINUTE))).toEqual([stoodDown, [CANCEL]]);
    const screen = limitSeen(NOON + HOUR, limit(), "screen");
    expectNothing(stoodDown, screen, at(NOON + HOUR, { hasTranscript: false }));
    expectNothing(stoodDown, limitSeen(NOON), at(NOON + HOUR));
  });

  it("cancel, then the person goes on: the next stop counts, whatever it says", () => {
    const c = at(NOON + HOUR, { hasTranscript: false });
    const [worked] = step(stoodDown, { type: "screenSettled", reading: reading("busy"), at: NOON + HOUR }, c);
    const later = at(NOON + HOUR + MINUTE, { hasTranscript: false });
    const [next] = step(worked, limitSeen(later.now, limit(), "screen"), later);
    expect(next.tag).toBe("LIMIT_DETECTED");
  });

  it.each(lives.filter(([tag]) => tag !== "RESUMING"))("resume in %s", (_, life) => {
    expect(step(life, { type: "resumeAsked" }, at(NOON + MINUTE))).toEqual([
      resuming({ asked: true }),
      [CANCEL, { type: "look" }],
    ]);
  });

  it("what there is nothing to ask for changes nothing", () => {
    expectNothing(BEGINNING, { type: "cancelAsked" });
    expectNothing(BEGINNING, { type: "resumeAsked" });
    expectNothing(resuming(), { type: "resumeAsked" });
  });

  it("the person went to another conversation: its stop stays behind", () => {
    expect(step(waiting(), { type: "conversationLeft" }, at(NOON + MINUTE))).toEqual([stoodDown, [CANCEL]]);
  });

  it.each([
    ["when it is to be resumed", resuming()],
    ["while something was in its way", inTheWay("permission")],
  ])("its terminal is gone %s: the person is told how to go on", (_, life) => {
    const fix = "go on with: claude --resume ID";
    const stop = limitStop();
    const gone = { tag: "NEEDS_YOU", stop, why: "terminalGone", inTheWay: fix, native: undefined } as const;
    expect(step(life, { type: "terminalGone", fix }, at(NOON + MINUTE))).toEqual([
      gone,
      [CANCEL, { type: "notify", about: "needsYou" }],
    ]);
    expectNothing(gone, { type: "terminalGone", fix });
    expectNothing(waiting(), { type: "terminalGone", fix });
  });
});

describe("a wait that a killed wrapper left", () => {
  const found = { type: "waitFound", stop: limitStop(), dueAt: DUE } as const;
  it("is taken up", () => {
    expect(step(BEGINNING, found, at(NOON + HOUR))).toEqual([waiting({ since: NOON + HOUR }), [ARM]]);
  });

  it("that is over begins after the buffer", () => {
    const now = RESET + HOUR;
    const dueAt = now + 5 * SECOND;
    expect(step(BEGINNING, found, at(now))).toEqual([
      waiting({ since: now, dueAt }),
      [{ type: "armTimer", at: dueAt }],
    ]);
  });

  it("is not taken up by a session that has moved on, or waits itself", () => {
    expectNothing(over(), found, at(RESET + MINUTE));
    expectNothing(waiting(), found);
  });
});
