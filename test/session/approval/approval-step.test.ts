import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  readPermissionPrompt,
  type PermissionPrompt,
} from "../../../src/claude/prompts/permission-prompt.js";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import type { Verdict } from "../../../src/policy/policy.js";
import {
  NO_PROMPT,
  type Approval,
  type ApprovalCircumstances,
  type ApprovalEffect,
  type ApprovalEvent,
} from "../../../src/session/approval/approval.js";
import { approvalStep } from "../../../src/session/approval/approval-step.js";
import type { KnownCall } from "../../../src/session/approval/known-calls.js";

const TOUCH = promptFor("touch marker");
const WIPE = promptFor("rm -rf build");

describe("the usual course", () => {
  test("an allowed call is pressed after the delay, and approved when its prompt is gone", () => {
    const run = new Run();
    run.tell({ type: "callHeard", known: call("touch marker") });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record pending", "timer +500"]);
    run.pass(500);
    expect(run.tell({ type: "timerFired" })).toEqual(["press"]);
    expect(run.tell({ type: "pressed" })).toEqual(["timer +5000"]);
    run.pass(200);
    expect(run.tell({ type: "promptSeen", prompt: undefined })).toEqual(["record approved after 500"]);
    expect(run.approval).toEqual(NO_PROMPT);
  });

  test("the hook may come after the prompt was drawn; the delay counts from the prompt", () => {
    const run = new Run();
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["timer +3000"]);
    run.pass(120);
    expect(run.tell({ type: "callHeard", known: call("touch marker") })).toEqual([
      "record pending",
      "timer +380",
    ]);
  });

  test("what is not allowed stays, and after a minute the person is told once", () => {
    const run = new Run();
    run.tell({ type: "callHeard", known: call("rm -rf build") });
    expect(run.tell({ type: "promptSeen", prompt: WIPE })).toEqual(["record left after 0", "timer +60000"]);
    run.pass(60_000);
    expect(run.tell({ type: "timerFired" })).toEqual(["notify"]);
    expect(run.tell({ type: "timerFired" })).toEqual([]);
    expect(run.tell({ type: "promptSeen", prompt: undefined })).toEqual([]);
  });
});

describe("the person first", () => {
  test("a key in the window leaves the prompt to them for good", () => {
    const run = windowOpen();
    run.pass(300);
    expect(run.key()).toEqual(["record person after 300", "timer +59700"]);
    run.pass(300);
    expect(run.tell({ type: "timerFired" })).toEqual(["timer +59400"]);
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual([]);
    expect(run.approval.tag).toBe("STANDING");
  });

  test("also where something hides it for a while, until Claude Code asks for the same anew", () => {
    const run = windowOpen();
    run.key();
    // Ctrl+Z and fg, or the transcript over it.
    run.tell({ type: "promptSeen", prompt: undefined });
    run.pass(5000);
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["timer +60000"]);
    run.pass(4000);
    expect(run.tell({ type: "timerFired" })).toEqual(["timer +56000"]);
    run.tell({ type: "promptSeen", prompt: undefined });
    run.tell({ type: "callHeard", known: call("touch marker") });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record pending", "timer +500"]);
  });

  test("a prompt that stands for another reason becomes theirs by a key too", () => {
    const run = windowOpen();
    run.tell({ type: "notRecorded" });
    expect(run.key()).toEqual([]);
    run.tell({ type: "promptSeen", prompt: undefined });
    run.pass(1000);
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["timer +60000"]);
  });

  test("so does one while it was being drawn, and one before its call was known", () => {
    const drawn = new Run();
    drawn.tell({ type: "callHeard", known: call("touch marker") });
    drawn.key();
    drawn.pass(150);
    expect(drawn.tell({ type: "promptSeen", prompt: TOUCH })).toEqual([
      "record person after 0",
      "timer +60000",
    ]);
    const unheard = new Run();
    unheard.tell({ type: "promptSeen", prompt: TOUCH });
    expect(unheard.key()).toEqual(["timer +60000"]);
    expect(unheard.tell({ type: "callHeard", known: call("touch marker") })).toEqual([]);
  });

  test("but not the Enter with which they sent what they asked for", () => {
    const run = new Run();
    run.key();
    run.pass(400);
    run.tell({ type: "callHeard", known: call("touch marker") });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record pending", "timer +500"]);
  });

  test("a cursor that moves without a key of theirs is somebody's", () => {
    const run = windowOpen();
    run.pass(100);
    const moved = promptFor("touch marker", 1);
    expect(run.tell({ type: "promptSeen", prompt: moved })).toEqual([
      "record person after 100",
      "timer +59900",
    ]);
    // Also before its call is known: back on the plain yes it has not stood for the whole delay.
    const unheard = new Run();
    unheard.tell({ type: "promptSeen", prompt: moved });
    unheard.pass(500);
    expect(unheard.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["timer +59500"]);
    expect(unheard.tell({ type: "callHeard", known: call("touch marker") })).toEqual([]);
  });
});

