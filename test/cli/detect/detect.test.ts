import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

const home = mkdtempSync(join(tmpdir(), "cac-detect-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const CAPTURE = join(import.meta.dirname, "../../fixtures/captures/2.1.325/7d");
const NOW = ["--now", "2026-11-15T19:09:15.613Z", "--tz", "America/New_York"];
const BANNER = "You've hit your weekly limit · resets Nov 18, 2:09pm (America/New_York)";

function detect(args: readonly string[], input = "", env: Record<string, string> = {}): Ran {
  return runCac(["detect", ...args], { HOME: home, ...env }, input);
}

const LIMIT = {
  kind: "weekly",
  model: null,
  resetsAt: "2026-11-18T19:09:00.000Z",
  waitingHelps: true,
  text: BANNER,
};
const MENU = {
  question: "What do you want to do?",
  options: [
    "Stop and wait for limit to reset",
    "Wait here, then continue automatically at Nov 18, 2:09pm",
    "Upgrade your plan",
  ],
  selected: 0,
};
const NOTHING = { native: null, transient: null, draft: null, menu: null };

describe("cac detect", () => {
  it("tells a screen by itself", () => {
    const { code, out, err } = detect([...NOW, "--json", join(CAPTURE, "screen.txt")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toEqual({
      ...NOTHING,
      state: "limit-menu",
      limit: LIMIT,
      menu: MENU,
      source: "screen",
    });
  });

  it("tells terminal bytes by themselves", () => {
    const { code, out } = detect([...NOW, "--json", join(CAPTURE, "bytes.raw")]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...NOTHING,
      state: "limit-menu",
      limit: LIMIT,
      menu: MENU,
      source: "bytes",
    });
  });

  it("tells a transcript by itself, and reads its reset to the second", () => {
    const { code, out } = detect(["--json", join(CAPTURE, "transcript.jsonl")]);
    expect(code).toBe(0);
    const limit = { ...LIMIT, resetsAt: "2026-11-18T19:09:15.000Z" };
    expect(JSON.parse(out)).toEqual({ ...NOTHING, state: "idle", limit, source: "transcript" });
  });

  it("says it in words", () => {
    const { out } = detect([...NOW, join(CAPTURE, "screen.txt")]);
    expect(out).toBe(
      [
        "state   limit-menu (read as screen)",
        "limit   weekly, resets 18 Nov 2026, 14:09 (America/New_York), in 3 d",
        `text    ${BANNER}`,
        "menu    ❯ Stop and wait for limit to reset",
        "          Wait here, then continue automatically at Nov 18, 2:09pm",
        "          Upgrade your plan",
        "",
      ].join("\n"),
    );
  });

  it("reads standard input, and a wording that stands alone", () => {
    const { code, out } = detect([...NOW, "--json", "-"], `${BANNER}\n`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ ...NOTHING, state: "unknown", limit: LIMIT, source: "screen" });
  });

  it("reads a coloured capture of tmux, whose lines end in bare LF", () => {
    const screen = readFileSync(join(CAPTURE, "screen.txt"), "utf8").replace(
      "weekly",
      "\x1b[1mweekly\x1b[0m",
    );
    expect(JSON.parse(detect([...NOW, "--json"], screen).out)).toMatchObject({
      state: "limit-menu",
      limit: LIMIT,
    });
  });

  it("reads a coloured capture of a pane taller than most", () => {
    const [top = "", ...rest] = readFileSync(join(CAPTURE, "screen.txt"), "utf8").split("\n");
    const talk = Array.from({ length: 60 }, (_, row) => `  line ${row}`);
    const screen = [`\x1b[2m${top}\x1b[0m`, ...talk, ...rest].join("\n");
    expect(JSON.parse(detect([...NOW, "--json"], screen).out)).toMatchObject({
      state: "limit-menu",
      limit: LIMIT,
    });
  });

  it("does not bring up a limit of a session that has ended in the log", () => {
    const log = Buffer.concat([
      readFileSync(join(CAPTURE, "bytes.raw")),
      Buffer.from("\x1b[2J\x1b[H$ ls\r\nREADME.md\r\n$ "),
    ]);
    writeFileSync(join(home, "ended.log"), log);
    const { code, out } = detect([...NOW, "--json", join(home, "ended.log")]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ state: "unknown", limit: null, source: "bytes" });
  });

  it("finds the limit in a log that never drew a frame, as of claude -p", () => {
    const log = `$ claude -p hello\r\n\x1b[31m${BANNER}\x1b[0m\r\n$ `;
    expect(detect([...NOW, "--json"], log).code).toBe(0);
  });

  it("does not take a screen with JSON at its top for a transcript", () => {
    const screen = `{"type":"user","message":"x"}\n{\n  "name": "x",\n${readFileSync(join(CAPTURE, "screen.txt"), "utf8")}`;
    expect(JSON.parse(detect([...NOW, "--json"], screen).out)).toMatchObject({
      source: "screen",
      limit: LIMIT,
    });
  });

  it("knows a transcript whose last row is torn, or has one row only", () => {
    const rows = readFileSync(join(CAPTURE, "transcript.jsonl"), "utf8");
    expect(JSON.parse(detect(["--json"], `${rows.trim()}\n{"type":"assis`).out)).toMatchObject({
      source: "transcript",
    });
    const long = JSON.stringify({ type: "user", message: { content: "x".repeat(400_000) } });
    expect(JSON.parse(detect(["--json"], long).out)).toMatchObject({ source: "transcript" });
  });

  it("reports the last of two limits in a log", () => {
    const log = `\x1b[0mSession limit reached ∙ resets 9:30pm\r\nok done\r\n${BANNER}\r\n$ `;
    expect(JSON.parse(detect([...NOW, "--json"], log).out)).toMatchObject({ limit: LIMIT });
  });

  it("prints nothing from the file that a terminal would obey", () => {
    const row = {
      type: "assistant",
      timestamp: "2026-11-15T19:09:15.613Z",
      isApiErrorMessage: true,
      message: { model: "<synthetic>", content: [{ type: "text", text: `${BANNER} \x1b]0;owned\x07` }] },
    };
    const { code, out } = detect([...NOW], JSON.stringify(row));
    expect(code).toBe(0);
    expect(out).toContain("\\x1b]0;owned\\x07");
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  it("takes a time without an offset as one of the zone", () => {
    const args = ["--now", "2026-11-15T14:09:15", "--tz", "America/New_York", "--json"];
    expect(JSON.parse(detect(args, "You've hit your limit · resets 2:30pm").out)).toMatchObject({
      limit: { resetsAt: "2026-11-15T19:30:00.000Z" },
    });
  });

  it.each([
    ["", "UTC", "15:30"],
    ["Foo/Bar", "UTC", "15:30"],
    ["XYZ3", "Etc/GMT+3", "15:30"],
    [":Europe/Berlin", "Europe/Berlin", "15:30"],
  ])("takes TZ=%s as the system does", (TZ, zone, time) => {
    const args = ["--now", "2026-11-15T10:09:15Z"];
    const { code, out, err } = detect(args, "You've hit your limit · resets 3:30pm", { TZ });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`limit   unknown, resets 15 Nov 2026, ${time} (${zone}), in `);
  });

  it.each(["", "Foo/Bar"])("the library reads times with TZ=%s, too", (TZ) => {
    const library = new URL("../../../dist/index.js", import.meta.url).href;
    const script = `import { PatternDetector } from ${JSON.stringify(library)};
      const detector = new PatternDetector({ now: () => new Date("2026-11-15T10:09:15Z") });
      detector.on("limit", ({ resetTime }) => console.log(resetTime.toISOString()));
      detector.feed("You've hit your limit · resets 3:30pm\\r\\n");`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { TZ },
      encoding: "utf8",
    });
    expect([run.stdout, run.stderr]).toEqual(["2026-11-15T15:30:00.000Z\n", ""]);
  });

  it("reads what PowerShell writes", () => {
    writeFileSync(join(home, "utf16.txt"), Buffer.from(`\ufeff${BANNER}\r\n`, "utf16le"));
    expect(JSON.parse(detect([...NOW, "--json", join(home, "utf16.txt")]).out)).toMatchObject({
      limit: LIMIT,
    });
  });

  it("exits 1 where there is no limit", () => {
    const { code, out } = detect(["--json"], "$ make\nall good\n");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ ...NOTHING, state: "unknown", limit: null, source: "screen" });
  });

  it("says that waiting does not help", () => {
    const { code, out } = detect([], "Credit balance is too low");
    expect(code).toBe(0);
    expect(out).toContain("waiting does not help");
  });

  it("takes the source as it is told", () => {
    expect(detect(["--as", "transcript"], BANNER).code).toBe(1);
    expect(detect(["--as", "bytes", ...NOW], `${BANNER}\r\n`).code).toBe(0);
  });

  it("finds the user's own wording", () => {
    const env = { CAC_PATTERN: "quota .* gone" };
    const { code, out } = detect([...NOW, "--json"], "sorry, quota is gone, resets 5pm\n", env);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      limit: { kind: "unknown", resetsAt: "2026-11-15T22:00:00.000Z", text: "quota is gone" },
    });
  });

  it("warns of a bad setting before it says anything, and goes on", () => {
    const file = join(home, "bad.json");
    writeFileSync(file, '{"version": 1, "pattern": "("}');
    const { code, err } = detect([...NOW], BANNER, { CAC_CONFIG: file });
    expect(code).toBe(0);
    expect(err).toMatch(/^cac: warning: .*bad\.json: "pattern" .*\nfix: /);
  });

  it.each([
    [["/nowhere/at/all"], "cac: cannot read /nowhere/at/all: ENOENT", "fix: name a file"],
    [
      ["--now", "yesterday"],
      "cac: option '--now <time>' argument 'yesterday' is invalid. give an ISO date",
      "fix:",
    ],
    [
      ["--tz", "Mars/Base"],
      "cac: option '--tz <zone>' argument 'Mars/Base' is invalid. give an IANA zone",
      "fix:",
    ],
    [
      ["--size", "big"],
      "cac: option '--size <columns>x<rows>' argument 'big' is invalid. give columns",
      "fix:",
    ],
    [["--as", "picture"], "cac: option '--as <kind>' argument 'picture' is invalid. Allowed choices", "fix:"],
    [["a", "b"], "cac: too many arguments for 'detect'", "fix:"],
  ])("exits 2 on %j, with the fix", (args, says, fix) => {
    const { code, out, err } = detect(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(says);
    expect(err).toContain(fix);
  });

  it.each([
    ["nothing", ""],
    ["NUL bytes", "\0".repeat(1000)],
    ["half of a JSON row", '{"type":"assis'],
    ["escape sequences without end", "\x1b[".repeat(10_000)],
    ["bytes that no terminal expects", "abc\x7fdef\x1b[31m\n\x1b[\x7f\x1b]\x01"],
  ])("survives %s", (_name, input) => {
    expect(detect(["--json"], input)).toMatchObject({ code: 1, err: "" });
  });
});
