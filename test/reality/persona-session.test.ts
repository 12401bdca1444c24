import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { limit, type Reply } from "../../src/lab/api/reply.js";
import type { TurnOutcome } from "../../src/driver/turn/open-turn.js";
import { DEFAULT_VALUES } from "../../src/config/config-values.js";
import { answered, onPersonaStage, textOf } from "../support/reality/persona-session-stage.js";

const RELEASE = "2.1.325";
const RELEASES = [RELEASE, "2.1.197", "2.0.72", "1.0.64"];
const HELD: Reply = { type: "held", text: "I think", released: new Promise(() => {}) };
const TOUCH: Reply = {
  type: "toolUse",
  name: "Bash",
  input: { command: "touch marker", description: "Leave a marker" },
};

it.concurrent.each(RELEASES)("%s: asked twice, it keeps the context and is who it is", (release) =>
  onPersonaStage({ release }, async (stage) => {
    const session = await stage.start();
    expect(
      await stage.hear(session, "What turns the engine?", "Steam.\n\n```ts\nconst λ = '\\e[201~';\n```"),
    ).toEqual(answered("Steam.\n\n```ts\nconst λ = '\\e[201~';\n```"));
    expect(await stage.hear(session, "And what\nturns\nthe steam?", "Fire 🔥")).toEqual(answered("Fire 🔥"));
    const last = stage.api.conversation().at(-1);
    expect(textOf(last, "messages")).toContain("What turns the engine?");
    expect(textOf(last, "messages")).toContain("And what\\nturns\\nthe steam?");
    expect(textOf(last, "system")).toContain("You are Ada, who looks after the engine.");
    expect(session.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  }),
);

it.concurrent.each(RELEASES)(
  "%s: after a permission prompt, a cancel and a limit it can be asked again",
  (release) =>
    onPersonaStage({ release }, async (stage) => {
      const session = await stage.start();
      stage.answerWith(TOUCH);
      expect(await stage.ask(session, "Leave a marker")).toEqual({
        type: "permission",
        call: "Bash(touch marker)",
        why: "Approval is off.",
      });
      expect(existsSync(join(stage.project, "marker"))).toBe(false);
      expect(await stage.hear(session, "Are you there?", "I am.")).toEqual(answered("I am."));

      stage.answerWith(HELD);
      const cancel = new AbortController();
      const cancelled = stage.ask(session, "Think\nfor long", { signal: cancel.signal });
      await stage.requested("for long");
      cancel.abort();
      expect(await cancelled).toEqual({ type: "cancelled" });
      expect(await stage.hear(session, "And now?", "Still.")).toEqual(answered("Still."));

      // Releases up to 2.1.197 name it to the minute.
      const resetsAt = new Date(Math.ceil(Date.now() / 60_000 + 60) * 60_000);
      stage.answerWith(limit("five_hour", resetsAt));
      const limited = await stage.ask(session, "One more");
      expect(limited).toMatchObject({ type: "limited", until: resetsAt });
      expect(await stage.hear(session, "Is it over?", "It is.")).toEqual(answered("It is."));
    }),
);

it.concurrent("a question of 30 lines and one of 1 MB arrive whole", () =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const session = await stage.start();
    const lines = Array.from({ length: 30 }, (_, row) => `${row}: "ä", \\n, $HOME, '$(id)', 漢字, 🚂`);
    for (const question of [lines.join("\n"), megabyte(), "what is C:\\"]) {
      expect(await stage.hear(session, question, `Read ${question.length} characters.`)).toEqual(
        answered(`Read ${question.length} characters.`),
      );
      const sent = JSON.stringify(question).slice(1, -1);
      expect(textOf(stage.api.conversation().at(-1), "messages").includes(sent)).toBe(true);
    }
  }),
);

it.concurrent("an answer comes back to the letter", () =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const session = await stage.start();
    const quoted =
      "❯ 1. Yes\n  2. No\n\nDo you want to proceed?\n\nYou've hit your 5-hour limit · resets 3pm\n";
    const text = `${quoted}\`\`\`\n\ttabs, trailing blanks  \n\`\`\`\n${"— 漢字 🚂 ".repeat(2000)}\n> end`;
    expect(await stage.hear(session, "Quote all of it", text)).toEqual(answered(text));
  }),
);

