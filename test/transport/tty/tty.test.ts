import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test, vi } from "vitest";

import { runCommand } from "../../../src/host/run-command.js";
import { ttyTransport, type TtyTransportOptions, type TypingRights } from "../../../src/transport/tty/tty.js";
import { isAttended, isRefusal, type Transport } from "../../../src/transport/transport.js";
import { endTree } from "../../../src/lab/machine/process-tree.js";
import { spawnPty, type Pty } from "../../../src/transport/pty/pty.js";
import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { KeyLog, SOON } from "../../support/transport/key-log.js";

const ORDINARY_PROGRAM = fileURLToPath(
  new URL("../../support/transport/ordinary-typist.mjs", import.meta.url),
);
const isRoot = process.getuid?.() === 0;
const { PATH = "" } = process.env;

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), "tty-way-"));
  // An ordinary user is to find their way in, too.
  chmodSync(made, 0o777);
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function inTerminal([file = "", ...args]: readonly string[]): Pty {
  const pty = spawnPty(file, args, { columns: 80, rows: 24, cwd: "/", env: { PATH, TERM: "xterm" } });
  // Output that nobody reads would hold the program up.
  pty.onData(() => undefined);
  onTestFinished(() => endTree(pty.pid));
  return pty;
}

async function handsOn(session: ExternalSession, options?: TtyTransportOptions): Promise<Transport> {
  const found = await ttyTransport(options).open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

test.runIf(isRoot)(
  "root types on any terminal: text, Esc, Ctrl+S, a paste and Enter arrive as they are",
  async () => {
    const log = new KeyLog(directory(), "claude");
    inTerminal(log.command);
    const hands = await handsOn(await log.session());
    expect(hands.name).toBe("tty");
    expect(hands.screen).toBeUndefined();
    await expect(hands.isSameProcess()).resolves.toBe(true);
    const keys = ["\x1b", "\x13", "cont'inue $(é✓) \\x41", "\x1b[200~two\nlines\x1b[201~", "\r"];
    for (const key of keys) await hands.send(key);
    await hands.release();
    await vi.waitFor(() => expect(log.typed).toBe(keys.join("")), SOON);
  },
);

test.runIf(isRoot)("more than the terminal's queue holds arrives in full", async () => {
  const log = new KeyLog(directory(), "claude");
  inTerminal(log.command);
  const hands = await handsOn(await log.session());
  const long = Array.from({ length: 4_000 }, (_, index) => String(index)).join(" ");
  await hands.send(long);
  await vi.waitFor(() => expect(log.typed).toBe(long), SOON);
});

test.runIf(isRoot)("what a stopped program cannot take is reported, not dropped", async () => {
  const log = new KeyLog(directory(), "claude");
  const pty = inTerminal(log.command);
  const session = await log.session();
  const hands = await handsOn(session);
  process.kill(pty.pid, "SIGSTOP");
  await expect(hands.send("x".repeat(5_000))).rejects.toThrow(
    `typing on ${session.reach.tty} failed: the program does not read what is typed`,
  );
});

test.runIf(isRoot)("a program that is gone gets nothing, nor does whoever has its terminal now", async () => {
  const log = new KeyLog(directory(), "claude");
  // The shell is there before it and after it, and would run what it is given.
  const pty = inTerminal(["/bin/sh", "-c", '"$@"; sleep 1000', "sh", ...log.command]);
  const session = await log.session();
  const hands = await handsOn(session);
  process.kill(session.reach.process?.pid ?? 0, "SIGKILL");
  await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
  expect(await ttyTransport().open(session)).toEqual({
    refused: `finds no such process any more (${session.reach.process?.pid})`,
  });
  expect(pty.pid).not.toBe(session.reach.process?.pid);
});

test.runIf(isRoot)("an ordinary user types on their own terminal, and on no other", async () => {
  const place = directory();
  const [own, other] = [new KeyLog(place, "own"), new KeyLog(place, "other")];
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  inTerminal([...absolute(asNobody), ...other.command]);
  const otherSession = await other.session();
  const result = join(place, "result.json");
  // A process beside the session, on the same terminal, as `cac daemon &` in that shell would be.
  inTerminal([
    ...absolute(asNobody),
    process.execPath,
    ORDINARY_PROGRAM,
    result,
    JSON.stringify(otherSession),
    ...own.command,
  ]);
  await vi.waitFor(() => expect(existsSync(result)).toBe(true), SOON);
  const ownTty = (await own.session()).reach.tty;
  expect(JSON.parse(readFileSync(result, "utf8"))).toEqual({
    uid: 65534,
    own: "typed",
    other: {
      refused: `is allowed only on one's own terminal for all but root: the session's is ${otherSession.reach.tty}, ours is ${ownTty}`,
    },
  });
  await vi.waitFor(() => expect(own.typed).toBe("continue\r"), SOON);
  expect(other.typed).toBe("");
});

test("the kernel's rule: root always, others on their own terminal where it is allowed at all", async () => {
  const log = new KeyLog(directory(), "claude");
  const pty = inTerminal(log.command);
  const session = await log.session();
  const tty = (await readProcess(pty.pid))?.tty;
  const outcome = async (isPrivileged: boolean, isAllowed: boolean, ownTty: string | undefined) => {
    const found = await ttyTransport({
      rights: () => Promise.resolve({ isPrivileged, isAllowed, ownTty }),
    }).open(session);
    return isRefusal(found) ? found.refused : "name" in found && found.name;
  };
  const off = "is switched off in this kernel for all but root (dev.tty.legacy_tiocsti is 0)";
  const elsewhere = `is allowed only on one's own terminal for all but root: the session's is ${tty}, ours is`;
  expect({
    root: await outcome(true, true, undefined),
    rootWhereOff: await outcome(true, false, undefined),
    own: await outcome(false, true, tty),
    ownWhereOff: await outcome(false, false, tty),
    other: await outcome(false, true, "/dev/pts/99999"),
    service: await outcome(false, true, undefined),
  }).toEqual({
    root: "tty",
    rootWhereOff: "tty",
    own: "tty",
    ownWhereOff: off,
    other: `${elsewhere} /dev/pts/99999`,
    service: `${elsewhere} none`,
  });
});

test("no perl, another platform, no process: refused with the reason", async () => {
  const log = new KeyLog(directory(), "claude");
  inTerminal(log.command);
  const session = await log.session();
  const withoutPerl = ttyTransport({ rights, run: (_file, ...rest) => runCommand("no-such-perl", ...rest) });
  expect(await withoutPerl.open(session)).toEqual({ refused: "needs perl: no-such-perl was not found" });
  expect(await ttyTransport({ platform: "darwin" }).open(session)).toEqual({
    refused: "is known to work on Linux only",
  });
  const unknown = { ...session, reach: { ...session.reach, process: undefined } };
  expect(await ttyTransport({ rights }).open(unknown)).toEqual({
    refused: "cannot tell which process it is",
  });
});

/** What root has. */
function rights(): Promise<TypingRights> {
  return Promise.resolve({ isPrivileged: true, isAllowed: true, ownTty: undefined });
}

function absolute([program = "", ...args]: readonly string[]): readonly string[] {
  return [spawnSync("which", [program], { encoding: "utf8" }).stdout.trim(), ...args];
}