describe("never into another prompt", () => {
  test("one that changes in the window is judged anew", () => {
    const run = windowOpen();
    run.pass(100);
    run.tell({ type: "callHeard", known: call("rm -rf build") });
    expect(run.tell({ type: "promptSeen", prompt: WIPE })).toEqual([
      "record changed after 100",
      "record left after 0",
      "timer +60000",
    ]);
  });

  test("one that is drawn on is in front of the person for the whole delay", () => {
    const [bare, whole] = [editPrompt([]), editPrompt(["1 -hello", "1 +good morning"])];
    const input = { file_path: "/project/src/greet.ts", old_string: "hello", new_string: "good morning" };
    const known = { ...call(""), call: { tool: "Edit", input } };
    const run = new Run({ judge: () => verdict("allow") });
    run.tell({ type: "callHeard", known });
    expect(run.tell({ type: "promptSeen", prompt: bare })).toEqual(["record pending", "timer +500"]);
    run.pass(200);
    expect(run.tell({ type: "promptSeen", prompt: whole })).toEqual(["timer +500"]);
    run.pass(300);
    expect(run.tell({ type: "timerFired" })).toEqual(["timer +200"]);
  });

  test("the cursor has to be on the plain yes", () => {
    const run = new Run();
    run.tell({ type: "callHeard", known: call("touch marker") });
    expect(run.tell({ type: "promptSeen", prompt: promptFor("touch marker", 1) })).toEqual([
      "record left after 0",
      "timer +60000",
    ]);
  });

  test("of calls that look alike on the screen all must be allowed", () => {
    const run = new Run({ judge: ({ at }) => verdict(at === 1 ? "deny" : "allow") });
    run.tell({ type: "callHeard", known: { ...call("touch marker"), at: 1, id: "a", source: "hook" } });
    run.tell({ type: "callHeard", known: { ...call("touch marker"), at: 2, id: "b", source: "hook" } });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record left after 0", "timer +60000"]);
  });

  test("while a call that can draw itself as another is open, nothing is approved", () => {
    const run = new Run();
    const known = call("touch marker \x1b]0;; rm -rf important #\x07");
    run.tell({ type: "callHeard", known: { ...known, at: run.now } });
    run.tell({ type: "callHeard", known: { ...known, at: run.now, source: "transcript", id: "toolu_1" } });
    run.tell({ type: "callHeard", known: call("touch marker") });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record left after 0", "timer +60000"]);
    run.tell({ type: "promptSeen", prompt: undefined });
    run.tell({ type: "callHeard", known: call("touch marker") });
    run.tell({ type: "callsAnswered", ids: ["toolu_1"] });
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record pending", "timer +500"]);
  });

  test("what cannot be written down is not done", () => {
    const run = windowOpen();
    run.pass(500);
    expect(run.tell({ type: "timerFired" })).toEqual(["press"]);
    expect(run.tell({ type: "notRecorded" })).toEqual(["timer +59500"]);
    expect(run.approval.tag).toBe("STANDING");
  });

  test("a screen that cannot be read is waited for", () => {
    const run = windowOpen();
    run.pass(500);
    run.tell({ type: "timerFired" });
    expect(run.tell({ type: "keptBack" })).toEqual(["timer +100"]);
    run.pass(100);
    expect(run.tell({ type: "timerFired" })).toEqual(["press"]);
  });
});

