import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { processStart } from "../../../src/host/process-identity.js";
import type { ReviveOptions } from "../../../src/daemon/revive/revival.js";
import { revive } from "../../../src/daemon/revive/revive.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { answersWith, claude, type FakeClaude } from "../../support/headless/fake-claude.js";

const ID = "0f3c9a4e-1111-4222-8333-444455556666";

interface Stage {
  readonly session: ExternalSession;
  readonly options: ReviveOptions;
  readonly directory: string;
}

function stage(fake: FakeClaude, changes: Partial<ReviveOptions> = {}): Stage {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "cac-revive-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const cwd = join(directory, "my project");
  mkdirSync(cwd);
  return {
    directory,
    session: {
      sessionId: ID,
      transcript: undefined,
      cwd,
      release: "2.1.325",
      reach: { process: { pid: 4_000_000, start: "long ago" }, tty: "/dev/pts/7", env: { TMUX: "x,1,0" } },
    },
    options: {
      how: "headless",
      prompt: '-- go on, "please" $(id)',
      once: "2026-11-15T18:00:00.000Z/1",
      directory: join(directory, "auto-resume"),
      where: { env: fake.env, home: fake.directory, platform: process.platform },
      claude: fake.command,
      ...changes,
    },
  };
}

describe("a headless revival", () => {
  it("asks the same conversation in its directory, and keeps what comes in a private log", async () => {
    const fake = claude([...answersWith("The work goes on."), { err: "a warning\n" }]);
    const { session, options, directory } = stage(fake);
    const revival = await revive(session, options);
    if (revival.type !== "headless") throw new Error(JSON.stringify(revival));
    expect(await revival.ended).toBe(0);
    expect(fake.runs()).toMatchObject([
      { args: ["-p", "--resume", ID], stdin: '-- go on, "please" $(id)', cwd: session.cwd },
    ]);
    expect(revival.log).toBe(
      join(directory, "auto-resume", "revivals", `${ID}-2026-11-15T18_00_00_000Z_1.log`),
    );
    expect(readFileSync(revival.log, "utf8")).toBe("The work goes on.\na warning\n");
    expect(statSync(revival.log).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, "auto-resume", "revivals")).mode & 0o777).toBe(0o700);
  });

  it("begins one and the same resume once", async () => {
    const fake = claude(answersWith("Once."));
    const { session, options } = stage(fake);
    const [first, second] = [await revive(session, options), await revive(session, options)];
    if (first.type !== "headless") throw new Error(JSON.stringify(first));
    expect(second).toEqual({ type: "begun", log: first.log });
    await first.ended;
    expect(await revive(session, options)).toEqual({ type: "begun", log: first.log });
    expect(fake.runs()).toHaveLength(1);
    const next = await revive(session, { ...options, once: "2026-11-15T18:00:00.000Z/2" });
    if (next.type !== "headless") throw new Error(JSON.stringify(next));
    await next.ended;
    expect(fake.runs()).toHaveLength(2);
  });

  it("hands on the user's variables and none of a session's", async () => {
    const fake = claude(answersWith("Hello."));
    const env = {
      ...fake.env,
      CLAUDE_CODE_USE_BEDROCK: "1",
      CLAUDE_CONFIG_DIR: "/home/ada/.claude-work",
      CLAUDECODE: "1",
      CLAUDE_CODE_SESSION_ID: "another",
      CLAUDE_CODE_MESSAGING_TOKEN: "of another",
      CLAUDE_PID: "12",
      TMUX: "/tmp/tmux-1000/default,1,0",
    };
    const { session, options } = stage(fake, {
      where: { env, home: fake.directory, platform: process.platform },
    });
    const revival = await revive(session, options);
    if (revival.type !== "headless") throw new Error(JSON.stringify(revival));
    await revival.ended;
    const given = Object.keys(fake.runs()[0]?.env ?? {}).filter((name) => /CLAUDE|TMUX/.test(name));
    expect(given.toSorted()).toEqual(["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CONFIG_DIR"]);
  });

  it("runs in a session of its own", async () => {
    const fake = claude([{ hang: true }]);
    const { session, options } = stage(fake);
    const revival = await revive(session, options);
    if (revival.type !== "headless") throw new Error(JSON.stringify(revival));
    expect(revival.process.start).toBe(await processStart(revival.process.pid));
    const stat = readFileSync(`/proc/${revival.process.pid}/stat`, "latin1");
    const [, , group, leader] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    expect([group, leader]).toEqual([String(revival.process.pid), String(revival.process.pid)]);
    process.kill(revival.process.pid, "SIGKILL");
    expect(await revival.ended).toBeUndefined();
  });
});

describe("a revival that cannot be", () => {
  it("leaves a process alone that still runs", async () => {
    const fake = claude(answersWith("Never."));
    const { session, options } = stage(fake);
    const reach = { ...session.reach, process: { pid: process.pid, start: await processStart(process.pid) } };
    expect(await revive({ ...session, reach }, options)).toEqual({
      type: "refused",
      why: `it still runs (process ${process.pid})`,
    });
  });

  it.each(["--dangerously-skip-permissions", "a b", "", "../x"])(
    "does not take %j for an id",
    async (sessionId) => {
      const { session, options } = stage(claude(answersWith("Never.")));
      expect(await revive({ ...session, sessionId }, options)).toEqual({
        type: "refused",
        why: "its id is not one of Claude Code's",
      });
    },
  );

  it("does not work in another directory", async () => {
    const { session, options } = stage(claude(answersWith("Never.")));
    expect(await revive({ ...session, cwd: "/nowhere/at/all" }, options)).toEqual({
      type: "refused",
      why: "its directory is gone (/nowhere/at/all)",
    });
  });

  it("says where Claude Code is missing", async () => {
    const fake = claude(answersWith("Never."));
    const { session, options } = stage(fake, {
      claude: undefined,
      where: { env: { PATH: "/nowhere" }, home: fake.directory, platform: process.platform },
    });
    expect(await revive(session, options)).toEqual({
      type: "refused",
      why:
        "claude was not found on PATH: npm install -g @anthropic-ai/claude-code, " +
        "or name it: cac config set claude /path/to/claude",
    });
  });

  it("says where its log cannot be", async () => {
    const { session, options } = stage(claude(answersWith("Never.")));
    mkdirSync(options.directory);
    const inTheWay = join(options.directory, "revivals");
    writeFileSync(inTheWay, "");
    expect(await revive(session, options)).toEqual({
      type: "refused",
      why: `${inTheWay} is not a directory: move it away, or name another place with XDG_STATE_HOME`,
    });
  });
});