// In 1.0.64 each Stop hook has a row of its own, and ours lets the model stop.
it.concurrent.each([RELEASE, "1.0.64"])(
  "%s: the answer is what it says after a slow Stop hook sent it on",
  (release) => {
    const block = `echo '{"decision":"block","reason":"say more"}'`;
    const command = `cat >/dev/null; sleep 1; [ -e "$HOME/blocked" ] || { touch "$HOME/blocked"; ${block}; }`;
    const settings = { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } };
    return onPersonaStage({ release, settings }, async (stage) => {
      stage.answerWith({ type: "text", text: "Steam." }, { type: "text", text: "Steam, and fire." });
      expect(await stage.ask(await stage.start(), "What turns it?")).toEqual(answered("Steam, and fire."));
    });
  },
);

it.concurrent("what the user's rules cover is approved", () =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const approve = { ...DEFAULT_VALUES.approve, mode: "rules", allow: ["Bash(touch *)"] } as const;
    const session = await stage.start({ approve });
    stage.answerWith(TOUCH, { type: "text", text: "Left." });
    expect(await stage.ask(session, "Leave a marker")).toEqual(answered("Left."));
    expect(existsSync(join(stage.project, "marker"))).toBe(true);
    expect(stage.progress.map(({ message }) => message)).toContain("Bash(touch marker)");
  }),
);

it.concurrent(
  "killed in the middle of an answer, it is resumed with a new prompt and the old conversation",
  () =>
    onPersonaStage({ release: RELEASE }, async (stage) => {
      const first = await stage.start();
      expect(await stage.hear(first, "What turns the engine?", "Steam.")).toEqual(answered("Steam."));
      stage.answerWith(HELD);
      const asked = stage.ask(first, "Tell more");
      await stage.requested("Tell more");
      process.kill(first.pid ?? 0, "SIGKILL");
      expect(await asked).toEqual({ type: "ended", exitCode: 0, signal: "SIGKILL" });
      expect(first.pid).toBe(undefined);

      const second = await stage.start({ resume: first.sessionId, systemPrompt: "You are Bob, the stoker." });
      expect(await stage.hear(second, "Who are you?", "Bob.")).toEqual(answered("Bob."));
      expect(second.sessionId).toBe(first.sessionId);
      const last = stage.api.conversation().at(-1);
      expect(textOf(last, "messages")).toContain("What turns the engine?");
      expect(textOf(last, "system")).toContain("You are Bob, the stoker.");
      expect(textOf(last, "system")).not.toContain("You are Ada");
    }),
);

it.concurrent("a conversation that is old and long is resumed as it is, though Claude Code asks", () =>
  onPersonaStage({ release: RELEASE, ...ASKS_ON_RESUME }, async (stage) => {
    const first = await stage.start();
    expect(await stage.hear(first, "What turns the engine?", "Steam.")).toEqual(answered("Steam."));
    await first.end();
    age(transcriptOf(stage.home, first.sessionId ?? ""));
    const second = await stage.start({ resume: first.sessionId });
    expect(await stage.hear(second, "And what turns the steam?", "Fire.")).toEqual(answered("Fire."));
    expect(textOf(stage.api.conversation().at(-1), "messages")).toContain("What turns the engine?");
    expect(stage.api.conversation()).toHaveLength(2);
  }),
);

it.concurrent("a session that was stopped does not react, and ends all the same", () =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const session = await stage.start({ unresponsiveMs: 3000 });
    stage.answerWith(HELD);
    const asked = stage.ask(session, "Tell more");
    await stage.requested("Tell more");
    process.kill(session.pid ?? 0, "SIGSTOP");
    expect(await asked).toMatchObject({ type: "unresponsive" });
    expect(await session.interrupt()).toBe(false);
    await session.end();
    expect(await session.exited).toMatchObject({ signal: 9 });
  }),
);

