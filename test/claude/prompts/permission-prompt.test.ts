import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asObject, asString, parseJson } from "../../../src/claude/json.js";
import type { JsonObject } from "../../../src/claude/json.js";
import {
  callOnScreen,
  canDisguiseItself,
  isOnPlainYes,
  readPermissionPrompt,
  showsCall,
} from "../../../src/claude/prompts/permission-prompt.js";
import type { PermissionPrompt } from "../../../src/claude/prompts/permission-prompt.js";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import type { Screen } from "../../../src/claude/screen/screen.js";
import { drawPrompt } from "../../support/claude/drawn-prompt.js";
import { replayed, stateFixtures } from "../../support/claude/state-fixtures.js";
import type { StateFixture } from "../../support/claude/state-fixtures.js";

const AT = { now: new Date("2026-11-16T06:00:00Z"), timeZone: "UTC" };
const PROJECT = "/home/dev/lab-00000/project";

const prompts = stateFixtures().filter(({ truth }) => truth.state === "permission");

interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

/** 1.0.64 draws a path from the working directory, which the neutral one is a level deeper than. */
function cwdOf({ truth }: StateFixture): string {
  return truth.release === "1.0.64" && truth.scene.endsWith("-outside") ? "/tmp/lab-00000/project" : PROJECT;
}

function promptOn(screen: Screen): PermissionPrompt | undefined {
  return readPermissionPrompt(readScreen(screen, AT));
}

/** As the session's transcript has them. Subagents write elsewhere; their scene makes one call. */
function callsOf({ directory, truth }: StateFixture): Call[] {
  if (truth.scene === "permission-subagent") {
    return [{ tool: "Bash", input: { command: "rm -rf sub", description: "Remove what the agent left" } }];
  }
  const rows = readFileSync(join(directory, "transcript.jsonl"), "utf8").trim().split("\n");
  return rows
    .flatMap((row): unknown => asObject(asObject(parseJson(row))?.["message"])?.["content"] ?? [])
    .map(asObject)
    .flatMap((block) => {
      const [tool, input] = [asString(block?.["name"]), asObject(block?.["input"])];
      return block?.["type"] === "tool_use" && tool !== undefined && input ? [{ tool, input }] : [];
    });
}

const asked = (fixture: StateFixture): Call | undefined => callsOf(fixture).at(-1);

/** Not all of the call is on the screen. */
function isCut({ truth }: StateFixture): boolean {
  if (["permission-tall", "permission-disguised"].includes(truth.scene)) return true;
  return truth.scene === "permission-long-path" && truth.release !== "1.0.64";
}

const TITLES: Record<string, RegExp> = {
  "permission-edit": /^Edit file( greet\.ts)?$/,
  "permission-write": /^Create file( hello\.txt)?$/,
  "permission-overwrite": /^(Overwrite|Edit) file( src\/deep\/inner\.ts)?$/,
  "permission-long-path": /^(Create file)?$/,
  "quote-prompt-in-file": /^(Create file( prompt\.txt)?)?$/,
  // 2.1.75 repeats the command in an option, and with it the options that it quotes.
  "quote-prompt-in-command": /^(Bash command)?$/,
  "permission-tall-file": /^$/,
  "permission-notebook": /^Edit (notebook|cell)$/,
  "permission-fetch": /^Fetch$/,
  "permission-read-outside": /^Read files?$/,
  "permission-glob-outside": /^Read file$/,
  "permission-mcp": /^Tool use$/,
  "permission-search": /^Tool use$/,
  "permission-skill": /^Use skill "tidy"\?$/,
  "permission-subagent": /^Bash command( · from the general-purpose agent)?$/,
  "permission-tall": /^$/,
};

describe("prompts of real releases", () => {
  it("are there, of 7 releases", () => {
    expect(new Set(prompts.map(({ truth }) => truth.release)).size).toBe(7);
    expect(prompts.length).toBeGreaterThan(150);
  });

  it.each(prompts)("$name is read", async (fixture) => {
    const prompt = promptOn(await replayed(fixture));
    const { scene } = fixture.truth;
    expect(prompt?.title).toMatch(TITLES[scene] ?? /^Bash command$/);
    expect(prompt?.question).toMatch(/^Do you want to .+\?$/);
    expect(prompt?.options[0]).toBe("Yes");
    expect(prompt?.body).not.toMatch(/[\s│╌─]/);
  });
});

/** The cursor is on the second option. */
const SECOND_ROW = new Set(["permission-second-row", "permission-editable-row"]);

