import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  existsSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { ReviveOptions } from "../../../src/daemon/revive/revival.js";
import { revive } from "../../../src/daemon/revive/revive.js";
import type { CommandResult } from "../../../src/host/run-command.js";
import { ensureTmux } from "../../../src/lab/tmux-session.js";
import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";

const ID = "0f3c9a4e-1111-4222-8333-444455556666";

/** A tmux server of its own, and a program in the place of Claude Code that writes down what it was given. */
function stage(project = "my project"): { session: ExternalSession; options: ReviveOptions; root: string } {
  ensureTmux();
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cac-revive-")));
  const tmuxSocket = join(root, "tmux socket");
  onTestFinished(() => {
    if (existsSync(tmuxSocket)) execFileSync("tmux", ["-S", tmuxSocket, "kill-server"]);
    rmSync(root, { recursive: true, force: true });
  });
  const cwd = join(root, project);
  mkdirSync(cwd);
  const claude = join(root, "claude");
  const program = `#!/bin/sh\nprintf '%s\\n' "$@" "$PWD" "[$CLAUDECODE]" "[$KEPT]" "[$CLAUDE_CODE_RESUME_TOKEN_THRESHOLD]" >> ${root}/given\nexec sleep 600\n`;
  writeFileSync(claude, program, { mode: 0o755 });
  const env = { PATH: process.env["PATH"], HOME: root, CLAUDECODE: "1", KEPT: "kept" };
  return {
    root,
    session: {
      sessionId: ID,
      transcript: join(root, "t.jsonl"),
      cwd,
      release: "2.1.325",
      reach: { process: { pid: 4_000_000, start: "long ago" }, tty: "/dev/pts/7", env: { STY: "1.x" } },
    },
    options: {
      how: "tmux",
      prompt: "continue",
      once: "1",
      directory: join(root, "auto-resume"),
      where: { env, home: root, platform: process.platform },
      claude,
      tmuxSocket,
    },
  };
}

/** The shell makes the file before it writes its six lines. */
async function given(root: string): Promise<string[]> {
  const lines = (): string[] => readFileSync(join(root, "given"), "utf8").split("\n").slice(0, -1);
  await vi.waitFor(() => expect(lines().length).toBeGreaterThanOrEqual(6), 20_000);
  return lines();
}

function withoutTmux(): Promise<CommandResult> {
  return Promise.resolve({ ok: false, code: undefined, says: "tmux was not found", stdout: "", stderr: "" });
}

describe("a revival in tmux", () => {
  it("opens the conversation in a session that the user finds, and says where it is", async () => {
    const { session, options, root } = stage();
    const revival = await revive(session, options);
    if (revival.type !== "tmux") throw new Error(JSON.stringify(revival));
    expect(await given(root)).toEqual(["--resume", ID, session.cwd, "[]", "[kept]", "[1000000000]"]);
    expect(revival.attach).toBe(`tmux -S '${options.tmuxSocket}' attach -t claude-my_project-0f3c9a4e`);
    const { process: started, tty, env } = revival.session.reach;
    const found = await readProcess(started?.pid ?? 0);
    expect(found).toMatchObject({ pid: started?.pid, start: started?.start, tty });
    expect(found?.foregroundGroup).toBe(found?.group);
    const server = execFileSync("tmux", ["-S", options.tmuxSocket ?? "", "display-message", "-p", "#{pid}"]);
    expect(env).toEqual({ TMUX: `${options.tmuxSocket},${String(server).trim()},0`, TMUX_PANE: "%0" });
    expect({ ...revival.session, reach: session.reach }).toEqual(session);
  });

  it("takes the session that an earlier try opened", async () => {
    const { session, options, root } = stage();
    const first = await revive(session, options);
    const second = await revive(session, { ...options, once: "2" });
    expect(first.type).toBe("tmux");
    expect(second).toEqual(first);
    expect(await given(root)).toHaveLength(6);
  });

  it("takes a directory's name for nothing but a name", async () => {
    const { session, options, root } = stage("a#(touch injected)#{pid}'b;c");
    expect(await revive(session, options)).toMatchObject({
      type: "tmux",
      attach: `tmux -S '${options.tmuxSocket}' attach -t claude-a_touch_injected_pid_b_c-0f3c9a4e`,
    });
    expect((await given(root))[2]).toBe(session.cwd);
    expect(existsSync(join(session.cwd, "injected"))).toBe(false);
  });

  it("tells when Claude Code has ended before anybody could look", async () => {
    const { session, options } = stage();
    const told = "4000000 /dev/pts/9 %0 $0 7 /tmp/tmux-1000/default\n";
    const run = () => Promise.resolve({ ok: true, stdout: told, stderr: "" } as const);
    expect(await revive(session, { ...options, run })).toEqual({
      type: "refused",
      why: "Claude Code ended as soon as tmux had started it",
    });
  });

  it("says so where there is no tmux", async () => {
    const { session, options } = stage();
    expect(await revive(session, { ...options, run: withoutTmux })).toEqual({
      type: "refused",
      why: "tmux: tmux was not found",
    });
  });
});
