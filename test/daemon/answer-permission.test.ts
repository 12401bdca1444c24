import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { readHookInput } from "../../src/claude/hooks/hook-input.js";
import { readApprovals, type ApprovalRecord } from "../../src/driver/approval/approval-log.js";
import { answerTo } from "../../src/daemon/answer-permission.js";

const YES = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const STATES = "test/fixtures/states";

let home: string;
let project: string;
let state: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "answer-")));
  project = join(home, "app");
  state = join(home, ".local", "state", "claude-auto-continue");
  mkdirSync(project);
  rules({ allow: ["Bash(npm test *)"], deny: ["Bash(npm test -- --danger)"] });
});

afterEach(() => rmSync(home, { recursive: true }));

test("what a rule allows is answered with a plain yes, and is in the log", async () => {
  const before = Date.now();
  expect(await answer(bash("npm test -- --watch=false"))).toBe(YES);
  const [record, ...others] = await approvals();
  expect(others).toEqual([]);
  expect(record).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    time: expect.any(String),
    session: "s1",
    cwd: project,
    tool: "Bash",
    input: { command: "npm test -- --watch=false" },
    source: "hook",
    by: "hook",
    mode: "rules",
    verdict: "allow",
    rule: "Bash(npm test *)",
    why: expect.any(String),
    delayMs: undefined,
    pressed: false,
    outcome: "answered",
  });
  expect(Date.parse(record?.time ?? "")).toBeGreaterThanOrEqual(before);
});

test.each([
  ["no rule covers", "npm run deploy", "ask", undefined],
  ["a rule denies", "npm test -- --danger", "deny", "Bash(npm test -- --danger)"],
  ["a rule covers only in part", "npm test && curl https://example.com", "ask", undefined],
  ["cannot be read", "npm test $(", "ask", undefined],
])("what %s is left to the person, and is in the log", async (_, command, verdict, rule) => {
  expect(await answer(bash(command))).toBeUndefined();
  expect(await approvals()).toMatchObject([{ verdict, rule, pressed: false, outcome: "left" }]);
});

test("a subagent's request is judged as any other", async () => {
  expect(await answer({ ...bash("npm test"), agent_id: "a1", agent_type: "general-purpose" })).toBe(YES);
});

test("a change of the rules counts from the next prompt on", async () => {
  expect(await answer(bash("npm run lint"))).toBeUndefined();
  rules({ allow: ["Bash(npm run lint)"] });
  expect(await answer(bash("npm run lint"))).toBe(YES);
  rules({ allow: ["Bash(npm run lint)"], ask: ["Bash(npm *)"] });
  expect(await answer(bash("npm run lint"))).toBeUndefined();
  expect((await approvals()).map(({ outcome }) => outcome)).toEqual(["left", "answered", "left"]);
});

describe("the project", () => {
  beforeEach(() => {
    mkdirSync(join(project, "packages"));
    rules({ allow: ["Edit(/src/**)"] });
  });

  test("is where the session was started, wherever it works by now", async () => {
    const env = { CLAUDE_PROJECT_DIR: project };
    expect(await answer(write(join(project, "src", "a.ts")), { env })).toBe(YES);
    expect(await answer(write(join(project, "packages", "src", "a.ts")), { env })).toBeUndefined();
  });

  test.each([undefined, "", "app"])("is where it works where %j is named", async (named) => {
    const env = { CLAUDE_PROJECT_DIR: named };
    expect(await answer(write(join(project, "src", "a.ts")), { env })).toBeUndefined();
    expect(await answer(write(join(project, "packages", "src", "a.ts")), { env })).toBe(YES);
  });
});

