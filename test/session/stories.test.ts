import { describe, expect, it } from "vitest";
import { SimulatedLife, type LifeOptions } from "../support/session/simulated-life.js";
import { HOUR, MINUTE, NOON, RESET, SECOND } from "../support/session/values.js";

/** Limited until the reset, then not. */
const UNTIL_RESET: LifeOptions = { answer: (now) => (now < RESET ? { resetsAt: RESET } : "work") };

/** A session that the person has sent off, and that has met its first answer. */
function begin(options: Partial<LifeOptions> = {}): SimulatedLife {
  const life = new SimulatedLife({ ...UNTIL_RESET, ...options });
  life.person((claude) => claude.submit("do the work", "person"));
  life.run(MINUTE);
  return life;
}

/** The prompts after the first: by whom, and how long after the reset. */
function prompts({ claude }: SimulatedLife, since = RESET): [string, number][] {
  return claude.prompts.slice(1).map(({ by, at }) => [by, Math.round((at - since) / SECOND)]);
}

describe.each([
  ["with rows", true],
  ["by the screen alone", false],
])("a five-hour limit, %s", (_, rows) => {
  it("is waited out and continued once, within seconds", () => {
    const life = begin({ rows });
    expect(life.life.tag).toBe("WAITING");
    life.run(3 * HOUR);
    expect(prompts(life)).toEqual([["us", 6]]);
    expect(life.life).toMatchObject({ tag: "RUNNING", last: { proven: true } });
    expect(life.notices).toEqual(["stopped", "resumed"]);
  });

  it.each([1, 2, 3])("behind a menu that takes %i Esc", (menu) => {
    const life = begin({ rows, menu });
    life.run(3 * HOUR);
    expect(prompts(life)).toEqual([["us", 4 + 3 * menu]]);
    expect(life.claude.misses).toEqual([]);
  });

  it("the person continues before the reset, meets it again, and again", () => {
    const life = begin({ rows });
    for (const hours of [1, 2, 2.9]) {
      life.later(hours * HOUR, () => life.person((claude) => claude.submit("go on", "person")));
    }
    life.run(3 * HOUR);
    expect(prompts(life).filter(([, seconds]) => seconds >= 0)).toEqual([["us", 6]]);
  });

  it("the person continues right after the reset", () => {
    const life = begin({ rows });
    life.later(3 * HOUR - MINUTE + SECOND, () => life.person((claude) => claude.submit("go on", "person")));
    life.run(9 * HOUR);
    expect(prompts(life)).toEqual([["person", 1]]);
    expect(life.life.tag).toBe("RUNNING");
  });

  it("met again at once is waited for again, ever longer, and never in a loop", () => {
    const life = begin({ rows, answer: () => ({ resetsAt: RESET }) });
    life.run(3 * HOUR + 10 * HOUR);
    const gaps = life.claude.prompts.slice(1).map(({ at }, index, all) => at - (all[index - 1]?.at ?? RESET));
    expect(gaps.slice(1, 6).every((gap, index) => gap >= 30 * SECOND * 2 ** index)).toBe(true);
    expect(life.claude.prompts.length).toBeLessThan(50);
    expect(life.life.tag).toBe("WAITING");
  });
});

