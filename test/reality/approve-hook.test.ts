import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { beforeAll, describe, it, type ExpectStatic } from "vitest";

import { ensurePrograms } from "../../src/lab/machine/ensure-programs.js";
import type { PtySession } from "../../src/lab/session/pty-session.js";
import type { Reply } from "../../src/lab/api/reply.js";
import { replies } from "../../src/lab/api/stand-in-api.js";
import { readApprovals, type ApprovalRecord } from "../../src/driver/approval/approval-log.js";
import { ZSH } from "../support/reality/approval-stage.js";
import {
  inInstalledHome,
  type InstalledHomeOptions,
  type InstalledScene,
} from "../support/reality/installed-home.js";

const NEWEST = "2.1.325";
const SOON = { timeout: 30_000 };
const PROMPT = /Do you want to proceed\?/;
const RULES = {
  mode: "rules",
  allow: ["Bash(node build.mjs *)"],
  deny: ["Bash(node build.mjs --publish)"],
};
/** The user's shell is bash, unless they say otherwise. */
const SESSIONS = [
  ...[NEWEST, "2.1.197", "2.0.72"].map((release) => [release, { release, environment: {} }] as const),
  [`${NEWEST} with zsh`, { release: NEWEST, environment: { SHELL: ZSH } }] as const,
];
/** The hook writes its record after the prompt is drawn: on a busy machine that takes seconds. */
const RECORDED = { timeout: 60_000 };
/** A command that tells how often it ran, and with what. */
const BUILD = `import { appendFileSync } from "node:fs";
appendFileSync("ran.txt", \`\${process.argv.slice(2).join(" ")}\\n\`);
`;

beforeAll(() => {
  ensurePrograms({ zsh: "zsh" });
});

describe.concurrent("cac install --approve, in sessions without a wrapper", () => {
  it.for(SESSIONS)(
    "%s: what a rule covers runs once, all else waits for the person, and no settings change",
    async ([, { release, environment }], { expect }) => {
      const script = replies(
        bash("node build.mjs --all"),
        text("It is built."),
        bash("node other.mjs"),
        bash("node build.mjs --publish"),
      );
      await approving({ releases: [release], script, environment }, async (scene) => {
        const { session, home } = scene;
        const asInstalled = await scene.settings();
        await say(session, "build it");
        await session.waitFor(/It is built\./);
        await expect.poll(() => ran(scene)).toEqual(["--all"]);
        await session.settle();
        expect(await session.screenText()).not.toMatch(PROMPT);

        await say(session, "run the other");
        await stays(session, expect);
        await session.press("escape");
        await session.waitFor(/Interrupted|rejected/);
        await session.settle();
        await say(session, "publish it");
        await session.waitFor(/--publish/);
        await stays(session, expect);

        expect(await ran(scene)).toEqual(["--all"]);
        await expect
          .poll(async () => (await approvals(scene)).map(outline), RECORDED)
          .toEqual([
            { command: "node build.mjs --all", verdict: "allow", rule: RULES.allow[0], outcome: "answered" },
            { command: "node other.mjs", verdict: "ask", rule: undefined, outcome: "left" },
            { command: "node build.mjs --publish", verdict: "deny", rule: RULES.deny[0], outcome: "left" },
          ]);
        expect(await scene.settings()).toBe(asInstalled);
        expect(existsSync(join(home.project, ".claude"))).toBe(false);
        expect(await scene.uninstalled()).toBe(scene.before);
      });
    },
  );

  it.for([
    [NEWEST, "Agent"],
    ["2.1.197", "Agent"],
    ["2.0.72", "Task"],
  ] as const)("%s: a subagent's call is judged too", async ([release, name], { expect }) => {
    const agent = { description: "Build", prompt: "Build it", subagent_type: "general-purpose" };
    const script = replies(
      { type: "toolUse", name, input: agent },
      bash("node build.mjs --by-agent"),
      text("All done here."),
    );
    await approving({ releases: [release], script }, async (scene) => {
      await say(scene.session, "have it built");
      await expect.poll(() => ran(scene), SOON).toEqual(["--by-agent"]);
      await expect
        .poll(async () => (await approvals(scene)).map(({ outcome }) => outcome), RECORDED)
        .toEqual(["answered"]);
    });
  });

  it("zsh runs what is approved, and what only zsh evaluates is left to the person", async ({ expect }) => {
    const redirect = 'echo "$ZSH_VERSION" > shell.txt';
    const loop = 'for f in *.mjs; do head -n 1 "$f"; done';
    // To bash this is not a number; zsh evaluates it to get one, and runs the quoted command.
    const hostile = "test -t 'psvar[$(touch pwn)1]'";
    const script = replies(bash(redirect), bash(loop), bash(hostile), text("All done here."));
    const allow = ["Edit(shell.txt)", "Bash(head *)"];
    const config = { approve: { mode: "rules", allow } };
    const environment = { SHELL: ZSH };
    await approving({ releases: [NEWEST], script, config, environment }, async (scene) => {
      const { session, home } = scene;
      await say(session, "look around");
      await session.waitFor(/touch pwn/);
      await stays(session, expect);
      const version = execFileSync(ZSH, ["-fc", 'echo "$ZSH_VERSION"'], { encoding: "utf8" });
      expect(version).not.toBe("\n");
      expect(await readFile(join(home.project, "shell.txt"), "utf8")).toBe(version);
      expect(readdirSync(home.project)).toEqual(["build.mjs", "other.mjs", "shell.txt"]);
      await expect
        .poll(async () => (await approvals(scene)).map(outline), RECORDED)
        .toEqual([
          { command: redirect, verdict: "allow", rule: allow[0], outcome: "answered" },
          { command: loop, verdict: "allow", rule: allow[1], outcome: "answered" },
          { command: hostile, verdict: "ask", rule: undefined, outcome: "left" },
        ]);
      // It would have run code: with the person's own yes it does.
      await session.type("1");
      await session.waitFor(/All done here\./);
      expect(existsSync(join(home.project, "pwn"))).toBe(true);
    });
  });

  it("a session under a wrapper is the wrapper's", async ({ expect }) => {
    const script = replies(bash("node build.mjs --all"));
    const environment = { CAC_WRAPPER: String(process.pid) };
    await approving({ releases: [NEWEST], script, environment }, async (scene) => {
      await say(scene.session, "build it");
      await stays(scene.session, expect);
      expect([await ran(scene), await approvals(scene)]).toEqual([[], []]);
    });
  });

  it("a question is not answered, whatever is allowed", async ({ expect }) => {
    const options = ["Tabs", "Spaces"].map((label) => ({ label, description: `Use ${label}` }));
    const question = { question: "Which ones do you like?", header: "Style", options, multiSelect: false };
    const script = replies({ type: "toolUse", name: "AskUserQuestion", input: { questions: [question] } });
    const config = { approve: { mode: "all" } };
    await approving({ releases: [NEWEST], script, config }, async (scene) => {
      await say(scene.session, "ask me");
      await scene.session.waitFor(/Which ones do you like\?/);
      await sleep(2000);
      expect(await scene.session.screenText()).toMatch(/1\. Tabs/);
      expect(await approvals(scene)).toEqual([]);
    });
  });

  it("beside 1.0.64 the event is left out, and 1.0.64 starts without a dialog", async ({ expect }) => {
    const script = replies(text("All 12 tests pass."));
    await approving({ releases: ["1.0.64", NEWEST], script, args: [] }, async (scene) => {
      expect(scene.installed).toMatch(
        /^left out: PermissionRequest, because 1\.0\.64 \(.*\) would not start with it; permission prompts are left to you$/m,
      );
      await say(scene.session, "run the tests");
      await scene.session.waitFor(/All 12 tests pass\./);
      expect(await scene.session.screenText()).not.toMatch(/settings error|invalid settings|hook/i);
      expect(await scene.settings()).not.toContain("PermissionRequest");
      expect(await scene.uninstalled()).toBe(scene.before);
    });
  });
});