describe("nothing is answered, nor logged,", () => {
  const silence = { answer: undefined, logged: [] };

  test("where approval is off", async () => {
    rules({ mode: "off", allow: ["Bash(npm test *)"] });
    expect(await decision(bash("npm test"))).toEqual(silence);
  });

  test("without settings, and with settings that are broken", async () => {
    rmSync(join(home, ".config"), { recursive: true });
    expect(await decision(bash("npm test"))).toEqual(silence);
    mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
    writeFileSync(configFile(), '{"approve": {"mode": "all"}');
    expect(await decision(bash("npm test"))).toEqual(silence);
  });

  test.each(questions())("to a question of its own (%s)", async (file) => {
    rules({ mode: "all" });
    const asked = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
      .filter((input) => "hook_event_name" in input && input.hook_event_name === "PermissionRequest");
    expect(asked).toHaveLength(1);
    expect(await decision({ ...asked[0], permission_mode: "default", cwd: project })).toEqual(silence);
  });

  test("in a wrapper's session", async () => {
    expect(await decision(bash("npm test"), { env: { CAC_WRAPPER: String(process.pid) } })).toEqual(silence);
  });

  test.each(["yes", "0", "-1", "1e3", "12345678901"])("where %j stands for the wrapper", async (wrapper) => {
    expect(await decision(bash("npm test"), { env: { CAC_WRAPPER: wrapper } })).toEqual(silence);
  });
});

describe("nothing is answered, and the log says why,", () => {
  // It might have been the deny rule.
  test.each([
    { deny: "Bash(npm test *)" },
    { deny: ["Bash(npm test *"] },
    { denied: ["Bash(npm test *)"] },
    { without: ["sudo", "no-such-rule"] },
  ])("where the rules have a mistake in them (%j)", async (mistake) => {
    rules({ allow: ["Bash(npm test *)"], ...mistake });
    expect(await decision(bash("npm test"))).toEqual(left(/nothing is approved until that is corrected\.$/));
  });

  test("where the settings are of a version that is unknown", async () => {
    writeFileSync(configFile(), JSON.stringify({ version: 2, approve: { mode: "all" } }));
    expect(await decision(bash("npm test"))).toEqual(
      left(/: "version" must be 1, got 2; nothing is approved until that is corrected\.$/),
    );
  });

  test("where the settings lie in the project, whichever variable names them", async () => {
    const folder = join(project, "claude-auto-continue");
    const file = join(folder, "config.json");
    mkdirSync(folder);
    writeFileSync(file, JSON.stringify({ approve: { mode: "all" } }));
    symlinkSync(file, join(home, "innocent.json"));
    for (const env of [
      { CAC_CONFIG: file },
      { CAC_CONFIG: join(home, "innocent.json") },
      { XDG_CONFIG_HOME: project },
      { CAC_CONFIG: file, CLAUDE_PROJECT_DIR: project },
    ]) {
      expect(await decision(bash("npm run deploy"), { env })).toEqual(left(/ lies inside the project /));
      rmSync(state, { recursive: true });
    }
    const elsewhere = { ...bash("npm run deploy"), cwd: dirname(home) };
    const env = { CAC_CONFIG: file, CLAUDE_PROJECT_DIR: project };
    expect(await decision(elsewhere, { env })).toEqual(left(/ lies inside the project /));
  });

  test.each([".", ".."])("where the home lies in the project (%s)", async (folder) => {
    const cwd = join(home, folder);
    expect(await decision({ ...bash("npm test"), cwd })).toEqual(
      left(
        /^Nothing is approved here: the project \S+ contains your home directory, and so your settings\.$/,
      ),
    );
  });

  test.skipIf(process.platform === "win32")("where others can write to the settings", async () => {
    chmodSync(configFile(), 0o666);
    expect(await decision(bash("npm test"))).toEqual(
      left(/^Nothing is approved: other users can write to \S+config\.json \(mode 666\)/),
    );
  });
});

test("a wrapper that is gone has no say", async () => {
  const { pid } = spawnSync("true");
  expect(await answer(bash("npm test"), { env: { CAC_WRAPPER: String(pid) } })).toBe(YES);
  expect(await answer(bash("npm test"), { env: { CAC_WRAPPER: "" } })).toBe(YES);
});

