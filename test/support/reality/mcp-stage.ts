import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { expect } from "vitest";

import { field } from "../../../src/lab/json-value.js";
import { PtySession } from "../../../src/lab/session/pty-session.js";
import { installedRelease } from "../../../src/lab/machine/release-cache.js";
import type { Reply } from "../../../src/lab/api/reply.js";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";
import { CAC } from "../../../src/lab/session/wrapped-session.js";
import { ADA, firstPrompt, systemText, type PersonaStage } from "./persona-stage.js";
import { toolResults, type ToolResult } from "./tool-results.js";

/**
 * The person's session calls askPersona with what it was told, and then says so; the persona's gives the reply. Returns the
 * requests, which grow as they come.
 */
export function scripted(
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

export function isPersonas(request: ApiRequest): boolean {
  return systemText(request).includes(ADA);
}

/** What the person's sessions gave their models as the tool's results. */
export function resultsIn(requests: readonly ApiRequest[]): ToolResult[] {
  return toolResults(requests.filter((request) => !isPersonas(request)));
}

/** What it told its model of tasks in the background that have ended. */
export function noticesIn(requests: readonly ApiRequest[]): string[] {
  const texts = partsIn(requests).map((part) => String(field(part, "text")));
  return [...new Set(texts)].filter((text) => text.includes("<task-notification>"));
}

function partsIn(requests: readonly ApiRequest[]): unknown[] {
  return requests
    .filter((request) => !isPersonas(request))
    .flatMap(({ body }) => field(body, "messages"))
    .flatMap((message) => field(message, "content"))
    .map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
}

/** The lab's token is one of those that Claude Code keeps from its servers. */
export async function addOverStdio(stage: PersonaStage): Promise<void> {
  const token = `CLAUDE_CODE_OAUTH_TOKEN=${stage.environment["CLAUDE_CODE_OAUTH_TOKEN"] ?? ""}`;
  await claude(stage, ["mcp", "add", "personas", "-e", token, "--", process.execPath, CAC, "mcp"]);
}

/** Without that token, as the README says. */
export async function addAsInReadme(stage: PersonaStage): Promise<void> {
  await claude(stage, ["mcp", "add", "personas", "--", "cac", "mcp"]);
}

export async function servedOverStdio(stage: PersonaStage, play: () => Promise<void>): Promise<void> {
  await addOverStdio(stage);
  await play();
}

export async function servedOverHttp(stage: PersonaStage, play: () => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [CAC, "mcp", "--http", "--port", "0"], {
    cwd: stage.home.project,
    env: stage.environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(server, "exit");
  try {
    const command = await toldCommand(server.stdout);
    await promisify(execFile)("/bin/sh", ["-c", command], {
      cwd: stage.home.project,
      env: stage.environment,
    });
    await play();
  } finally {
    server.kill("SIGTERM");
  }
  expect(await exited).toEqual([0, null]);
}

/** A person asks in a session of their own, and stays in it meanwhile. */
export async function asPerson(
  stage: PersonaStage,
  play: (session: PtySession) => Promise<void>,
): Promise<void> {
  const session = await inTerminal(stage);
  try {
    await session.waitFor(/❯/);
    await session.settle();
    await session.type("Ask Ada where to start");
    await session.waitFor(/Ask Ada where to start/);
    await session.press("enter");
    await play(session);
  } catch (cause) {
    throw new Error(`${String(cause)}\n--- the person's screen\n${await session.screenText()}`, { cause });
  } finally {
    await session.close();
  }
}

/** The person's session as a person has it. The home is the stage's to remove. */
async function inTerminal({ home, api, environment, release }: PersonaStage): Promise<PtySession> {
  const file = await installedRelease(release);
  const kept = { ...home, remove: () => Promise.resolve() };
  return new PtySession(kept, api, { file, args: ["--allowedTools", "mcp__personas"], environment });
}

export function ask(
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
  // Killed, where it is: what is asked to end may take its leave.
  const ending = { timeout: 170_000, signal, killSignal: "SIGKILL" } as const;
  const options = { cwd: stage.home.project, env: stage.environment, ...ending };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`claude ${args.join(" ")}: ${stdout}${stderr}`, { cause: error }));
      else resolve({ stdout });
    });
    child.stdin?.end();
  });
}

async function toldCommand(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output }))
    if (line.startsWith("claude mcp ")) return line;
  throw new Error("cac mcp --http said nothing");
}
