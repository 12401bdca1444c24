import { describe, expect, it } from "vitest";

import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { zellijTransport } from "../../../src/transport/multiplexer/zellij.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { PtyProcess } from "../../support/transport/pty-process.js";
import { recorded, type Answer } from "../../support/transport/recorded-program.js";

const SERVER = "/usr/bin/zellij --server /run/user/1000/zellij/0.44.1/work";
const ENV = {
  ZELLIJ: "0",
  ZELLIJ_SESSION_NAME: "work",
  ZELLIJ_PANE_ID: "3",
  XDG_RUNTIME_DIR: "/run/user/1000",
};

/** As 0.44.1 tells of them; only what is read. */
function panes(...changes: object[]): string {
  const pane = { id: 3, is_plugin: false, exited: false, pane_content_columns: 30, pane_content_rows: 4 };
  const terminals = changes.map((change) => Object.assign({}, pane, change));
  return JSON.stringify([{ ...pane, is_plugin: true }, ...terminals]);
}

const ANSWERS: readonly Answer[] = [
  { when: /^--version$/, stdout: "zellij 0.44.1\n" },
  { when: /list-panes/, stdout: panes({}) },
  { when: /dump-screen/, stdout: "one\n\x1b[2mdim\x1b[22m solid\n" },
  { when: /action write/ },
];

async function hands(way: TransportKind, session: ExternalSession): Promise<Transport> {
  const found = await way.open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

describe("the way `zellij`", () => {
  it("looks at its pane and types there, by the pane's own name", async () => {
    const programs = recorded({ zellij: ANSWERS });
    const session = (await PtyProcess.under(SERVER)).session(ENV);
    const reached = await hands(zellijTransport({ run: programs.run }), session);
    const list = ["zellij", "--session", "work", "action", "list-panes", "--json"];
    expect(programs.takeArgs()).toEqual([["zellij", "--version"], list]);

    expect(await reached.screen?.()).toEqual({
      columns: 30,
      cursor: undefined,
      lines: [
        { text: "one", solid: "one" },
        { text: "dim solid", solid: "    solid" },
        { text: "", solid: "" },
        { text: "", solid: "" },
      ],
    });
    const dump = [
      "zellij",
      "--session",
      "work",
      "action",
      "dump-screen",
      "--ansi",
      "--pane-id",
      "terminal_3",
    ];
    expect(programs.takeArgs()).toEqual([list, dump]);

    expect(await reached.isSameProcess()).toBe(true);
    expect(programs.takeArgs()).toEqual([list]);
    await reached.send("-é\r");
    const write = ["zellij", "--session", "work", "action", "write", "--pane-id", "terminal_3"];
    expect(programs.calls()).toMatchObject([{ env: { XDG_RUNTIME_DIR: "/run/user/1000" } }]);
    expect(programs.takeArgs()).toEqual([[...write, "45", "195", "169", "13"]]);
  });

  it.each([
    ["it is gone", panes()],
    ["it has ended and is kept", panes({ exited: true })],
    ["the answer is none", "no"],
  ])("lets go of a pane when %s", async (_, list) => {
    const programs = recorded({ zellij: ANSWERS });
    const reached = await hands(
      zellijTransport({ run: programs.run }),
      (await PtyProcess.under(SERVER)).session(ENV),
    );
    programs.answer("zellij", [{ when: /list-panes/, stdout: list }]);
    expect(await reached.isSameProcess()).toBe(false);
    await expect(reached.screen?.()).rejects.toThrow("the session is in no pane of the zellij session work");
  });

  it("lets go of a process that has ended", async () => {
    const { run } = recorded({ zellij: ANSWERS });
    const process = await PtyProcess.under(SERVER);
    const reached = await hands(zellijTransport({ run }), process.session(ENV));
    await process.end();
    expect(await reached.isSameProcess()).toBe(false);
  });

  it("knows a server that logs more", async () => {
    const { run } = recorded({ zellij: ANSWERS });
    const session = (await PtyProcess.under(`${SERVER} --debug`)).session(ENV);
    expect((await hands(zellijTransport({ run }), session)).name).toBe("zellij");
  });

  it("says when the keys were not taken", async () => {
    const programs = recorded({ zellij: ANSWERS });
    const reached = await hands(
      zellijTransport({ run: programs.run }),
      (await PtyProcess.under(SERVER)).session(ENV),
    );
    programs.answer("zellij", [{ when: /write/, stderr: "Session 'work' not found.\n", exit: 1 }]);
    await expect(reached.send("x")).rejects.toThrow(
      "zellij did not take the keys: Session 'work' not found.",
    );
  });

  it.each([
    [
      "zellij 0.43.1\n",
      "cannot name a pane in zellij 0.43.1, only type into the one with the focus: it takes 0.44",
    ],
    ["zellij 1.0.0\n", undefined],
  ])("goes by the release: %j", async (stdout, refused) => {
    const { run } = recorded({ zellij: [{ when: /--version/, stdout }, ...ANSWERS.slice(1)] });
    const found = await zellijTransport({ run }).open((await PtyProcess.under(SERVER)).session(ENV));
    expect(isRefusal(found) ? found.refused : undefined).toBe(refused);
  });

  it.each([
    ["zellij --server /run/user/1000/zellij/0.44.1/other"],
    ["xterm -e zellij --server /run/user/1000/zellij/0.44.1/work"],
    ["tmux new-session"],
  ])("does not take a terminal of %j for a pane", async (command) => {
    const programs = recorded({ zellij: ANSWERS });
    const session = (await PtyProcess.under(command)).session(ENV);
    expect(await zellijTransport({ run: programs.run }).open(session)).toEqual({
      refused: "is not in a pane of the zellij session work itself, but in a terminal inside it",
    });
    expect(programs.calls()).toEqual([]);
  });

  it.each([
    [{}, "is not running inside zellij"],
    [{ ...ENV, ZELLIJ_PANE_ID: "3 4" }, "cannot be reached: its pane has no proper name"],
    [{ ...ENV, ZELLIJ_SESSION_NAME: "--help" }, "cannot be reached: its pane has no proper name"],
    [{ ...ENV, ZELLIJ_SESSION_NAME: "../x" }, "cannot be reached: its pane has no proper name"],
  ])("refuses %j", async (env, refused) => {
    const session = (await PtyProcess.start()).session(env);
    expect(await zellijTransport({ run: recorded({}).run }).open(session)).toEqual({ refused });
  });

  it("says so where there is no zellij to ask", async () => {
    const session = (await PtyProcess.under(SERVER)).session(ENV);
    expect(await zellijTransport({ run: recorded({}).run }).open(session)).toEqual({
      refused: "cannot be reached: zellij was not found",
    });
  });
});