function approving(
  options: InstalledHomeOptions,
  play: (scene: InstalledScene) => Promise<void>,
): Promise<void> {
  return inInstalledHome(
    {
      config: { approve: RULES },
      install: ["--approve"],
      args: ["--permission-mode", "default"],
      files: { "build.mjs": BUILD, "other.mjs": BUILD },
      ...options,
    },
    play,
  );
}

/** The prompt is there, and still there when an answer would have come. It never settles: 2.1.325 has it blink. */
async function stays(session: PtySession, expect: ExpectStatic): Promise<void> {
  await session.waitFor(PROMPT);
  await sleep(2000);
  expect(await session.screenText()).toMatch(PROMPT);
}

async function say(session: PtySession, words: string): Promise<void> {
  await session.waitFor(/^[│\s]*[❯>]/m);
  await session.settle();
  await session.type(words);
  await session.waitFor(new RegExp(`[❯>]\\s+${words}`));
  await session.settle(300);
  await session.press("enter");
}

/** With what the command ran, each time. */
async function ran({ home }: InstalledScene): Promise<string[]> {
  const lines = await readFile(join(home.project, "ran.txt"), "utf8").catch(() => "");
  return lines.split("\n").slice(0, -1);
}

function approvals({ home }: InstalledScene): Promise<readonly ApprovalRecord[]> {
  return readApprovals(join(home.home, ".local", "state", "claude-auto-continue"));
}

function outline({ input, verdict, rule, outcome }: ApprovalRecord): object {
  return { command: input["command"], verdict, rule, outcome };
}

function bash(command: string): Reply {
  return { type: "toolUse", name: "Bash", input: { command, description: "Do it" } };
}

function text(words: string): Reply {
  return { type: "text", text: words };
}
