// What is measured, each as a way to run a command inside it. All of them get the same small environment and a home of their own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TMUX_SOCKET = `cac-bench-${process.pid}`;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const CAC = [process.execPath, path("../../dist/cli/main.js"), "run"];
/** Our own command line: CAC_BENCH_SUBJECT where it is set, else cac with everything on but approval. */
const OURS = process.env.CAC_BENCH_SUBJECT?.split(" ") ?? [...CAC, "--"];

export const WRAPPERS = {
  direct: (command) => command,
  relay: (command) => [process.execPath, path("exact-relay.mjs"), ...command],
  ours: (command) => [...OURS, ...command],
  // Only Claude Code's prompts are approved, and it is known by its name.
  approving: (command, { cwd }) => [...CAC, "--approve", "rules", "--", join(cwd, "claude"), ...command],
  script: (command) => ["script", "-qefc", command.map(quoted).join(" "), "/dev/null"],
  tmux: (command) => [
    "tmux",
    "-L",
    TMUX_SOCKET,
    "-f",
    "/dev/null",
    "new-session",
    command.map(quoted).join(" "),
  ],
};

export const CHATTY_CHILD = [process.execPath, path("chatty-child.mjs")];

/** A folder that is gone at the end, and the environment of what runs in it. */
export function stage() {
  const folder = mkdtempSync(join(tmpdir(), "cac-bench-"));
  process.once("exit", () => {
    // A server that an interrupted run left behind would live for ever.
    spawnSync("tmux", ["-L", TMUX_SOCKET, "kill-server"], { stdio: "ignore" });
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, "claude"), NAMED_CLAUDE, { mode: 0o755 });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const { PATH } = process.env;
  return {
    cwd: folder,
    env: { PATH, HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8", TZ: "UTC", SHELL: "/bin/sh" },
  };
}

/** Runs whatever it is given in place of a prompt. */
const NAMED_CLAUDE = `#!/bin/sh
[ "$1" = --version ] && { echo '2.1.325 (Claude Code)'; exit; }
[ "$1" = --settings ] && shift 2
exec "$@"
`;

function quoted(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
