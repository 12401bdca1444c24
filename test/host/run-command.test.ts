import { afterEach, describe, expect, it, vi } from "vitest";

import { commandEnvironment, runCommand } from "../../src/host/run-command.js";

afterEach(() => vi.unstubAllEnvs());

const node = (script: string, ...args: string[]): readonly [string, string[]] => [
  process.execPath,
  ["-e", script, "--", ...args],
];

describe("a command", () => {
  it("gets its arguments as they are, its input, and gives its output", async () => {
    const odd = ["$HOME `id` \"'", "", "-x;", "日本 🙂"];
    const script = `process.stdin.on("data", (d) => process.stderr.write(d));
      process.stdout.write(JSON.stringify(process.argv.slice(1)))`;
    const result = await runCommand(...node(script, ...odd), { input: "in\n" });
    expect(result).toEqual({ ok: true, stdout: JSON.stringify(odd), stderr: "in\n" });
  });

  it("finds nothing on its standard input where it is given nothing", async () => {
    const result = await runCommand("cat", []);
    expect(result).toEqual({ ok: true, stdout: "", stderr: "" });
  });

  it("may leave its input unread", async () => {
    const result = await runCommand("true", [], { input: "x".repeat(4_000_000) });
    expect(result).toEqual({ ok: true, stdout: "", stderr: "" });
  });

  it("sees of our environment only what any command needs, and what is added", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "placeholder");
    vi.stubEnv("TMUX", "/tmp/other,1,0");
    vi.stubEnv("LANG", "C.UTF-8");
    const { stdout } = await runCommand(...node("console.log(JSON.stringify(process.env))"), {
      env: { SCREENDIR: "/run/x", LANG: undefined },
    });
    const seen = JSON.parse(stdout) as Record<string, string>;
    expect(seen).toMatchObject({ PATH: process.env["PATH"], SCREENDIR: "/run/x" });
    expect(seen).not.toHaveProperty("ANTHROPIC_API_KEY");
    expect(seen).not.toHaveProperty("TMUX");
    expect(seen).not.toHaveProperty("LANG");
  });
});

describe("a command that fails", () => {
  it.each([
    [
      "by its first line on stderr",
      `process.stderr.write("\\n no \\x1b[31mserver\\n more"); process.exit(3)`,
      3,
      "no [31mserver",
    ],
    [
      "by its first line on stdout",
      `console.log("No screen session found."); process.exit(1)`,
      1,
      "No screen session found.",
    ],
    ["by its exit code", "process.exit(7)", 7, `${process.execPath} exited with 7`],
    [
      "by its signal",
      `process.kill(process.pid, "SIGKILL")`,
      undefined,
      `${process.execPath} was ended by SIGKILL`,
    ],
  ])("says why %s", async (_, script, code, says) => {
    expect(await runCommand(...node(script))).toMatchObject({ ok: false, code, says });
  });

  it("says that there is no such program", async () => {
    expect(await runCommand("cac-no-such-program", [])).toEqual({
      ok: false,
      code: undefined,
      says: "cac-no-such-program was not found",
      stdout: "",
      stderr: "",
    });
  });

  it("is ended after its time, also where it does not want to", async () => {
    const stubborn = `process.on("SIGTERM", () => {}); console.log("here"); setInterval(() => {}, 1000)`;
    expect(await runCommand(...node(stubborn), { timeoutMs: 1500 })).toMatchObject({
      ok: false,
      code: undefined,
      says: `${process.execPath} did not answer within 1500 ms`,
    });
  });

  it("cannot be given a zero byte, and says so", async () => {
    const result = await runCommand("true", ["a\0b"]);
    expect(result).toMatchObject({ ok: false, code: undefined, says: "true: ERR_INVALID_ARG_VALUE" });
  });
});

it.each([
  ["", "C.UTF-8"],
  ["C", "C.UTF-8"],
  ["de_DE.UTF-8", undefined],
  ["en_US.utf8", undefined],
])("with LANG=%s, LC_ALL is %s: text is UTF-8 in any case", (LANG, expected) => {
  for (const [name, value] of Object.entries({ LANG, LC_ALL: "", LC_CTYPE: "" })) vi.stubEnv(name, value);
  expect(commandEnvironment()["LC_ALL"] || undefined).toBe(expected);
  vi.unstubAllEnvs();
});
