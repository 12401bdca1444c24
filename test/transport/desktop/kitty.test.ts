import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { kittyTransport } from "../../../src/transport/desktop/kitty.js";
import { isAttended, isRefusal, type Transport } from "../../../src/transport/transport.js";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { KeyLog, SOON } from "../../support/transport/key-log.js";
import { recorded } from "../../support/transport/recorded-program.js";
import { XServer } from "../../support/transport/x-server.js";

let x: XServer;
let one: KeyLog;
let two: KeyLog;

beforeAll(async () => {
  ensurePrograms({ Xvfb: "xvfb", xdotool: "xdotool", kitty: "kitty" });
  x = await XServer.start();
  [one, two] = [new KeyLog(x.directory, "one"), new KeyLog(x.directory, "two")];
  // Two tabs of one window; the second stays hidden.
  const tabs = join(x.directory, "tabs");
  writeFileSync(tabs, `launch ${one.command.join(" ")}\nnew_tab\nlaunch ${two.command.join(" ")}\n`);
  const options = [
    "allow_remote_control=socket-only",
    "remember_window_size=no",
    "initial_window_width=100c",
  ];
  const settings = options.flatMap((option) => ["--override", option]);
  const listen = ["--listen-on", `unix:${join(x.directory, "socket")}`];
  x.run("kitty", ["--config", "NONE", ...settings, ...listen, "--session", tabs], {
    LIBGL_ALWAYS_SOFTWARE: "1",
  });
}, 600_000);

afterAll(() => x?.close());

async function handsOn(session: ExternalSession): Promise<Transport> {
  const found = await kittyTransport().open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

test("every byte arrives in the session's own tab, also a hidden one, and nothing in the other", async () => {
  const hands = await handsOn(await two.session());
  expect(hands.name).toBe("kitty");
  expect(await hands.isSameProcess()).toBe(true);
  const keys = ["\x1b", "\x13", "cont'inue $(é✓) \\x41", "\x1b[200~two\nlines\x1b[201~", "\r"];
  for (const key of keys) await hands.send(key);
  await hands.release();
  await vi.waitFor(() => expect(two.typed).toBe(keys.join("")), SOON);
  expect(one.typed).toBe("");
});

test("the screen is seen with its dim cells, its wrapped rows and its cursor", async () => {
  const session = await one.session();
  const hands = await handsOn(session);
  // Every row has something, the last one too: a row too many would push the first out.
  const first = await hands.screen?.();
  const [rows, columns] = [first?.lines.length ?? 0, first?.columns ?? 0];
  const wrapped = "w".repeat(columns + 3);
  const middle = Array.from({ length: rows - 4 }, (_, row) => `row ${row}`);
  await one.show(
    ["\x1b[H\x1b[2Jtop é✓", wrapped, ...middle, "> \x1b[2mplaceholder\x1b[22m"].join("\r\n") + "\x1b[12D",
  );
  const lines = [
    { text: "top é✓", solid: "top é✓" },
    ...["w".repeat(columns), "www", ...middle].map((text) => ({ text, solid: text })),
    { text: "> placeholder", solid: ">" },
  ];
  await vi.waitFor(async () => {
    expect(await hands.screen?.()).toEqual({ lines, columns, cursor: { row: rows - 1, column: 1 } });
  }, SOON);
});

test("the session's window is gone: it is no longer there, and nothing is sent elsewhere", async () => {
  const session = await one.session();
  const hands = await handsOn(session);
  process.kill(session.reach.process?.pid ?? 0, "SIGKILL");
  await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
  await expect(hands.send("continue")).rejects.toThrow("the session finds that it has no terminal");
  expect(two.typed).not.toContain("continue");
});

test("refusals say why", async () => {
  const session = await two.session();
  const refusal = (env: ExternalSession["reach"]["env"]) =>
    kittyTransport().open({ ...session, reach: { ...session.reach, env } });
  const { KITTY_LISTEN_ON, KITTY_WINDOW_ID } = session.reach.env;
  expect({
    elsewhere: await refusal({}),
    off: await refusal({ KITTY_WINDOW_ID: "1" }),
    remote: await refusal({ KITTY_LISTEN_ON: "tcp:example.com:80" }),
    gone: await refusal({ KITTY_LISTEN_ON: "unix:/nowhere/socket" }),
    otherWindow: isRefusal(await refusal({ KITTY_LISTEN_ON, KITTY_WINDOW_ID: `${KITTY_WINDOW_ID}9` })),
  }).toEqual({
    elsewhere: { refused: "is not running inside kitty" },
    off: { refused: "cannot be reached: kitty's remote control is off (listen_on in kitty.conf)" },
    remote: { refused: "cannot be reached: kitty listens at tcp:example.com:80" },
    gone: { refused: expect.stringMatching(/^cannot be reached: .*\/nowhere\/socket/) },
    // Its number is not what it is found by.
    otherWindow: false,
  });
});

test("a kitty that answers nonsense, or has other windows only, is refused", async () => {
  const session = await two.session();
  const strange = [{ tabs: [{ windows: [{ id: 1 }, "x", { id: 1, pid: 1, columns: 0, lines: 0 }] }] }, 3];
  for (const stdout of ["", "[", "{}", JSON.stringify(strange)]) {
    const programs = recorded({ kitten: [{ when: /ls$/, stdout }] });
    expect(await kittyTransport({ run: programs.run }).open(session)).toEqual({
      refused: `is in none of the windows of the kitty at ${session.reach.env.KITTY_LISTEN_ON}`,
    });
    expect(programs.takeArgs()).toEqual([["kitten", "@", "--to", session.reach.env.KITTY_LISTEN_ON, "ls"]]);
  }
});