describe("two hundred limits in a row", () => {
  it.each([
    ["each for ten minutes", (now: number) => ({ resetsAt: now + 10 * MINUTE })],
    ["each over already", (now: number) => ({ resetsAt: now - SECOND })],
    ["without a time", () => ({ resetsAt: undefined })],
  ])("%s", (_, answer) => {
    const life = begin({ answer });
    while (life.claude.limits.length < 200) life.run(HOUR);
    const { prompts } = life.claude;
    const gaps = prompts.slice(2).map(({ at }, index) => at - (prompts[index + 1]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(30 * SECOND);
    expect(life.claude.limits.length).toBe(prompts.length);
    expect(life.life.tag).toBe("WAITING");
  });
});

it("a limit without a time is looked at after 15 minutes, then ever later", () => {
  const life = begin({ answer: (now) => (now < NOON + 20 * HOUR ? { resetsAt: undefined } : "work") });
  life.run(24 * HOUR);
  const minutes = prompts(life, NOON).map(([, seconds]) => Math.round(seconds / 60));
  expect(minutes).toEqual([15, 45, 105, 225, 465, 765, 1065, 1365]);
  expect(life.life).toMatchObject({ tag: "RUNNING", last: { proven: true } });
});

describe("529", () => {
  it("backs off until it works", () => {
    const life = begin({ answer: (now) => (now < NOON + 10 * MINUTE ? "overloaded" : "work") });
    life.run(HOUR);
    const gaps = life.claude.prompts
      .slice(1)
      .map(({ at }, index) => at - (life.claude.prompts[index]?.at ?? 0));
    // Over the delay itself: the failure, three looks and the keys.
    expect(gaps.map((ms) => Math.floor(ms / SECOND))).toEqual([32, 62, 122, 242, 302]);
    expect(life.notices).toEqual(["stopped", "resumed"]);
  });

  it("for two hours, then the person is asked", () => {
    const life = begin({ answer: () => "overloaded" });
    life.run(5 * HOUR);
    expect(life.life).toMatchObject({ tag: "NEEDS_YOU", why: "failsForTooLong" });
    const last = prompts(life, NOON).at(-1)?.[1] ?? 0;
    expect(last).toBeGreaterThan(6900);
    expect(last).toBeLessThan(7500);
    expect(life.notices).toEqual(["stopped", "needsYou"]);
  });

  it("the person tries by hand afterwards: that is a new start", () => {
    const life = begin({ answer: (now) => (now < NOON + 6 * HOUR ? "overloaded" : "work") });
    life.run(5 * HOUR + 50 * MINUTE);
    life.person((claude) => claude.submit("again", "person"));
    life.run(HOUR);
    expect(life.life).toMatchObject({ tag: "RUNNING", last: { proven: true } });
    expect(prompts(life).at(-1)?.[0]).toBe("us");
  });
});

describe("Claude Code's own wait", () => {
  it.each([90, 107, 170].map((seconds) => seconds * SECOND))(
    "is left to fire %i ms after the reset",
    (lateMs) => {
      const life = begin({ nativeMs: 3 * HOUR + lateMs });
      life.run(4 * HOUR);
      expect(prompts(life).map(([by]) => by)).toEqual(["native"]);
      expect(life.life.tag).toBe("RUNNING");
    },
  );

  it("is taken over when it never fires", () => {
    const life = begin({ nativeMs: 30 * HOUR });
    life.run(4 * HOUR);
    expect(prompts(life)).toEqual([["us", 181]]);
  });

  it("cancelled by the person: never continued", () => {
    const life = begin({ nativeMs: 3 * HOUR });
    life.person((claude) => claude.press("escape", "person"), true);
    life.run(30 * HOUR);
    expect(prompts(life)).toEqual([]);
    expect(life.life.tag).toBe("RUNNING");
  });

  it("cancelled by typing, as older releases do: ours again", () => {
    const life = begin({ nativeMs: 3 * HOUR });
    life.person((claude) => claude.type("half", "person"));
    life.claude.press("escape", "native");
    life.run(4 * HOUR);
    expect(prompts(life)).toEqual([["us", 7]]);
    expect(life.claude.box).toBe("half");
  });

  it("fires with a draft in the box, and leaves it there", () => {
    const life = begin({ nativeMs: 3 * HOUR + 80 * SECOND });
    life.person((claude) => claude.type("half", "person"));
    life.run(4 * HOUR);
    expect(prompts(life).map(([by]) => by)).toEqual(["native"]);
    expect(life.claude.box).toBe("half");
  });

  it("slept through: gets its Enter", () => {
    const life = begin({ nativeMs: 30 * HOUR });
    life.run(2 * HOUR);
    life.setClock(3 * HOUR);
    life.claude.native = { phase: "stale", until: undefined, text: "press enter to continue" };
    life.run(MINUTE);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
    expect(life.claude.prompts.at(-1)?.text).toBe("Your usage limit has reset.");
  });
});

describe("a half-typed draft is still there afterwards", () => {
  it.each<[string, Partial<LifeOptions>, string]>([
    ["stashed", {}, "half"],
    ["taken out", { stash: false }, "half\ndone"],
    ["taken out, by the screen alone", { stash: false, rows: false }, "half"],
    ["in INSERT", { vim: "insert" }, "half"],
    ["it reads like our prompt", {}, "continue the other thing"],
  ])("%s", (_, options, draft) => {
    const life = begin(options);
    life.person((claude) => claude.type(draft, "person"));
    life.run(4 * HOUR);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
    expect(life.claude.prompts.at(-1)?.text).toBe("continue");
    expect(life.claude.box).toBe(draft);
  });

  it("in NORMAL", () => {
    const life = begin({ vim: "insert" });
    life.person((claude) => claude.type("half", "person"));
    life.person((claude) => claude.press("escape", "person"), true);
    life.run(4 * HOUR);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
    expect(life.claude.box).toBe("half");
  });

  it.each([true, false])("also when the limit is met again (rows: %s)", (rows) => {
    const life = begin({
      rows,
      stash: false,
      answer: (now) => ({ resetsAt: now < RESET ? RESET : RESET + 5 * HOUR }),
    });
    life.person((claude) => claude.type("half", "person"));
    life.run(4 * HOUR);
    expect(life.life).toMatchObject({
      tag: "WAITING",
      stop: { limit: { resetsAt: new Date(RESET + 5 * HOUR) } },
    });
    expect(life.claude.box).toBe("half");
  });

  it("and with a draft that is exactly our prompt, it is what is sent", () => {
    const life = begin();
    life.person((claude) => claude.type("continue", "person"));
    life.run(4 * HOUR);
    expect(life.claude.prompts.map(({ text }) => text)).toEqual(["do the work", "continue"]);
    expect(life.claude.box).toBe("");
  });
});

function asked(): SimulatedLife {
  const life = begin();
  life.later(HOUR, () => life.claude.ask("permission"));
  life.run(3 * HOUR + 5 * MINUTE);
  return life;
}

describe("a permission prompt at the due time", () => {
  it("gets no key, however long", () => {
    const life = asked();
    life.run(30 * HOUR);
    expect(life.claude.misses).toEqual([]);
    expect(prompts(life)).toEqual([]);
    expect(life.notices).toEqual(["stopped", "needsYou"]);
  });

  it("gone: it is continued, but not in the person's first second", () => {
    const life = asked();
    const goneAt = life.now;
    life.person((claude) => claude.ask(undefined), true);
    life.run(MINUTE);
    expect(life.claude.prompts.slice(1).map(({ at }) => at - goneAt >= 3 * SECOND)).toEqual([true]);
  });

  it("answered, and the session works on: nothing is left to do", () => {
    const life = asked();
    life.person((claude) => claude.ask(undefined));
    life.tell({ type: "workSeen", at: life.now });
    life.run(HOUR);
    expect(prompts(life)).toEqual([]);
  });
});

describe("something at work at the due time that is not the stopped turn", () => {
  it.each([
    ["for a minute", MINUTE, ["stopped", "resumed"]],
    ["for an hour: the person is told", HOUR, ["stopped", "needsYou", "resumed"]],
  ])("%s: it is continued once, when that is over", (_, ms, notices) => {
    const life = begin();
    const work = (working: boolean) => () => void (life.claude.working = working);
    life.later(HOUR, work(true));
    life.later(3 * HOUR - MINUTE + ms, work(false));
    life.run(3 * HOUR - MINUTE + ms);
    expect(prompts(life)).toEqual([]);
    life.run(HOUR);
    expect(prompts(life)).toEqual([["us", expect.toSatisfy((late: number) => late * SECOND - ms < MINUTE)]]);
    expect(life.notices).toEqual(notices);
  });
});

describe("the person at the keyboard", () => {
  it("types through the due time, letter by letter: theirs first, then ours, and all of it is there", () => {
    const life = begin();
    for (let ms = 0; ms < 30 * SECOND; ms += 400) {
      life.later(3 * HOUR - 10 * SECOND - MINUTE + ms, () =>
        life.person((claude) => claude.type("x", "person")),
      );
    }
    life.run(4 * HOUR);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
    expect(life.claude.prompts.at(-1)?.text).toBe("continue");
    expect(life.claude.box).toBe("x".repeat(75));
  });

  it("a key in the very moment of ours follows it", () => {
    const life = begin();
    // The look was idle half a second before; the text is in the box.
    life.later(3 * HOUR - MINUTE + 6 * SECOND - 200, () =>
      life.person((claude) => claude.type("x", "person")),
    );
    life.run(4 * HOUR);
    expect(life.claude.prompts.map(({ text }) => text)).toEqual(["do the work", "continue"]);
    expect(life.claude.box).toBe("x");
  });
});

describe("lost on the way", () => {
  it.each<[string, Partial<LifeOptions>]>([
    ["an Enter", { losesEnters: 1 }],
    ["two Enters", { losesEnters: 2 }],
    ["the text", { losesTexts: 1 }],
    ["the text, with a draft put aside", { losesTexts: 2 }],
    ["three looks", { blindLooks: 3 }],
    ["the order of rows", { mixesRows: true }],
    ["an Enter, by the screen alone", { losesEnters: 1, rows: false }],
    ["the text, by the screen alone", { losesTexts: 1, rows: false }],
  ])("%s: continued once all the same", (_, options) => {
    const life = begin(options);
    life.person((claude) => claude.type("half", "person"));
    life.run(5 * HOUR);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
    expect(life.claude.box).toBe("half");
    expect(life.life).toMatchObject({ tag: "RUNNING", last: { proven: true } });
  });

  it("every text: three tries, then the person is asked", () => {
    const life = begin({ losesTexts: 99 });
    life.run(5 * HOUR);
    expect(life.life).toMatchObject({ tag: "NEEDS_YOU", why: "triesUsedUp" });
    expect(prompts(life)).toEqual([]);
  });
});

describe("the clock is set", () => {
  it.each([-5 * HOUR, -HOUR, HOUR, 2 * HOUR])(
    "by %i ms during the wait: continued at the reset by the new clock",
    (byMs) => {
      const life = begin();
      life.setClock(byMs);
      life.run(9 * HOUR);
      expect(prompts(life)).toEqual([["us", 6]]);
    },
  );

  it("past the reset: continued at once", () => {
    const life = begin();
    life.setClock(5 * HOUR);
    life.run(MINUTE);
    expect(prompts(life).map(([by]) => by)).toEqual(["us"]);
  });

  it("back by hours while a failure is waited out: it takes no longer", () => {
    const life = begin({
      answer: (now) => (now > NOON - 2 * HOUR && now < NOON + 10 * SECOND ? "overloaded" : "work"),
    });
    life.setClock(-5 * HOUR);
    life.run(2 * MINUTE);
    expect(life.life).toMatchObject({ tag: "RUNNING", last: { proven: true } });
  });

  it("back by hours right after Enter: the next limit is still seen", () => {
    let isBack = false;
    const life = begin({ answer: (now) => ({ resetsAt: isBack ? now + HOUR : RESET }) });
    life.later(3 * HOUR - MINUTE + 6.5 * SECOND, () => {
      isBack = true;
      life.setClock(-2 * HOUR);
    });
    life.run(3 * HOUR);
    expect(life.claude.limits.length).toBe(2);
    expect(life.life.tag).toBe("WAITING");
  });
});

it("an error that money mends is said, and nothing is typed", () => {
  const life = begin({ answer: () => "work" });
  const spend = {
    kind: "spend",
    model: undefined,
    resetsAt: undefined,
    waitingHelps: false,
    text: "spend limit",
  } as const;
  life.tell({ type: "limitSeen", limit: spend, at: life.now, source: "transcript" });
  life.run(30 * HOUR);
  expect(life.life).toMatchObject({ tag: "NEEDS_YOU", why: "waitingDoesNotHelp" });
  expect(prompts(life)).toEqual([]);
  expect(life.notices).toEqual(["needsYou"]);
});