it.concurrent.each([
  // Without how long a turn took, of which it says one of eight words, the same answer looks the same.
  { release: RELEASE, settings: { disableAllHooks: true, showTurnDuration: false } },
  // It does not know that setting; without a directory of ours no hooks can be added.
  { release: "1.0.64", environment: { XDG_STATE_HOME: "/dev/null" } },
])("$release: without hooks the answer is read from the screen", (options) =>
  onPersonaStage(options, async (stage) => {
    const session = await stage.start();
    const text = 'It is this:\n\n```ts\nif (λ) {\n  turn("漢字");\n}\n```\n\nAnd no more 👩‍👩‍👧.';
    const drawn = text.replaceAll(/```(?:ts)?\n?/g, "").trim();
    expect(bare(await stage.hear(session, "What turns the engine?", text))).toEqual(bare(answered(drawn)));
    expect(session.sessionId).toBe(undefined);
    const long = Array.from({ length: 90 }, (_, row) => `Line ${row} of what is taller than the screen.`);
    for (const question of ["Count to 90", "Count to 90"]) {
      expect(await stage.hear(session, question, long.join("\n"))).toEqual(answered(long.join("\n")));
    }
    const resetsAt = new Date(Math.ceil(Date.now() / 60_000 + 60) * 60_000);
    stage.answerWith(limit("five_hour", resetsAt));
    expect(await stage.ask(session, "One more")).toMatchObject({ type: "limited", until: resetsAt });
    expect(await stage.hear(session, "Is it over?", "It is.")).toEqual(answered("It is."));
    expect(textOf(stage.api.conversation().at(-1), "messages")).toContain("What turns the engine?");
  }),
);

it.concurrent("somebody who looks in sees the screen and may answer what it asks", ({ expect }) =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const session = await stage.start();
    stage.answerWith(TOUCH, { type: "text", text: "Left." });
    let shown = "";
    const viewer = session.attach({ columns: 100, rows: 30 }, (bytes) => (shown += bytes.toString()));
    const asked = stage.ask(session, "Leave a marker");
    await expect.poll(() => session.snapshot(), { timeout: 60_000 }).toContain("Do you want to proceed?");
    viewer.write(Buffer.from("\r"));
    expect(await asked).toEqual(answered("Left."));
    expect(shown.length).toBeGreaterThan(1000);
    viewer.detach();
    expect(await stage.hear(session, "Is it done?", "It is.")).toEqual(answered("It is."));
  }),
);

it.concurrent("a folder that is not trusted is refused with the reason", () =>
  onPersonaStage({ release: RELEASE, trusted: false }, async (stage) => {
    await expect(stage.start()).rejects.toMatchObject({
      fault: {
        code: "NOT_READY",
        message: `the session of ada could not be started: Claude Code asks whether you trust ${stage.project}`,
        fix: `run claude once in ${stage.project} and answer its question`,
      },
    });
  }),
);

it.concurrent("a conversation that is gone is refused with the reason", () =>
  onPersonaStage({ release: RELEASE }, async (stage) => {
    const resume = "11111111-2222-4333-8444-555555555555";
    await expect(stage.start({ resume })).rejects.toMatchObject({
      fault: {
        code: "NOT_READY",
        message: `the session of ada could not be started: it ended: No conversation found with session ID: ${resume}`,
      },
    });
  }),
);

/** Without blank rows, of which a screen may show more. */
function bare(answer: TurnOutcome): TurnOutcome {
  return answer.type === "answered" ? answered(answer.text.replaceAll(/\n\s*\n/g, "\n")) : answer;
}

/** It asks where its server has switched that on, which it remembers, and does not where it may not ask its server. */
const ASKS_ON_RESUME = {
  state: { cachedFeatureFlags: { tengu_gleaming_fair: true }, cachedFeatureFlagsAt: Date.now() },
  environment: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "",
    DISABLE_TELEMETRY: "",
    DISABLE_ERROR_REPORTING: "",
  },
};

function transcriptOf(home: string, sessionId: string): string {
  const projects = join(home, ".claude", "projects");
  const project = readdirSync(projects).find((name) =>
    existsSync(join(projects, name, `${sessionId}.jsonl`)),
  );
  return join(projects, project ?? "", `${sessionId}.jsonl`);
}

/** Two days old, and of 150,000 tokens. */
function age(transcript: string): void {
  const then = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString();
  const rows = readFileSync(transcript, "utf8")
    .replace(/"timestamp":"[^"]+"/g, `"timestamp":"${then}"`)
    .replace(/"input_tokens":\d+/g, '"input_tokens":150000');
  writeFileSync(transcript, rows);
}

function megabyte(): string {
  const rows = Array.from(
    { length: 1024 * 16 },
    (_, row) => `${String(row).padStart(8, "0")} ${"x".repeat(54)}`,
  );
  return rows.join("\n");
}
