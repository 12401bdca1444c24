import fc from "fast-check";
import { expect, it } from "vitest";
import { SimulatedLife, type LifeOptions } from "../support/session/simulated-life.js";
import type { Answer } from "../support/session/simulated-claude.js";
import { HOUR, MINUTE, NOON, SECOND } from "../support/session/values.js";

/** Any release, any mode of its prompt, any loss on the way. */
const sessions = fc.record({
  rows: fc.boolean(),
  // Vim without a stash: a draft stays where it is, and the person is asked.
  prompt: fc.constantFrom({ stash: false }, { stash: true }, { stash: true, vim: "insert" as const }),
  menu: fc.constantFrom(0, 0, 1, 2),
  nativeMs: fc.constantFrom(undefined, undefined, 90 * SECOND, 100 * HOUR),
  mixesRows: fc.boolean(),
  losesEnters: fc.constantFrom(0, 0, 1),
  losesTexts: fc.constantFrom(0, 0, 1),
  blindLooks: fc.constantFrom(0, 0, 2),
});

/** The limits of a day, one after the other: for how long each, and for how long it then works. */
const days = fc.array(
  fc.record({
    limitMs: fc.integer({ min: 10 * SECOND, max: 5 * HOUR }),
    worksMs: fc.integer({ min: SECOND, max: HOUR }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** What the person does, and when: at any time of the day, or in the seconds in which the first limit ends. */
const acts = fc.array(
  fc.record({
    when: fc.oneof(
      fc.record({ afterMs: fc.integer({ min: 0, max: 12 * HOUR }) }),
      fc.record({ fromResetMs: fc.integer({ min: -10 * SECOND, max: MINUTE }) }),
    ),
    act: fc.constantFrom("types", "prompts", "isAsked", "answers"),
  }),
  { maxLength: 6 },
);

/** Limited in the first part of each span. */
function answers(day: readonly { limitMs: number; worksMs: number }[]) {
  return (now: number): Answer => {
    let end = NOON;
    for (const { limitMs, worksMs } of day) {
      if (now < end + limitMs) return { resetsAt: end + limitMs };
      end += limitMs + worksMs;
      if (now < end) return "work";
    }
    return "work";
  };
}

function live(
  options: LifeOptions,
  resetMs: number,
  script: typeof acts extends fc.Arbitrary<infer T> ? T : never,
): SimulatedLife {
  const life = new SimulatedLife(options);
  life.person((claude) => claude.submit("do the work", "person"));
  for (const [index, { when, act }] of script.entries()) {
    life.later("afterMs" in when ? when.afterMs : Math.max(0, resetMs + when.fromResetMs), () => {
      if (act === "isAsked") life.claude.ask("permission");
      else if (act === "answers") life.person((claude) => claude.ask(undefined));
      else life.person((claude) => claude.type(` word${index}.`, "person"));
      if (act === "prompts") life.person((claude) => claude.press("enter", "person"));
    });
  }
  // In the end nothing is in the way, and the person has left.
  life.later(13 * HOUR, () => life.claude.ask(undefined));
  life.run(48 * HOUR);
  return life;
}

it("any session comes through any day: each limit continued once, no key astray, no letter lost", () => {
  fc.assert(
    fc.property(sessions, days, acts, (session, day, script) => {
      const life = live(
        { ...session, ...session.prompt, answer: answers(day) },
        day[0]?.limitMs ?? 0,
        script,
      );
      const { claude } = life;
      expect(claude.misses).toEqual([]);
      // One limit, one continue: between two limits at most one prompt is ours.
      const marks = [...claude.limits, Infinity];
      for (const [index, from] of marks.slice(0, -1).entries()) {
        const until = marks[index + 1] ?? Infinity;
        const between = claude.prompts.filter(({ at }) => at >= from && at < until);
        expect(between.filter(({ by }) => by === "us").length).toBeLessThanOrEqual(1);
        // And none where somebody else was first.
        const first = between.find(({ by }) => by !== "us");
        const ours = between.find(({ by }) => by === "us");
        expect((ours?.at ?? 0) - (first?.at ?? Infinity)).toBeLessThan(SECOND);
      }
      // Every word of the person's is in the box, put aside, or sent.
      const kept = [
        claude.box,
        claude.stashed,
        life.life.owed?.text,
        ...claude.prompts.map(({ text }) => text),
      ];
      expect(claude.words.filter((word) => !kept.join("").includes(word))).toEqual([]);
      // And it goes on in the end, unless the person has left words where ours should go.
      const isMixed =
        /word/.test(claude.box) && life.life.tag === "NEEDS_YOU" && life.life.inTheWay === "draft";
      expect([claude.isStopped, life.life.tag]).toEqual(isMixed ? [true, "NEEDS_YOU"] : [false, "RUNNING"]);
    }),
    { numRuns: 300 },
  );
});

it("a session that is limited for ever is tried ever more rarely", () => {
  fc.assert(
    fc.property(sessions, fc.integer({ min: -HOUR, max: HOUR }), (session, aheadMs) => {
      const life = new SimulatedLife({
        ...session,
        ...session.prompt,
        answer: (now) => ({ resetsAt: now + aheadMs }),
      });
      life.person((claude) => claude.submit("do the work", "person"));
      life.run(48 * HOUR);
      // Half a minute doubling to fifteen, however early the reset is named.
      expect(life.claude.prompts.filter(({ by }) => by === "us").length).toBeLessThan(
        10 + (48 * HOUR) / (15 * MINUTE),
      );
    }),
    { numRuns: 100 },
  );
});
