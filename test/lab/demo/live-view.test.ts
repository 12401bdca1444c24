import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sessionSize } from "../../../src/lab/demo/live-view.js";
import { isolatedHome } from "../../../src/lab/machine/isolated-home.js";
import { PtySession } from "../../../src/lab/session/pty-session.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";

// The built command: `npm test` builds before it tests.
const CAC = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

let folder: string;
let api: StandInApi;
let session: PtySession;

/** A person's terminal, with the demo on it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cac-test-"));
  api = await StandInApi.start(replies({ type: "text", text: "unused" }));
  session = new PtySession(await isolatedHome({ release: "2.1.325" }), api, {
    file: "/bin/sh",
    args: [
      "-c",
      'echo "[$(stty -g)]"; "$@"; echo "exit code $?"; echo "[$(stty -g)]"',
      "sh",
      process.execPath,
      CAC,
      "demo",
      "--stand-in",
    ],
    environment: { PATH: "/usr/bin:/bin", HOME: folder, TMPDIR: folder, TERM: "xterm-256color" },
    size: { columns: 90, rows: 30 },
  });
});

afterEach(async () => {
  await session.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

it("shows the session in a frame that fits, and Ctrl+C ends it all and leaves the terminal as it was", async () => {
  const shown = await session.waitFor(/▶ job/);
  const rows = shown.split("\n");
  expect(rows[0]).toMatch(/^ cac demo · a scripted stand-in · Ctrl\+C ends it +\d+ s$/);
  expect(rows[1]).toMatch(/^╭─ ✳ Claude Code ─{72}╮$/);
  expect(rows[26]).toBe(`╰${"─".repeat(88)}╯`);
  expect(rows[27]).toBe(" ✔ start   ▶ job   · limit   · wait   · resume   · done");
  expect(rows[28]).toBe(" A prompt is typed, the way you would do it. Claude begins with the job.");
  expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^cac-lab-/));

  await session.resize({ columns: 70, rows: 24 });
  await session.waitFor((screen) => screen.split("\n")[20] === `╰${"─".repeat(68)}╯`);

  // Keys are not echoed into the picture.
  await session.type("keys");
  await session.press("ctrl-c");
  await session.exited();
  const said = (await session.bytes()).toString();
  expect(said).toContain("\x1b[?7h\x1b[?25h\x1b[?1049lexit code 130\r\n");
  expect(said).not.toContain("keys");
  const [before, after, ...more] = [...said.matchAll(/^\[(.*)\]\r$/gm)].map(([, settings]) => settings);
  expect([after, more]).toEqual([before, []]);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [
    { columns: 90, rows: 30 },
    { columns: 88, rows: 24 },
  ],
  [
    { columns: 300, rows: 100 },
    { columns: 120, rows: 36 },
  ],
  [
    { columns: 20, rows: 8 },
    { columns: 64, rows: 16 },
  ],
])("on a terminal of %j the session has %j", (terminal, size) => {
  expect(sessionSize(terminal)).toEqual(size);
});