describe("isOnPlainYes", () => {
  it.each(prompts)("of $name", async (fixture) => {
    const prompt = promptOn(await replayed(fixture));
    const isWhole = prompt?.title !== "" || fixture.truth.scene === "permission-tall-file";
    const isThere = !SECOND_ROW.has(fixture.truth.scene) && isWhole;
    expect(prompt && isOnPlainYes(prompt)).toBe(isThere);
  });

  const bash = promptOn(drawPrompt("2.1.325", { command: "ls" }));

  it.each([
    "Yes, and don't ask again for ls commands in /home/dev",
    "Yes, and don’t ask again for: ls *",
    "Yes, and always allow access to /home/dev from this project",
    "Yes, allow all edits during this session (shift+tab)",
    "Yes, and switch to auto mode · auto mode handles these prompts for you",
    "Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session",
    "Yes, and auto-accept edits",
    "Yes, and manually approve edits",
    "Yes, and tell Claude what to do next",
    "Yes, proceed",
    "Yes, I trust this folder",
    "Yes, I accept",
    "Yes.",
    "yes",
    "No",
    "",
  ])("is not on %j", (label) => {
    expect(bash && isOnPlainYes(bash)).toBe(true);
    expect(bash && isOnPlainYes({ ...bash, options: [label, "No"] })).toBe(false);
  });

  it.each([undefined, 1, 2])("needs the cursor on it, not on %j", (selected) => {
    expect(bash && isOnPlainYes({ ...bash, options: ["Yes", "Yes", "No"], selected })).toBe(false);
  });

  it.each([
    ["Bash command", "Do you want to proceed?", true],
    ["Detected a custom API key in your environment", "Do you want to use this API key?", false],
    ["Network request outside of sandbox", "Do you want to allow this connection?", false],
    ["Ready to code?", "Would you like to proceed?", undefined],
  ])("is not on a dialog that merely asks like a prompt: %s", (title, question, expected) => {
    const above = ["─".repeat(60), ` ${title}`, "", "   something", "", ` ${question}`];
    const rows = [...above, " ❯ 1. Yes", "   2. No", "", " Esc to cancel"];
    const prompt = promptOn(screenOfText(rows.join("\n")));
    expect(prompt && isOnPlainYes(prompt)).toBe(expected);
  });
});

/** Any change to it makes it another call: by one character, by its place, by its description. */
function otherCalls({ tool, input }: Call): Call[] {
  const strings = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  // What an edit does is not compared, nor is it drawn in full; nor how much of a file is read.
  const compared = strings.filter(([key]) => !/^(?:content|new_|old_|cell_)/.test(key));
  const changed = compared.flatMap(([key, text]) => [
    { tool, input: { ...input, [key]: `${text}x` } },
    { tool, input: { ...input, [key]: text.slice(1) } },
    { tool, input: { ...input, [key]: text.replace(/[/ ]/, "") } },
    { tool, input: { ...input, [key]: text.replace(/\w(?=\W*$)/, "_") } },
    { tool, input: { ...input, [key]: `/other${text}` } },
  ]);
  const isSame = (call: Call) => JSON.stringify(call.input) === JSON.stringify(input);
  return [...changed.filter((call) => !isSame(call)), { tool: `${tool}x`, input }];
}

describe("showsCall", () => {
  it.each(prompts)("knows the call of $name", async (fixture) => {
    const [prompt, call] = [promptOn(await replayed(fixture)), asked(fixture)];
    const isWhole = prompt?.title !== "" || fixture.truth.scene === "permission-tall-file";
    expect(prompt && call && showsCall(prompt, call, cwdOf(fixture))).toBe(!isCut(fixture) && isWhole);
  });

  it.each(prompts)("takes no other call for that of $name", async (fixture) => {
    const [prompt, call] = [promptOn(await replayed(fixture)), asked(fixture)];
    if (!prompt || !call) throw new Error("the recording has no prompt or no call");
    const others = otherCalls(call).filter((other) => isDrawnOtherwise(other, fixture));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((other) => showsCall(prompt, other, cwdOf(fixture)))).toEqual([]);
  });

  it("takes none of the recorded calls for another one's", async () => {
    const recorded = await Promise.all(
      prompts.map(async (fixture) => ({
        fixture,
        call: asked(fixture),
        prompt: promptOn(await replayed(fixture)),
      })),
    );
    let pairs = 0;
    for (const { fixture, prompt, call } of recorded) {
      for (const other of recorded) {
        if (!prompt || !call || !other.call || subjectOf(call) === subjectOf(other.call)) continue;
        pairs++;
        if (showsCall(prompt, other.call, PROJECT))
          throw new Error(`${fixture.name} shows ${other.fixture.name}`);
      }
    }
    expect(pairs).toBeGreaterThan(10_000);
  });

  it.each([
    [`${PROJECT}/src/deep/inner.ts`, PROJECT, true],
    [`${PROJECT}/src/inner.ts`, PROJECT, false],
    ["/etc/inner.ts", PROJECT, false],
    ["src/deep/inner.ts", PROJECT, false],
    [`${PROJECT}/src/deep/inner.ts`, `${PROJECT}/src`, false],
    ["/elsewhere/src/deep/inner.ts", "/elsewhere", true],
  ])("pairs by the whole path from the working directory: %s in %s", async (file_path, cwd, expected) => {
    const prompt = await promptOf(fixtureOf("2.1.325/permission-overwrite"));
    expect(showsCall(prompt, { tool: "Write", input: { file_path, content: "" } }, cwd)).toBe(expected);
  });

  it.each<[string, (content: string) => string, boolean]>([
    ["values.ts", (content) => content, true],
    ["values.ts", (content) => content.slice(content.indexOf("export const value30 ")), true],
    ["values.ts", (content) => content.slice(content.indexOf("export const value40 ")), false],
    ["values.ts", (content) => content.replace("value58", "value85"), false],
    ["values.ts", (content) => `${content}more\n`, false],
    ["values.ts", () => "", false],
    ["other.ts", (content) => content, false],
  ])(
    "pairs a file that is taller than the screen by its name and its end: %s, %s",
    async (name, edit, expected) => {
      const fixture = fixtureOf("2.1.32/permission-tall-file");
      const prompt = await promptOf(fixture);
      const content = edit(String(asked(fixture)?.input["content"]));
      const input = { file_path: `/a/${name}`, content };
      expect(showsCall(prompt, { tool: "Write", input }, "/a")).toBe(expected);
      expect(showsCall(prompt, { tool: "Edit", input }, "/a")).toBe(false);
    },
  );
});

