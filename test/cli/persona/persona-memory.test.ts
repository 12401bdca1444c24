import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { exchangeLines, summaryLines } from "../../../src/cli/persona/persona-memory-view.js";
import { type Exchange, Memory } from "../../../src/persona/memory/memory.js";
import { anExchange } from "../../support/persona/exchanges.js";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

let home: string;
let project: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-persona-memory-")));
  project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, "src"));
  const persona = join(home, ".config", "claude-auto-continue", "personas", "architect");
  mkdirSync(persona, { recursive: true });
  writeFileSync(join(persona, "CLAUDE.md"), "You weigh designs.\n");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("nothing yet", () => {
  expect(run(["architect"])).toEqual({
    code: 0,
    out: `architect was not asked anything in ${project} yet.\n`,
    err: "",
  });
  expect(run([]).out).toBe(`No persona was asked anything in ${project} yet.\n`);
  expect(run(["--json"]).out).toBe("[]\n");
  expect(run(["architect", "--json"])).toEqual({ code: 0, out: "", err: "" });
});

test("a typo is told", () => {
  expect(run(["architct"])).toEqual({
    code: 1,
    out: "",
    err: `cac: there is no persona "architct" in ${project}\nfix: did you mean architect?\n`,
  });
});

test("the last ten for people, all of them as JSON", async () => {
  await remember("architect", numbered(12));
  const { code, out } = run(["architect"]);
  expect(code).toBe(0);
  expect(out.match(/^> .*$/gm)).toEqual(
    numbered(12)
      .slice(2)
      .map(({ question }) => `> ${question}`),
  );
  expect(run(["architect", "--last", "1"]).out).toBe(
    "2026-11-12 12:00:00  session 5f1c2a9e\n> question 12\n  answer 12\n\n",
  );
  expect(rows(run(["architect", "--json"]))).toEqual(
    numbered(12).map((each) => Object.assign(each, { context: null })),
  );
  expect(rows(run(["architect", "--json", "--last", "2"]))).toHaveLength(2);
});

test("the same project from a folder within it, and by its name", async () => {
  await remember("architect", numbered(1));
  expect(run(["architect", "--project", join(project, "src")]).out).toContain("answer 1");
  expect(run(["architect", "--project", home]).out).toBe(
    `architect was not asked anything in ${home} yet.\n`,
  );
});

test("a search shows what has all of the words", async () => {
  await remember("architect", [
    anExchange(1, { question: "Where is the cache?" }),
    anExchange(2, { question: "Is the cache safe?" }),
  ]);
  expect(run(["architect", "CACHE", "safe"]).out).toContain("> Is the cache safe?");
  expect(run(["architect", "CACHE", "safe"]).out).not.toContain("> Where");
  expect(run(["architect", "nowhere"]).out).toBe("None of the 2 exchanges has all of these words.\n");
});

test("who remembers how much", async () => {
  await remember("tester", numbered(3));
  await remember("architect", numbered(1));
  expect(run([]).out.split("\n")).toEqual([
    "PERSONA    QUESTIONS  NEWEST",
    "architect          1  2026-11-01 12:00:00",
    "tester             3  2026-11-03 12:00:00",
    "",
  ]);
  expect(rows(run(["--json"]))).toEqual([
    [
      { persona: "architect", exchanges: 1, newest: "2026-11-01T12:00:00.000Z" },
      { persona: "tester", exchanges: 3, newest: "2026-11-03T12:00:00.000Z" },
    ],
  ]);
});

test("what is forgotten is gone; of the others nothing", async () => {
  const { file } = await remember("architect", numbered(2));
  await remember("tester", numbered(1));
  const hint = "Its conversation may still contain them: cac persona end architect begins a new one.\n";
  expect(run(["architect", "--forget"])).toEqual({
    code: 0,
    out: `2 exchanges forgotten.\n${hint}`,
    err: "",
  });
  expect(existsSync(file)).toBe(false);
  expect(run(["architect", "--forget"]).out).toBe(`0 exchanges forgotten.\n${hint}`);
  expect(run(["tester"]).out).toContain("answer 1");
});

test.each([
  [["../x"], '"../x" is not a valid persona name'],
  [["--forget"], "--forget needs the name of a persona"],
  [["architect", "cache", "--forget"], "--forget deletes everything, and takes no words"],
])("cac persona memory %j is refused", (args, message) => {
  const { code, out, err } = run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toBe(`cac: ${message}`);
  expect(err).toContain("\nfix: ");
});

test.skipIf(process.platform === "win32")("a memory that somebody else may write is not shown", async () => {
  const { file } = await remember("architect", numbered(1));
  chmodSync(file, 0o666);
  expect(run(["architect"])).toEqual({
    code: 1,
    out: "",
    err: `cac: ${file} can be written by others\nfix: check who wrote it, and move it away\n`,
  });
});

test("no text moves the terminal that it is shown on", () => {
  const lines = exchangeLines(
    anExchange(1, {
      question: "what\r\nis \u001b[2J this?",
      context: "12345",
      response: "```go\n\tx := 1\n```\n\u202eevil",
      session: undefined,
    }),
    "America/New_York",
  );
  expect(lines).toEqual([
    "2026-11-01 07:00:00",
    "> what",
    "> is \\x1b[2J this?",
    "  (with 5 characters of context)",
    "  ```go",
    "      x := 1",
    "  ```",
    "  \\u202eevil",
    "",
  ]);
  expect(summaryLines([], "/a\u001b[2J")).toEqual(["No persona was asked anything in /a\\x1b[2J yet."]);
});

function numbered(count: number): readonly Exchange[] {
  return Array.from({ length: count }, (_, index) => anExchange(index + 1));
}

async function remember(persona: string, exchanges: readonly Exchange[]): Promise<Memory> {
  const memory = new Memory({
    stateDirectory: join(home, "state", "claude-auto-continue"),
    persona,
    projectRoot: project,
    mostBytes: 1024 * 1024,
  });
  for (const exchange of exchanges) await memory.append(exchange);
  return memory;
}

function run(args: readonly string[]): Ran {
  const where = args.includes("--project") ? [] : ["--project", project];
  return runCac(["persona", "memory", ...args, ...where], {
    HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    TZ: "UTC",
  });
}

function rows({ out }: Ran): unknown[] {
  return out
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}
