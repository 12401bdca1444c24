import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import { ownProgram } from "../../../src/launch/own-program.js";
import { DEFAULT_LIMITS, type Persona } from "../../../src/persona/definition/persona.js";
import { writeSessionFiles } from "../../../src/persona/session/start-claude.js";

const ADA: Persona = {
  name: "ada",
  origin: "global",
  description: "",
  identity: "You are Ada.",
  model: undefined,
  allowedTools: ["Read"],
  permissionMode: undefined,
  limits: DEFAULT_LIMITS,
};
const ASKING: Persona = { ...ADA, allowedTools: ["mcp__personas__askPersona"] };

let base: string;
let where: Surroundings;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-sf-"));
  where = { env: { HOME: base }, home: base, platform: process.platform };
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("one that consults nobody has its prompt, for us alone, and no server to wait for", async () => {
  const files = await writeSessionFiles({ persona: ADA, systemPrompt: "You are Ada.\n" }, where);
  const file = files.systemPromptFile ?? "";
  expect(readFileSync(file, "utf8")).toBe("You are Ada.\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  expect([files.serverFile, files.isServed()]).toEqual([undefined, true]);
  files.remove();
  expect(existsSync(dirname(file))).toBe(false);
});

test("one that consults has our server, which knows who asks and tells when it is known", async () => {
  const files = await writeSessionFiles({ persona: ASKING, systemPrompt: "" }, where);
  const file = files.serverFile ?? "";
  const listed = join(dirname(file), "listed");
  const { node, script } = ownProgram(where);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    mcpServers: {
      personas: {
        type: "stdio",
        command: node,
        args: [script, "mcp"],
        env: { CAC_PERSONA_CHAIN: "ada", CAC_MCP_LISTED: listed },
      },
    },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(files.isServed()).toBe(false);
  writeFileSync(listed, "");
  expect(files.isServed()).toBe(true);
});

test("what cannot be removed is left: whoever waits for the session's end must hear of it", async () => {
  const files = await writeSessionFiles({ persona: ADA, systemPrompt: "You are Ada." }, where);
  const parent = dirname(dirname(files.systemPromptFile ?? ""));
  rmSync(parent, { recursive: true });
  writeFileSync(parent, "");
  expect(files.remove()).toBeUndefined();
});

test("where nothing can be written, it goes without", async () => {
  writeFileSync(join(base, "file"), "");
  where = { ...where, env: { HOME: join(base, "file") }, home: join(base, "file") };
  const { systemPromptFile, serverFile, isServed } = await writeSessionFiles(
    { persona: ASKING, systemPrompt: "You are Ada." },
    where,
  );
  expect([systemPromptFile, serverFile, isServed()]).toEqual([undefined, undefined, true]);
});
