import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asObject, asString, parseJson } from "../../src/claude/json.js";
import type { JsonObject } from "../../src/claude/json.js";
import {
  callOnScreen,
  isOnPlainYes,
  readPermissionPrompt,
  showsCall,
} from "../../src/claude/permission-prompt.js";
import type { PermissionPrompt } from "../../src/claude/permission-prompt.js";
import { readScreen } from "../../src/claude/screen-reading.js";
import { screenOfText } from "../../src/claude/screen.js";
import type { Screen } from "../../src/claude/screen.js";
import { drawnCall, drawPrompt, LAYOUTS } from "./drawn-prompt.js";
import { asText, replayed, stateFixtures } from "./state-fixtures.js";
import type { StateFixture } from "./state-fixtures.js";

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
  if (truth.scene === "permission-tall") return true;
  return truth.scene === "permission-long-path" && truth.release !== "1.0.64";
}

const TITLES: Record<string, RegExp> = {
  "permission-edit": /^Edit file( greet\.ts)?$/,
  "permission-write": /^Create file( hello\.txt)?$/,
  "permission-overwrite": /^(Overwrite|Edit) file( src\/deep\/inner\.ts)?$/,
  "permission-long-path": /^(Create file)?$/,
  "quote-prompt-in-file": /^(Create file( prompt\.txt)?)?$/,
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

describe("isOnPlainYes", () => {
  it.each(prompts)("of $name", async (fixture) => {
    const prompt = promptOn(await replayed(fixture));
    const isThere = fixture.truth.scene !== "permission-second-row" && prompt?.title !== "";
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

  it("is never on a dialog that merely asks like one", () => {
    const asks = (title: string, question: string) =>
      screenOfText(
        [
          "─".repeat(60),
          ` ${title}`,
          "",
          "   sk-…0123",
          "",
          ` ${question}`,
          " ❯ 1. Yes",
          "   2. No",
          "",
          " Esc to cancel",
        ].join("\n"),
      );
    const plainYes = (screen: Screen) => {
      const prompt = promptOn(screen);
      return prompt && isOnPlainYes(prompt);
    };
    expect(plainYes(asks("Bash command", "Do you want to proceed?"))).toBe(true);
    expect(plainYes(asks("Detected a custom API key", "Do you want to use this API key?"))).toBe(false);
    expect(plainYes(asks("Network request", "Do you want to allow this connection?"))).toBe(false);
    expect(plainYes(asks("Ready to code?", "Would you like to proceed?"))).toBe(undefined);
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
    expect(prompt && call && showsCall(prompt, call, cwdOf(fixture))).toBe(
      !isCut(fixture) && prompt?.title !== "",
    );
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

  it("pairs by the whole path, from the working directory of the call", async () => {
    const fixture = prompts.find(({ name }) => name === "2.1.325/permission-overwrite");
    const prompt = fixture && promptOn(await replayed(fixture));
    const write = (file_path: string) => ({ tool: "Write", input: { file_path, content: "" } });
    const shows = (path: string, cwd = PROJECT) => prompt && showsCall(prompt, write(path), cwd);
    expect(shows(`${PROJECT}/src/deep/inner.ts`)).toBe(true);
    expect(shows(`${PROJECT}/src/inner.ts`)).toBe(false);
    expect(shows("/etc/inner.ts")).toBe(false);
    expect(shows("src/deep/inner.ts")).toBe(false);
    expect(shows(`${PROJECT}/src/deep/inner.ts`, `${PROJECT}/src`)).toBe(false);
    expect(shows("/elsewhere/src/deep/inner.ts", "/elsewhere")).toBe(true);
  });
});

/** What rules are about, and what a prompt draws. */
function subjectOf({ tool, input }: Call): string {
  const path = input["file_path"] ?? input["notebook_path"];
  return path === undefined ? JSON.stringify([tool, input]) : JSON.stringify(path);
}

/** A release that leaves something out draws two calls alike. */
function isDrawnOtherwise({ tool, input }: Call, { truth }: StateFixture): boolean {
  const leavesOutPrompt = ["1.0.64", "2.0.72", "2.1.32", "2.1.75"].includes(truth.release);
  return !(tool === "WebFetch" && leavesOutPrompt && input["url"] === "https://example.com/docs");
}

const words = fc.array(fc.constantFrom("rm", "-rf", "a", "b/c", "│", "1.", "Yes", "Tip:", "x".repeat(90)), {
  minLength: 1,
  maxLength: 14,
});
const line = fc
  .tuple(words, fc.constantFrom(" ", "  "))
  .map(([parts, blank]) => ["go", ...parts].join(blank));
const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("\n"));
const bashInput = fc.record({ command: lines, description: line }, { requiredKeys: ["command"] });

describe.each(LAYOUTS)("a Bash prompt as %s draws it", (layout) => {
  const columns = fc.integer({ min: 60, max: 130 });
  const call = (input: object): Call => ({ tool: "Bash", input: { ...input } });

  it("shows its call", () => {
    fc.assert(
      fc.property(bashInput, columns, (input, width) => {
        const prompt = promptOn(drawPrompt(layout, input, width));
        expect(prompt && isOnPlainYes(prompt) && showsCall(prompt, call(input), PROJECT)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  /** Near ones: the same characters, cut elsewhere. */
  const pair = bashInput.chain((input) => {
    const text = `${input.command}\n${input.description ?? ""}`;
    const near = fc
      .nat({ max: text.length })
      .chain((at) =>
        fc.constantFrom(
          { command: text.slice(0, at), description: text.slice(at) },
          { ...input, command: input.command.replace(/\s/, "") },
          { ...input, command: input.command.replace(" ", "\n") },
          { ...input, command: input.command.replace("\n", " ") },
          { ...input, command: input.command.replace(/ +/, "  ") },
          { ...input, command: input.command.slice(0, at) },
          { ...input, command: `${input.command.slice(0, at)} ${input.command.slice(at)}` },
          { ...input, command: `${input.command.slice(0, at)}\n${input.command.slice(at)}` },
        ),
      );
    return fc.tuple(fc.constant(input), fc.oneof(near, bashInput));
  });

  it("shows no other call, unless the two are drawn alike", () => {
    fc.assert(
      fc.property(pair, columns, ([input, other], width) => {
        const prompt = promptOn(drawPrompt(layout, input, width));
        if (!prompt || !showsCall(prompt, call(other), PROJECT)) return;
        const plain = (drawn: string) => drawn.replace(/[ │]+$/gm, "");
        expect(plain(drawnCall(layout, trimmed(other), width))).toBe(
          plain(drawnCall(layout, trimmed(input), width)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("is read back as it is, or not at all", () => {
    fc.assert(
      fc.property(bashInput, columns, (input, width) => {
        const prompt = promptOn(drawPrompt(layout, input, width));
        const read = prompt && callOnScreen(prompt);
        if (read) expect(read).toEqual(call({ command: input.command }));
      }),
      { numRuns: 500 },
    );
  });
});

/** Blanks around a command are not drawn. */
function trimmed(input: { command: string; description?: string }) {
  return {
    ...input,
    command: input.command.trim(),
    ...(input.description && { description: input.description.trim() }),
  };
}

describe("callOnScreen", () => {
  const READ_BACK: Record<string, Call> = {
    "permission-bash": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-below-old-frame": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-second-row": { tool: "Bash", input: { command: "rm -rf build" } },
    "permission-narrow": { tool: "Bash", input: { command: "npm run build -- --with-everything" } },
    "permission-warned": { tool: "Bash", input: { command: "echo $(rm -rf x) `ls`" } },
    "permission-subagent": { tool: "Bash", input: { command: "rm -rf sub" } },
    "permission-second-of-two": { tool: "Bash", input: { command: "rm -rf two" } },
    "permission-fetch": { tool: "WebFetch", input: { url: "https://example.com/docs" } },
    "permission-write": { tool: "Write", input: { file_path: "hello.txt" } },
    "permission-edit": { tool: "Edit", input: { file_path: "greet.ts" } },
  };

  it.each(prompts)("of $name", async (fixture) => {
    const prompt = promptOn(await replayed(fixture));
    const call = prompt && callOnScreen(prompt);
    const { scene, release } = fixture.truth;
    const path = "src/deep/inner.ts";
    const overwrite = { tool: release === "1.0.64" ? "Edit" : "Write", input: { file_path: path } };
    const inFile = prompt?.title === "" ? undefined : { tool: "Write", input: { file_path: "prompt.txt" } };
    const others: Record<string, Call | undefined> = {
      "permission-overwrite": overwrite,
      "quote-prompt-in-file": inFile,
    };
    expect(call).toEqual(READ_BACK[scene] ?? others[scene]);
  });

  it("is the same from text alone", () => {
    const read = prompts.map((fixture) => promptOn(asText(fixture))).filter((prompt) => prompt?.title !== "");
    expect(read.length).toBeGreaterThan(130);
  });
});
