import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  isAlive,
  OuterTerminal,
  RELAY,
  relayedScript,
  scratchFolder,
  until,
} from "../support/wrapper/outer-terminal.js";

const ON = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[>5u";
const OFF = "\x1b[<1u\x1b[?1049l\x1b[?2004l\x1b[?25h";
const AGAIN = "\x1b[?1049h\x1b[>5u\x1b[?2004h\x1b[?25l";

/** An interactive shell with job control, as a person has it, that has just started the relay with a script in it. */
async function inShell(script: string): Promise<{ shell: OuterTerminal; folder: string }> {
  const folder = scratchFolder();
  writeFileSync(join(folder, "child.sh"), script);
  const shell = new OuterTerminal("/bin/bash", ["--norc", "--noprofile", "-i"], {
    ...process.env,
    PS1: "prompt$ ",
    // Bash's own bracketed paste would be among the bytes.
    INPUTRC: "/dev/null",
    TERM: "dumb",
  });
  await shell.shows("prompt$ ");
  shell.type(`cd ${folder}; stty -g > before; ${process.execPath} ${RELAY} --obey /bin/sh child.sh\r`);
  await shell.shows("ready");
  return { shell, folder };
}

/** Checks that the shell has its terminal back as it was, and brings the job to the front again. */
async function expectForeground(shell: OuterTerminal, folder: string): Promise<void> {
  await shell.shows("Stopped");
  shell.type("stty -g > stopped; echo saved\r");
  await shell.shows("\nsaved");
  expect(readFileSync(join(folder, "stopped"), "utf8")).toBe(readFileSync(join(folder, "before"), "utf8"));
  shell.type("fg; echo ended $?\r");
}

/** Ctrl+D only when the child has answered: until we have the terminal again it would be the line's end, and a NUL to us. */
async function sayAndEnd(shell: OuterTerminal, text: string): Promise<void> {
  shell.type(`${text}\r`);
  await shell.shows(`${text}\r\n${text}\r\n`);
  shell.type("\x04");
}

test("a child that stops itself takes us along; fg brings both back with their modes", async () => {
  const { shell, folder } = await inShell(`printf '${ON}ready'; kill -STOP $$; printf 'back again'; exit 5`);
  await expectForeground(shell, folder);
  await shell.shows("ended 5");
  expect(shell.text).toContain(`ready${OFF}`);
  expect(shell.text).toContain(`${AGAIN}back again${OFF}`);
});

test("a child that stops the way Claude Code 2.1 does is stopped, though the kernel ignores SIGTSTP here", async () => {
  const { shell, folder } = await inShell(`
    trap 'stty raw -echo; printf back; exit 6' CONT
    stty raw -echo; printf ready; head -c 1 > /dev/null
    stty -raw echo; printf 'suspended'; kill -TSTP 0
    while :; do sleep 0.05; done`);
  shell.type("\x1a");
  await shell.shows("suspended");
  await expectForeground(shell, folder);
  await shell.shows("back");
  await shell.shows("ended 6");
});

test("Ctrl+Z stops a child that leaves it to the terminal", async () => {
  const { shell, folder } = await inShell("echo ready; cat; exit 7");
  shell.type("\x1a");
  await expectForeground(shell, folder);
  await sayAndEnd(shell, "still here");
  await shell.shows("ended 7");
  expect(shell.text).toContain("still here\r\nstill here\r\n");
});

test("in the background it does not touch the terminal: it stops until it is brought to the front", async () => {
  const { shell } = await inShell("echo ready; cat; exit 9");
  shell.type("\x1a");
  await shell.shows("Stopped");
  shell.type("bg; echo asked\r");
  await shell.shows("\nasked");
  // Bash tells of the new stop at its next prompt.
  await until(
    () => {
      shell.type("\r");
      return shell.text.split("Stopped").length > 2;
    },
    () => "a second stop",
  );
  shell.type("fg; echo ended $?\r");
  await sayAndEnd(shell, "front");
  await shell.shows("ended 9");
  expect(shell.text).toContain("front\r\nfront\r\n");
});

test("a window that was resized meanwhile has its new size in the child too", async () => {
  const { shell, folder } = await inShell("echo ready; cat; stty size; exit 4");
  shell.type("\x1a");
  await shell.shows("Stopped");
  shell.pty.resize(100, 30);
  await expectForeground(shell, folder);
  await sayAndEnd(shell, "resized");
  await shell.shows("30 100");
  await shell.shows("ended 4");
});

test.for([
  ["kill %1", "Terminated"],
  ["kill -HUP %1", "Hangup"],
] as const)(
  "what is suspended can be ended from the shell, which keeps its terminal: %s",
  async ([kill, end]) => {
    const { shell, folder } = await inShell(`printf '${ON}ready'; echo $$ $PPID > pids; cat`);
    shell.type("\x1a");
    await shell.shows("Stopped");
    const stoppedAt = shell.text.length;
    shell.type(`${kill}; echo asked\r`);
    await shell.shows("\nasked");
    const pids = readFileSync(join(folder, "pids"), "utf8").trim().split(" ").map(Number);
    await until(
      () => !pids.some(isAlive),
      () => `the end of ${pids.join(" and ")}`,
    );
    shell.type("stty -g > after; echo saved\r");
    await shell.shows("\nsaved");
    expect(shell.text.slice(stoppedAt)).not.toContain("\x1b");
    expect(shell.text).toContain(end);
    expect(readFileSync(join(folder, "after"), "utf8")).toBe(readFileSync(join(folder, "before"), "utf8"));
  },
);

test("what it switches on and we say while it is ended so is taken back, and no more than that", async () => {
  const { shell } = await inShell(`
    trap 'printf "\\033[?25l\\033[?2004hdrawn again, please speak"; exit' TERM
    printf '${ON}ready'; kill -STOP $$
    while :; do sleep 0.05; done`);
  await shell.shows("Stopped");
  const stoppedAt = shell.text.length;
  shell.type("kill %1; wait; echo ended\r");
  await shell.shows("\nended");
  const drawn = "\x1b[?25l\x1b[?2004hdrawn again, please speak";
  expect(shell.text.slice(stoppedAt)).toContain(`${drawn}\x1b[?2004l\x1b[?25h\x1b]2;spoken\x07`);
  expect(shell.text.slice(stoppedAt)).not.toContain("\x1b[?1049");
});

test("Ctrl+Z is a key like any other for a child that reads keys", async () => {
  const terminal = relayedScript("stty raw -echo; printf ready; head -c 2 | od -An -tx1");
  await terminal.shows("ready");
  terminal.type("\x1a");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  terminal.type("x");
  expect(await terminal.exited).toEqual({ exitCode: 0 });
  expect(terminal.text).toContain("1a 78");
});

test("SIGTSTP to us stops the child as well", async () => {
  const { shell, folder } = await inShell("echo ready; echo $PPID > parent; cat; exit 8");
  process.kill(Number(readFileSync(join(folder, "parent"), "utf8")), "SIGTSTP");
  await expectForeground(shell, folder);
  await sayAndEnd(shell, "again");
  await shell.shows("ended 8");
});

test("where no shell could bring us back, the child goes on at once", async () => {
  const terminal = relayedScript("printf ready; kill -STOP $$; printf back");
  expect(await terminal.exited).toEqual({ exitCode: 0 });
  expect(terminal.text).toBe("readyback");
});