describe("in doubt the prompt is left:", () => {
  test.each<[string, object, string]>([
    ["a plan is being made", { permission_mode: "plan" }, "A plan is being made"],
    ["no directory", { cwd: undefined }, "Claude Code did not say where it works."],
    ["half a directory", { cwd: "app" }, "Claude Code did not say where it works."],
  ])("%s", async (_, more, why) => {
    expect(await answer({ ...bash("npm test"), ...more })).toBeUndefined();
    expect(await approvals()).toMatchObject([
      { verdict: "ask", outcome: "left", why: expect.stringContaining(why) as string },
    ]);
  });

  test("an answer that would come late", async () => {
    expect(await answer(bash("npm test"), { askedAt: Date.now() - 3500 })).toBeUndefined();
    expect(await approvals()).toMatchObject([
      { verdict: "ask", outcome: "left", why: "The hook was too slow: you may be reading the prompt." },
    ]);
  });
});

describe("without its line in the log there is no answer:", () => {
  test("a file in the directory's place", async () => {
    mkdirSync(join(home, ".local", "state"), { recursive: true });
    writeFileSync(state, "");
    expect(await answer(bash("npm test"))).toBeUndefined();
  });

  test("a directory in the log's place", async () => {
    mkdirSync(join(state, "approvals.jsonl"), { recursive: true });
    expect(await answer(bash("npm test"))).toBeUndefined();
  });

  test("a pipe in the log's place", async () => {
    mkdirSync(state, { recursive: true });
    expect(spawnSync("mkfifo", [join(state, "approvals.jsonl")]).status).toBe(0);
    expect(await answer(bash("npm test"))).toBeUndefined();
  });
});

interface Circumstances {
  readonly env?: Record<string, string | undefined>;
  readonly askedAt?: number;
}

function answer(
  input: object,
  { env = {}, askedAt = Date.now() }: Circumstances = {},
): Promise<string | undefined> {
  const told = { session_id: "s1", transcript_path: "", cwd: project, permission_mode: "default", ...input };
  const event = readHookInput(JSON.stringify({ hook_event_name: "PermissionRequest", ...told }));
  if (event?.type !== "permissionRequested") throw new Error("no permission request");
  return answerTo(event, { where: { env, home, platform: process.platform }, askedAt });
}

/** The answer, and all that is in the log by then. */
async function decision(input: object, circumstances?: Circumstances): Promise<object> {
  return { answer: await answer(input, circumstances), logged: await approvals() };
}

/** That nothing was answered, and that the log says why. */
function left(why: RegExp): object {
  const said: unknown = expect.stringMatching(why);
  const record: unknown = expect.objectContaining({
    mode: "off",
    verdict: "ask",
    outcome: "left",
    why: said,
  });
  return { answer: undefined, logged: [record] };
}

function bash(command: string): object {
  return { tool_name: "Bash", tool_input: { command } };
}

function write(file_path: string): object {
  return { tool_name: "Write", tool_input: { file_path, content: "" }, cwd: join(project, "packages") };
}

function rules(approve: object): void {
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  writeFileSync(configFile(), JSON.stringify({ version: 1, approve: { mode: "rules", ...approve } }));
}

function configFile(): string {
  return join(home, ".config", "claude-auto-continue", "config.json");
}

function approvals(): Promise<readonly ApprovalRecord[]> {
  return readApprovals(state);
}

/** What 2.0.72 and newer told their hooks when they asked something, or had a plan approved. */
function questions(): string[] {
  return readdirSync(STATES).flatMap((release) =>
    ["question", "plan-approval"]
      .map((scene) => join(STATES, release, scene, "hooks.jsonl"))
      .filter((file) => /"hook_event_name":"PermissionRequest"/.test(textOf(file))),
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A release that has no such scene.
    return "";
  }
}