describe("after Enter", () => {
  test("the same call asked for again proves that the one before was answered", () => {
    const run = pressed();
    expect(run.tell({ type: "callHeard", known: call("touch marker") })).toEqual([
      "record approved after 500",
      "look",
    ]);
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual(["record pending", "timer +500"]);
  });

  test("so does its result, where rows told of it", () => {
    const run = new Run({ expects: "transcript" });
    run.tell({ type: "callHeard", known: { ...call("touch marker"), source: "transcript", id: "toolu_1" } });
    run.tell({ type: "promptSeen", prompt: TOUCH });
    run.pass(500);
    run.tell({ type: "timerFired" });
    run.tell({ type: "pressed" });
    expect(run.tell({ type: "callsAnswered", ids: ["toolu_1"] })).toEqual([
      "record approved after 500",
      "look",
    ]);
  });

  test("a prompt that stays is said to be stuck, and not pressed again", () => {
    const run = pressed();
    run.pass(5000);
    expect(run.tell({ type: "timerFired" })).toEqual(["record stuck after 500", "timer +54500"]);
    expect(run.tell({ type: "promptSeen", prompt: TOUCH })).toEqual([]);
  });
});

describe("where a call is told from", () => {
  test.each([
    ["hook", "transcript", 3000],
    ["hook", "screen", 3000],
    ["transcript", "screen", 3000],
    ["screen", "screen", 0],
  ] as const)("expected from the %s, found in the %s after %i ms", (expects, source, afterMs) => {
    const run = new Run({ expects });
    if (source !== "screen") run.tell({ type: "callHeard", known: { ...call("touch marker"), source } });
    const atOnce = run.tell({ type: "promptSeen", prompt: TOUCH });
    run.pass(afterMs);
    const later = run.tell({ type: "timerFired" });
    const first = afterMs === 0 ? ["record pending", "timer +500"] : [`timer +${afterMs}`];
    expect([...atOnce, ...later].slice(0, first.length + 1)).toEqual([
      ...first,
      afterMs === 0 ? "timer +500" : "record pending",
    ]);
    expect(run.approval).toMatchObject({ tag: "WINDOW", judged: { known: { source } } });
  });

  test("a command of several rows is not read back from the screen", () => {
    const run = new Run({ expects: "screen" });
    const long = promptFor("touch marker &&\n   touch other");
    expect(run.tell({ type: "promptSeen", prompt: long })).toEqual(["record left after 0", "timer +60000"]);
  });
});

test("whatever happens, Enter goes out only in the window of an allowed prompt, after its delay, without a key since", () => {
  const event = fc.oneof(
    fc.constantFrom<ApprovalEvent>(
      { type: "promptSeen", prompt: undefined },
      { type: "promptSeen", prompt: TOUCH },
      { type: "promptSeen", prompt: WIPE },
      { type: "promptSeen", prompt: promptFor("touch marker", 1) },
      { type: "callHeard", known: call("touch marker") },
      { type: "callHeard", known: call("rm -rf build") },
      { type: "callHeard", known: { ...call("touch marker"), source: "transcript", id: "toolu_1" } },
      { type: "callsAnswered", ids: ["toolu_1"] },
      { type: "keysPressed" },
      { type: "pressed" },
      { type: "keptBack" },
      { type: "notRecorded" },
      { type: "timerFired" },
    ),
    fc.integer({ min: 0, max: 4000 }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const run = new Run();
      let [seenAt, keyAt] = [Infinity, -Infinity];
      let shown: PermissionPrompt | undefined;
      for (const next of events) {
        if (typeof next === "number") {
          run.pass(next);
          continue;
        }
        if (next.type === "promptSeen" && next.prompt !== shown) [shown, seenAt] = [next.prompt, run.now];
        if (next.type === "keysPressed") keyAt = run.now;
        const effects = next.type === "keysPressed" ? run.key() : run.tell(next);
        if (!effects.includes("press")) continue;
        expect(shown).toBe(TOUCH);
        expect(run.now - seenAt).toBeGreaterThanOrEqual(500);
        expect(keyAt).toBeLessThan(seenAt);
      }
    }),
    { numRuns: 2000 },
  );
});

