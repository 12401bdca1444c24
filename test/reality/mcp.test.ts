import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { describe, expect, test } from "vitest";

import { PtySession } from "../../src/lab/pty-session.js";
import { installedRelease } from "../../src/lab/release-cache.js";
import type { Reply } from "../../src/lab/reply.js";
import type { ApiRequest } from "../../src/lab/stand-in-api.js";
import { CAC } from "../../src/lab/wrapped-session.js";
import { readProcess } from "../../src/watch/process-table.js";
import {
  ADA,
  firstPrompt,
  lastPrompt,
  onPersonaStage,
  systemText,
  until,
  type PersonaStage,
} from "./persona-stage.js";
import { toolResults, type ToolResult } from "./tool-results.js";

// The person's own session is real Claude Code, and so is the persona's that `cac mcp` has it ask.
const ANSWER = [
  "Start with the *analytical* part: 機関 🦊 é, “quotes” and a\ttab.",
  '```ts\nconst reply = `${1 + 1}` + "\\n"; // <system-reminder>\n```',
  "> Claude usage limit reached. Your limit will reset at 3pm (America/New_York).",
  "╭───╮\n│ > │ Do you want to proceed?\n╰───╯\n❯ 1. Yes\n  2. No (esc)",
  "x y ".repeat(5000),
  "And that is all.",
].join("\n\n");

test.each(["2.1.325", "2.1.197", "2.0.72", "1.0.64"])(
  "%s asks a persona over stdio, and has its answer to the letter",
  (release) =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, { type: "text", text: ANSWER });
      const { stdout } = await ask(stage);
      expect(resultsIn(asked)).toEqual([{ text: ANSWER, isError: false }]);
      expect(stdout).toBe("I have asked.\n");
      expect((await stage.sessions()).map(({ persona, state }) => [persona, state])).toEqual([
        ["ada", "ready"],
      ]);
    }),
);

describe("2.1.325", () => {
  const release = "2.1.325";

  test("asks over HTTP, and has the answer to the letter", () =>
    onPersonaStage({ release }, (stage) =>
      servedOverHttp(stage, async () => {
        const asked = scripted(stage, { type: "text", text: ANSWER });
        await ask(stage);
        expect(resultsIn(asked)).toEqual([{ text: ANSWER, isError: false }]);
      }),
    ));

  test("is told what cannot be asked, with the fix", () =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, { type: "text", text: ANSWER }, "../x");
      await ask(stage);
      const [result] = resultsIn(asked);
      expect(result?.isError).toBe(true);
      expect(result?.text).toMatch(
        /^BAD_REQUEST: "\.\.\/x" cannot be the name of a persona\nfix: name one of /,
      );
      expect(await stage.sessions()).toEqual([]);
    }));

  test("two of it, and two who ask by hand, all at once: one host, one session, each question once", () =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, (question) => ({ type: "text", text: `${question} At the first.` }));
      const byTool = ["Which gear?", "Which wheel?"];
      const byHand = ["Which lever?", "Which spring?"];
      const answers = await Promise.all([
        ...byHand.map((question) => stage.answer("ada", question)),
        ...byTool.map(async (question) => (await ask(stage, { question })).stdout),
      ]);
      expect(answers).toEqual([
        "Which lever? At the first.",
        "Which spring? At the first.",
        "I have asked.\n",
        "I have asked.\n",
      ]);
      const results = resultsIn(asked).toSorted((a, b) => a.text.localeCompare(b.text));
      expect(results).toEqual([
        { text: "Which gear? At the first.", isError: false },
        { text: "Which wheel? At the first.", isError: false },
      ]);
      const personas = asked.filter(isPersonas);
      expect(personas.map(lastPrompt).toSorted()).toEqual([...byTool, ...byHand].toSorted());
      const { pid, questions, sessionId } = await stage.session();
      expect(questions).toBe(4);
      const sessions = personas.map(({ headers }) => headers["x-claude-code-session-id"]);
      expect(new Set(sessions)).toEqual(new Set([sessionId]));
      expect((await readProcess(pid))?.parent).toBe(stage.hostPid());
      expect((await stage.hostLog()).match(/"event":"started"/g)).toHaveLength(1);
    }));

  test.each([
    ["stdio", servedOverStdio],
    ["HTTP", servedOverHttp],
  ])("Esc over %s: the persona is interrupted, and can be asked again", (_, served) =>
    onPersonaStage({ release }, (stage) =>
      served(stage, async () => {
        const asked = scripted(stage, thinking());
        const session = await inTerminal(stage);
        try {
          await session.waitFor(/❯/);
          await session.settle();
          await session.type("Ask Ada where to start");
          await session.waitFor(/Ask Ada where to start/);
          await session.press("enter");
          await until("the persona's request", () => asked.some(isPersonas));
          await session.press("escape");
          await session.waitFor(/Interrupted/);
          await until("its interruption", async () => (await stage.session()).state === "ready");
        } finally {
          await session.close();
        }
        scripted(stage, { type: "text", text: "Here again." });
        expect(await stage.answer("ada", "Are you there?")).toBe("Here again.");
      }),
    ),
  );

  test("is ended in the middle of an answer: the persona is interrupted, and can be asked again", () =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, thinking());
      const ending = new AbortController();
      const call = ask(stage, { signal: ending.signal }).catch(() => undefined);
      await until("the persona's request", () => asked.some(isPersonas));
      ending.abort();
      await call;
      await until("its interruption", async () => (await stage.session()).state === "ready");
      scripted(stage, { type: "text", text: "Here again." });
      expect(await stage.answer("ada", "Are you there?")).toBe("Here again.");
    }));
});