function fixtureOf(name: string): StateFixture {
  const fixture = prompts.find((prompt) => prompt.name === name);
  if (!fixture) throw new Error(`there is no ${name}`);
  return fixture;
}

async function promptOf(fixture: StateFixture): Promise<PermissionPrompt> {
  const prompt = promptOn(await replayed(fixture));
  if (!prompt) throw new Error(`${fixture.name} has no prompt`);
  return prompt;
}

/** What rules are about, and what a prompt draws. */
function subjectOf({ tool, input }: Call): string {
  const path = input["file_path"] ?? input["notebook_path"];
  return path === undefined ? JSON.stringify([tool, input]) : JSON.stringify(path);
}

/** A release that leaves something out draws two calls alike. */
function isDrawnOtherwise({ tool, input }: Call, { truth }: StateFixture): boolean {
  const isLeftOut =
    truth.scene === "permission-tall-file" && String(input["file_path"]).endsWith("/values.ts");
  const leavesOutPrompt = ["1.0.64", "2.0.72", "2.1.32", "2.1.75"].includes(truth.release);
  return (
    !isLeftOut && !(tool === "WebFetch" && leavesOutPrompt && input["url"] === "https://example.com/docs")
  );
}

describe("callOnScreen", () => {
  const READ_BACK: Record<string, Call> = {
    "permission-bash": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-below-old-frame": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-second-row": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-editable-row": { tool: "Bash", input: { command: "mktemp -p . made.XXXXXX" } },
    "permission-narrow": { tool: "Bash", input: { command: "npm run build -- --with-everything" } },
    "permission-warned": { tool: "Bash", input: { command: "echo $(rm -rf x) `ls`" } },
    "permission-subagent": { tool: "Bash", input: { command: "rm -rf sub" } },
    "permission-second-of-two": { tool: "Bash", input: { command: "rm -rf two" } },
    "permission-fetch": { tool: "WebFetch", input: { url: "https://example.com/docs" } },
  };

  it.each(prompts)("of $name", async (fixture) => {
    const { scene, release } = fixture.truth;
    const call = callOnScreen(await promptOf(fixture));
    // Older releases let control characters hide what a call does.
    expect(call).toEqual(release === "2.1.325" ? READ_BACK[scene] : undefined);
  });
});

describe("a call with control characters", () => {
  const hidden = "ls \u001b]0;; rm -rf important #\u0007";

  it.each<[Call, boolean]>([
    [{ tool: "Bash", input: { command: hidden, description: "List" } }, true],
    [{ tool: "Bash", input: { command: "ls", description: "\u001b[1A\u001b[2K" } }, true],
    [{ tool: "Bash", input: { command: "rm x\b\b\b\bls", description: "List" } }, true],
    [{ tool: "mcp__a__b", input: { list: [{ deep: "\u009b2K" }] } }, true],
    [{ tool: "Write", input: { file_path: "/a", content: "one\r\ntwo\tthree\n" } }, false],
    [{ tool: "Bash", input: { command: "echo é 日本", timeout: 5, run_in_background: true } }, false],
  ])("can disguise itself: %j %s", (call, expected) => {
    expect(canDisguiseItself(call)).toBe(expected);
  });

  it.each(prompts.filter(({ truth }) => truth.scene === "permission-disguised"))(
    "$name looks like another, and is known by its call alone",
    async (fixture) => {
      const [prompt, call] = [await promptOf(fixture), asked(fixture)];
      const harmless = { tool: "Bash", input: { command: "ls -la", description: "List all" } };
      expect(showsCall(prompt, harmless, PROJECT)).toBe(true);
      expect(call && canDisguiseItself(call)).toBe(true);
      expect(callOnScreen(prompt)).toBe(undefined);
    },
  );

  it("is not shown, whatever the prompt looks like", () => {
    const prompt = promptOn(drawPrompt("1.0.64", { command: "ls", description: "List" }));
    const shows = (command: string) =>
      prompt && showsCall(prompt, { tool: "Bash", input: { command, description: "List" } }, PROJECT);
    expect(shows("ls")).toBe(true);
    expect(shows(hidden)).toBe(false);
    expect(shows("rm x\b\b\b\bls")).toBe(false);
    expect(prompt && callOnScreen(prompt)).toBe(undefined);
  });
});
