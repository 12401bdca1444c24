import { describe, expect, it } from "vitest";

import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { weztermTransport } from "../../../src/transport/desktop/wezterm.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { PtyProcess } from "../../support/transport/pty-process.js";
import { recorded } from "../../support/transport/recorded-program.js";

const ENV = {
  WEZTERM_PANE: "7",
  WEZTERM_UNIX_SOCKET: "/run/user/1000/wezterm/gui-sock-12",
  XDG_RUNTIME_DIR: "/run/user/1000",
};
const LIST = ["wezterm", "cli", "--no-auto-start", "list", "--format", "json"];

/** As `list` tells of them; only what is read. The number in the session's variables need not be right any more. */
function panes(tty: string | undefined, changes: object = {}): string {
  const size = { rows: 3, cols: 20, pixel_width: 160, pixel_height: 48, dpi: 96 };
  const pane = { pane_id: 9, size, cursor_x: 2, cursor_y: 1, is_active: false, tty_name: tty };
  return JSON.stringify([
    { ...pane, pane_id: 7, tty_name: tty === undefined ? tty : "/dev/pts/4000" },
    { ...pane, ...changes },
  ]);
}

async function hands(way: TransportKind, session: ExternalSession): Promise<Transport> {
  const found = await way.open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

describe("the way `wezterm`", () => {
  it("looks at the pane with the session's terminal, and types there", async () => {
    const process = await PtyProcess.start();
    const programs = recorded({
      wezterm: [
        { when: / list /, stdout: panes(process.tty) },
        // One row more than there are, as it was seen to tell.
        { when: / get-text /, stdout: "first\r\n> \x1b[2mTry\x1b[0m\r\nthird\r\n\r\n" },
        { when: / send-text / },
      ],
    });
    const reached = await hands(weztermTransport({ run: programs.run }), process.session(ENV));
    expect(programs.calls()).toMatchObject([
      {
        env: { WEZTERM_UNIX_SOCKET: "/run/user/1000/wezterm/gui-sock-12", XDG_RUNTIME_DIR: "/run/user/1000" },
      },
    ]);
    expect(programs.takeArgs()).toEqual([LIST]);

    expect(await reached.screen?.()).toEqual({
      columns: 20,
      cursor: { row: 1, column: 2 },
      lines: [
        { text: "first", solid: "first" },
        { text: "> Try", solid: ">" },
        { text: "third", solid: "third" },
      ],
    });
    const text = ["wezterm", "cli", "--no-auto-start", "get-text", "--escapes", "--pane-id", "9"];
    expect(programs.takeArgs()).toEqual([LIST, text]);

    await reached.send("--go\x1b[201~");
    expect(programs.calls()).toMatchObject([{ stdin: "--go\x1b[201~" }]);
    const send = ["wezterm", "cli", "--no-auto-start", "send-text", "--no-paste", "--pane-id", "9"];
    expect(programs.takeArgs()).toEqual([send]);
  });

  it("has no cursor where it is told beyond the screen", async () => {
    const process = await PtyProcess.start();
    const { run } = recorded({
      wezterm: [
        { when: / list /, stdout: panes(process.tty, { cursor_y: 812 }) },
        { when: / get-text /, stdout: "x\n" },
      ],
    });
    const reached = await hands(weztermTransport({ run }), process.session(ENV));
    expect((await reached.screen?.())?.cursor).toBeUndefined();
  });

  it("lets go when the pane is another or the process has ended", async () => {
    const process = await PtyProcess.start();
    const programs = recorded({ wezterm: [{ when: / list /, stdout: panes(process.tty) }] });
    const reached = await hands(weztermTransport({ run: programs.run }), process.session(ENV));
    expect(await reached.isSameProcess()).toBe(true);
    programs.answer("wezterm", [{ when: / list /, stdout: panes(process.tty, { pane_id: 10 }) }]);
    expect(await reached.isSameProcess()).toBe(false);
    programs.answer("wezterm", [{ when: / list /, stdout: panes(process.tty) }]);
    expect(await reached.isSameProcess()).toBe(true);
    await process.end();
    expect(await reached.isSameProcess()).toBe(false);
  });

  it.each([
    [{}, panes("/dev/pts/1"), "is not running inside WezTerm"],
    [{ WEZTERM_PANE: "7" }, panes("/dev/pts/1"), "cannot be reached: its WezTerm has no socket"],
    [ENV, panes("/dev/pts/4001"), "is in none of the panes of its WezTerm"],
    [ENV, panes(undefined), "cannot be told from others: this WezTerm does not name its panes' terminals"],
    [ENV, "[]", "is in none of the panes of its WezTerm"],
    [ENV, "{", "is in none of the panes of its WezTerm"],
  ])("refuses %j with %s", async (env, stdout, refused) => {
    const { run } = recorded({ wezterm: [{ when: /list/, stdout }] });
    expect(await weztermTransport({ run }).open((await PtyProcess.start()).session(env))).toEqual({
      refused,
    });
  });

  it("says why WezTerm did not answer", async () => {
    const stderr = 'failed to connect to Socket("/run/user/1000/wezterm/gui-sock-12")\n';
    const { run } = recorded({ wezterm: [{ when: /list/, stderr, exit: 1 }] });
    expect(await weztermTransport({ run }).open((await PtyProcess.start()).session(ENV))).toEqual({
      refused: 'cannot be reached: failed to connect to Socket("/run/user/1000/wezterm/gui-sock-12")',
    });
  });
});
