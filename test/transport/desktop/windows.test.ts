import { describe, expect, it } from "vitest";

import { processStart } from "../../../src/host/process-identity.js";
import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { WINDOWS_SCRIPT } from "../../../src/transport/desktop/windows-script.js";
import { windowsTransport } from "../../../src/transport/desktop/windows.js";
import type { ProcessId } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { recorded } from "../../support/transport/recorded-program.js";

function session(process_: ProcessId | undefined): ExternalSession {
  return {
    sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
    transcript: undefined,
    cwd: "C:\\project",
    release: "2.1.325",
    reach: { process: process_, tty: undefined, env: { WT_SESSION: "x" } },
  };
}

/** This one: it runs as long as the test. */
async function ourselves(): Promise<ExternalSession> {
  return session({ pid: process.pid, start: await processStart(process.pid) });
}

async function hands(way: TransportKind, of: ExternalSession): Promise<Transport> {
  const found = await way.open(of);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

const ARGS = [
  "-NoProfile",
  "-NonInteractive",
  "-ExecutionPolicy",
  "Bypass",
  "-EncodedCommand",
  Buffer.from(WINDOWS_SCRIPT, "utf16le").toString("base64"),
];

describe("the way `windows`", () => {
  it.each([
    ["continue", "continue"],
    ["100% (a+b) [x] {y} ~^", "100{%} {(}a{+}b{)} {[}x{]} {{}y{}} {~}{^}"],
    ["\r", "{ENTER}"],
    ["\x1b", "{ESC}"],
    ["\x13", "^s"],
    ["'; exit #$(id)", "'; exit #${(}id{)}"],
    ["\x1b[200~a\nb\x1b[201~", "a^jb"],
  ])("gives %j to one fixed script, in a variable", async (keys, given) => {
    const programs = recorded({ "powershell.exe": [{ when: /./, stdout: "sent\r\n" }] });
    const way = windowsTransport({ run: programs.run, platform: "win32", title: () => "cac 0123" });
    const reached = await hands(way, await ourselves());
    expect(reached.screen).toBeUndefined();
    await reached.send(keys);
    expect(programs.calls()).toMatchObject([
      { args: ARGS, env: { CAC_PID: String(process.pid), CAC_TITLE: "", CAC_KEYS: "" } },
      { args: ARGS, env: { CAC_PID: String(process.pid), CAC_TITLE: "cac 0123", CAC_KEYS: given } },
    ]);
  });

  it("sets another title for each time", async () => {
    const programs = recorded({ "powershell.exe": [{ when: /./ }] });
    const reached = await hands(
      windowsTransport({ run: programs.run, platform: "win32" }),
      await ourselves(),
    );
    await reached.send("a");
    await reached.send("b");
    const [, first = "", second = ""] = programs.calls().map(({ env }) => env["CAC_TITLE"]);
    expect(first).toMatch(/^cac [0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  });

  it("says why the keys were not pressed", async () => {
    const programs = recorded({ "powershell.exe": [{ when: /./ }] });
    const reached = await hands(
      windowsTransport({ run: programs.run, platform: "win32" }),
      await ourselves(),
    );
    programs.answer("powershell.exe", [
      { when: /./, stdout: "none of the windows shows it in front\r\n", exit: 3 },
    ]);
    await expect(reached.send("x")).rejects.toThrow(
      "the keys could not be pressed: none of the windows shows it in front",
    );
  });

  it("lets go of a process that is another", async () => {
    const { run } = recorded({ "powershell.exe": [{ when: /./ }] });
    const way = windowsTransport({ run, platform: "win32" });
    expect(await (await hands(way, await ourselves())).isSameProcess()).toBe(true);
    expect(await way.open(session({ pid: process.pid, start: "another boot" }))).toEqual({
      refused: `finds no such process any more (${process.pid})`,
    });
  });

  it("refuses what it cannot name or reach", async () => {
    const { run } = recorded({
      "powershell.exe": [{ when: /./, stdout: "its console cannot be reached\r\n", exit: 3 }],
    });
    expect(await windowsTransport({ run, platform: "win32" }).open(session(undefined))).toEqual({
      refused: "cannot tell which process it is",
    });
    expect(await windowsTransport({ run, platform: "win32" }).open(await ourselves())).toEqual({
      refused: "cannot be reached: its console cannot be reached",
    });
    expect(await windowsTransport({ run, platform: "linux" }).open(await ourselves())).toEqual({
      refused: "is there on Windows only",
    });
  });

  it("has a script that takes nothing but its variables", () => {
    expect(WINDOWS_SCRIPT.match(/\$env:\w+/g)?.toSorted()).toEqual([
      "$env:CAC_KEYS",
      "$env:CAC_PID",
      "$env:CAC_TITLE",
      "$env:CAC_TITLE",
      "$env:CAC_TITLE",
    ]);
    expect(WINDOWS_SCRIPT).not.toMatch(/Invoke-Expression|\biex\b/i);
  });
});
