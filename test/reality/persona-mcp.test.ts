import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, it } from "vitest";

import type { IsolatedHome } from "../../src/lab/machine/isolated-home.js";
import { field } from "../../src/lab/json-value.js";
import { PASTE_END, PASTE_START } from "../../src/lab/session/lab-session.js";
import { PtySession } from "../../src/lab/session/pty-session.js";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import type { Reply } from "../../src/lab/api/reply.js";
import type { ApiRequest } from "../../src/lab/api/stand-in-api.js";
import { LONG_ANSWER } from "../support/reality/difficult-answers.js";
import {
  ADA,
  firstPrompt,
  lastPrompt,
  onPersonaStage,
  systemText,
  type PersonaStage,
} from "../support/reality/persona-stage.js";
import { toolResults } from "../support/reality/tool-results.js";

const RELEASE = "2.1.325";
const TOOL = "mcp__personas__askPersona";

it("a person's own session asks a persona, and its model has the answer to the letter", async () => {
  await onPersonaStage({ release: RELEASE }, async (stage) => {
    playBoth(stage, () => ({ type: "text", text: LONG_ANSWER }));
    const client = await startClient(stage);
    try {
      await prompt(client, "ask ada which gear it is");
      await client.waitFor(/The model has its answer/, { timeoutMs: 90_000 });
    } finally {
      await client.close();
    }
    const asked = stage.requests().find(isPersonas);
    expect(asked && lastPrompt(asked)).toBe("ask ada which gear it is");
    expect(toolResults(stage.requests().filter((request) => !isPersonas(request)))).toEqual([
      { text: LONG_ANSWER, isError: false },
    ]);
  });
});

it.each([RELEASE, "1.0.64"])("%s: a persona consults another one, which cannot ask back", async (release) => {
  await onPersonaStage({ release }, async (stage) => {
    const settings = { allowedTools: [TOOL] };
    await stage.define("ada", ADA, settings);
    await stage.define("bob", "You are Bob. You ask before you speak.", settings);
    // Bob asks Ada back, and both say what they were told.
    stage.api.script = (request) => {
      const [me, other] = isPersonas(request) ? ["Ada", "bob"] : ["Bob", "ada"];
      const [told] = toolResults([request]);
      if (told) return { type: "text", text: `${me} was told: ${told.text}` };
      return { type: "toolUse", name: TOOL, input: { persona: other, question: "what do you think?" } };
    };
    const answer = await stage.answer("ada", "what does Bob think?");
    expect(answer).toMatch(
      /^Ada was told: Bob was told: CYCLE: ada would ask itself: ada -> bob -> ada\nfix: /,
    );
    // From its first question on: nobody was asked before the server was there.
    const [ofAda, ofBob] = [
      stage.requests().find(isPersonas),
      stage.requests().find((each) => !isPersonas(each)),
    ];
    for (const request of [ofAda, ofBob]) expect(toolsIn(request)).toContain(TOOL);
  });
});

/** The model of the session that asks hands each prompt on to the persona; the persona's own model answers. */
function playBoth(stage: PersonaStage, reply: (question: string) => Reply): void {
  stage.api.script = (request) => {
    if (isPersonas(request)) return reply(lastPrompt(request));
    if (toolResults([request]).length > 0) return { type: "text", text: "The model has its answer." };
    return { type: "toolUse", name: TOOL, input: { persona: "ada", question: firstPrompt(request) } };
  };
}

function isPersonas(request: ApiRequest): boolean {
  return systemText(request).includes(ADA);
}

function toolsIn(request: ApiRequest | undefined): readonly unknown[] {
  const tools = field(request?.body, "tools");
  return Array.isArray(tools) ? tools.map((tool) => field(tool, "name")) : [];
}

/** A person's own Claude Code, with our server. */
async function startClient(stage: PersonaStage): Promise<PtySession> {
  await addServer(stage);
  await logIn(stage);
  const client = new PtySession(keptHome(stage), stage.api, {
    file: await installedRelease(stage.release),
    args: ["--allowedTools", "mcp__personas"],
    environment: stage.environment,
  });
  await client.waitFor(/^\s*❯/m, { timeoutMs: 60_000 });
  await client.settle();
  return client;
}

/** As the README says. */
async function addServer(stage: PersonaStage): Promise<void> {
  const adding = new PtySession(keptHome(stage), stage.api, {
    file: await installedRelease(stage.release),
    args: ["mcp", "add", "personas", "--", "cac", "mcp"],
    environment: stage.environment,
  });
  await adding.exited();
}

/** It goes with the stage, not with a session in it. */
function keptHome({ home }: PersonaStage): IsolatedHome {
  return { ...home, remove: () => Promise.resolve() };
}

/** Kept in the home: Claude Code does not hand a token of its environment on to its MCP servers (2.1.197, 2.1.325). */
async function logIn({ home, environment }: PersonaStage): Promise<void> {
  const { CLAUDE_CODE_OAUTH_TOKEN } = environment;
  await writeFile(
    join(home.home, ".claude", "settings.json"),
    JSON.stringify({ env: { CLAUDE_CODE_OAUTH_TOKEN } }),
  );
}

async function prompt(client: PtySession, text: string): Promise<void> {
  await client.type(PASTE_START + text + PASTE_END);
  await client.waitFor((screen) => screen.includes(text));
  await client.settle(300);
  await client.press("enter");
}