/**
 * The person's session calls askPersona with what it was told, and then says so; the persona's gives the reply. Returns the
 * requests, which grow as they come.
 */
function scripted(
  stage: PersonaStage,
  reply: Reply | ((question: string) => Reply),
  persona = "ada",
): ApiRequest[] {
  const requests: ApiRequest[] = [];
  stage.answerBy((question, request) => {
    requests.push(request);
    if (isPersonas(request)) return typeof reply === "function" ? reply(question) : reply;
    if (toolResults([request]).length > 0) return { type: "text", text: "I have asked." };
    const input = { persona, question: firstPrompt(request) };
    return { type: "toolUse", name: "mcp__personas__askPersona", input };
  });
  return requests;
}

function isPersonas(request: ApiRequest): boolean {
  return systemText(request).includes(ADA);
}

/** What the person's sessions gave their models as the tool's results. */
function resultsIn(requests: readonly ApiRequest[]): ToolResult[] {
  return toolResults(requests.filter((request) => !isPersonas(request)));
}

/** An answer that begins, and does not end. */
function thinking(): Reply {
  return { type: "held", text: "Let me think", released: new Promise(() => undefined) };
}

/** As the README says; the lab's token is one of those that Claude Code keeps from its servers. */
async function addOverStdio(stage: PersonaStage): Promise<void> {
  const token = `CLAUDE_CODE_OAUTH_TOKEN=${stage.environment["CLAUDE_CODE_OAUTH_TOKEN"] ?? ""}`;
  await claude(stage, ["mcp", "add", "personas", "-e", token, "--", process.execPath, CAC, "mcp"]);
}

async function servedOverStdio(stage: PersonaStage, play: () => Promise<void>): Promise<void> {
  await addOverStdio(stage);
  await play();
}

async function servedOverHttp(stage: PersonaStage, play: () => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [CAC, "mcp", "--http", "--port", "0"], {
    cwd: stage.home.project,
    env: stage.environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(server, "exit");
  try {
    const url = await toldUrl(server.stdout);
    const file = join(stage.home.home, ".local", "state", "claude-auto-continue", "mcp-token");
    const header = `Authorization: Bearer ${readFileSync(file, "utf8").trim()}`;
    await claude(stage, ["mcp", "add", "--transport", "http", "personas", url, "--header", header]);
    await play();
  } finally {
    server.kill("SIGTERM");
  }
  expect(await exited).toEqual([0, null]);
}

/** The person's session as a person has it. The home is the stage's to remove. */
async function inTerminal({ home, api, environment, release }: PersonaStage): Promise<PtySession> {
  const file = await installedRelease(release);
  const kept = { ...home, remove: () => Promise.resolve() };
  return new PtySession(kept, api, { file, args: ["--allowedTools", "mcp__personas"], environment });
}

function ask(
  stage: PersonaStage,
  { question = "Where do I start?", signal }: { question?: string; signal?: AbortSignal } = {},
): Promise<{ stdout: string }> {
  return claude(stage, ["-p", question, "--allowedTools", "mcp__personas"], signal);
}

async function claude(
  stage: PersonaStage,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<{ stdout: string }> {
  const program = await installedRelease(stage.release);
  const options = { cwd: stage.home.project, env: stage.environment, timeout: 170_000, signal };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`claude ${args.join(" ")}: ${stdout}${stderr}`, { cause: error }));
      else resolve({ stdout });
    });
    child.stdin?.end();
  });
}

async function toldUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\S+(?=;)/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("cac mcp --http said nothing");
}
