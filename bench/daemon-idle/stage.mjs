// A machine as a busy user has it: sessions that live, each in a project of its own, and the transcripts of months.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Returns `{ env, configDir, close }`. The sessions are real processes; they look as those of Claude Code 2.1.325 do. */
export async function stage({ live, old }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cac-bench-")));
  const home = join(root, "home");
  const configDir = join(home, ".claude");
  const claude = join(root, "claude");
  mkdirSync(join(configDir, "sessions"), { recursive: true, mode: 0o700 });
  copyFileSync(realpathSync("/bin/sleep"), claude);
  const sessions = [];
  for (let number = 0; number < live; number++)
    sessions.push(await liveSession({ root, configDir, claude, number }));
  for (let number = 0; number < old; number++) oldTranscript({ root, configDir, live, number });
  // What was written this very moment is looked at twice.
  await sleep(3_000);
  return {
    env: { HOME: home, PATH: process.env.PATH, LANG: "C.UTF-8", TZ: "UTC" },
    configDir,
    close: () => {
      for (const session of sessions) session.kill("SIGKILL");
      rmSync(root, { recursive: true });
    },
  };
}

async function liveSession({ root, configDir, claude, number }) {
  const cwd = join(root, `project-${number}`);
  mkdirSync(cwd);
  const env = { HOME: join(root, "home"), TERM: "xterm-256color" };
  const child = spawn(claude, ["100000"], { cwd, env, stdio: "ignore" });
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  const sessionId = randomUUID();
  writeFileSync(transcriptIn(configDir, cwd, sessionId), rows(sessionId));
  const entry = {
    pid: child.pid,
    sessionId,
    cwd,
    startedAt: Date.now(),
    procStart: readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ").at(-1).split(" ")[19],
    version: "2.1.325",
    kind: "interactive",
    entrypoint: "cli",
    status: "idle",
    updatedAt: Date.now(),
  };
  writeFileSync(join(configDir, "sessions", `${child.pid}.json`), JSON.stringify(entry));
  return child;
}

function oldTranscript({ root, configDir, live, number }) {
  const sessionId = randomUUID();
  const file = transcriptIn(configDir, join(root, `project-${number % (live * 2)}`), sessionId);
  writeFileSync(file, rows(sessionId));
  const then = new Date(Date.now() - (number + 1) * 3_600_000);
  utimesSync(file, then, then);
}

function transcriptIn(configDir, cwd, sessionId) {
  const folder = join(configDir, "projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  return join(folder, `${sessionId}.jsonl`);
}

/** Some 40 KB, the last of them an answer. */
function rows(sessionId) {
  const origin = { sessionId, version: "2.1.325", timestamp: new Date(Date.now() - 60_000).toISOString() };
  const prompt = {
    type: "user",
    message: { role: "user", content: "run the tests. ".repeat(60) },
    ...origin,
  };
  const content = [{ type: "text", text: "All 12 tests pass. ".repeat(50) }];
  const answer = {
    type: "assistant",
    message: { model: "claude", stop_reason: "end_turn", content },
    ...origin,
  };
  return `${JSON.stringify(prompt)}\n${JSON.stringify(answer)}\n`.repeat(20);
}