/** One approval, step by step, with its effects in short. */
class Run {
  approval: Approval = NO_PROMPT;
  now = 1_000_000;
  readonly #c: Partial<ApprovalCircumstances>;
  #typedAt: number | undefined;

  constructor(c: Partial<ApprovalCircumstances> = {}) {
    this.#c = c;
  }

  pass(ms: number): void {
    this.now += ms;
  }

  key(): string[] {
    this.#typedAt = this.now;
    return this.tell({ type: "keysPressed" });
  }

  tell(event: ApprovalEvent): string[] {
    const [approval, effects] = approvalStep(this.approval, event, {
      now: this.now,
      typedAt: this.#typedAt,
      delayMs: 500,
      cwd: "/project",
      expects: "hook",
      judge: ({ call: { input } }) =>
        verdict(String(input["command"]).startsWith("touch") ? "allow" : "deny"),
      ...this.#c,
    });
    this.approval = approval;
    return effects.map((effect) => this.#short(effect));
  }

  #short(effect: ApprovalEffect): string {
    if (effect.type === "armTimer") return `timer +${effect.at - this.now}`;
    if (effect.type !== "record") return effect.type;
    return effect.outcome === "pending"
      ? "record pending"
      : `record ${effect.outcome} after ${effect.delayMs}`;
  }
}

function windowOpen(): Run {
  const run = new Run();
  run.tell({ type: "callHeard", known: call("touch marker") });
  run.tell({ type: "promptSeen", prompt: TOUCH });
  return run;
}

function pressed(): Run {
  const run = windowOpen();
  run.pass(500);
  run.tell({ type: "timerFired" });
  run.tell({ type: "pressed" });
  return run;
}

function call(command: string): KnownCall {
  const input = { command, description: "What it is for" };
  return {
    call: { tool: "Bash", input },
    cwd: "/project",
    inPlan: false,
    source: "hook",
    id: undefined,
    at: 0,
  };
}

function verdict(word: Verdict["verdict"]): Verdict {
  return { verdict: word, rule: undefined, why: "so it is" };
}

/** As 2.1.325 draws it. */
function promptFor(command: string, selected = 0): PermissionPrompt {
  const rule = "╌".repeat(100);
  const head = [" Bash command", " What it is for", rule, ` ${command}`, rule, " Do you want to proceed?"];
  return promptOf(head, "Yes, and always allow access to project/ from this project", selected);
}

function editPrompt(diff: readonly string[]): PermissionPrompt {
  const rule = "╌".repeat(100);
  const head = [
    " Edit file",
    " src/greet.ts",
    rule,
    ...diff,
    rule,
    " Do you want to make this edit to greet.ts?",
  ];
  return promptOf(head, "Yes, allow all edits during this session (shift+tab)", 0);
}

function promptOf(head: readonly string[], second: string, selected: number): PermissionPrompt {
  const options = ["Yes", second, "No"];
  const rows = [
    "─".repeat(100),
    ...head,
    ...options.map((label, index) => ` ${index === selected ? "❯" : " "} ${index + 1}. ${label}`),
    "",
    " Esc to cancel · Tab to amend · ctrl+e to explain",
  ];
  const reading = readScreen(screenOfText(rows.join("\n")), { now: new Date(), timeZone: "UTC" });
  const prompt = readPermissionPrompt(reading);
  if (prompt === undefined) throw new Error(`no prompt in ${JSON.stringify(reading)}`);
  return prompt;
}
