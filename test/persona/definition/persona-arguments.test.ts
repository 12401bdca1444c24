import { describe, expect, it } from "vitest";

import { parseRelease } from "../../../src/claude/hooks/releases.js";
import { personaArguments, type ArgumentsWanted } from "../../../src/persona/definition/persona-arguments.js";
import type { Persona } from "../../../src/persona/definition/persona.js";
import { ADA } from "../../support/persona/ada.js";

function argumentsOf(release: string, wanted: Partial<ArgumentsWanted> = {}): readonly string[] {
  return personaArguments({
    persona: ADA,
    release: parseRelease(release),
    systemPrompt: "You are Ada.",
    systemPromptFile: "/run/prompt.md",
    serverFile: undefined,
    resume: undefined,
    ...wanted,
  });
}

describe("personaArguments", () => {
  it.each([
    ["1.0.64", ["--append-system-prompt", "You are Ada."]],
    ["2.0.26", ["--append-system-prompt", "You are Ada."]],
    ["2.0.72", ["--append-system-prompt-file", "/run/prompt.md"]],
    ["2.1.234", ["--append-system-prompt-file", "/run/prompt.md"]],
    ["2.1.267", ["--append-system-prompt-file", "/run/prompt.md", "--system-prompt-snapshot", "off"]],
    // An option that it may not know would end it at once.
    ["not a release", ["--append-system-prompt", "You are Ada."]],
  ])("%s gets only options that it knows", (release, expected) => {
    expect(argumentsOf(release)).toEqual(expected);
  });

  it("gives the prompt as an argument where there is no file", () => {
    expect(argumentsOf("2.1.197", { systemPromptFile: undefined })).toEqual([
      "--append-system-prompt",
      "You are Ada.",
    ]);
  });

  it("gives no empty prompt", () => {
    expect(argumentsOf("2.1.197", { systemPrompt: "" })).toEqual([]);
  });

  it("has an option behind the list of tools, which would take whatever follows", () => {
    const persona: Persona = {
      ...ADA,
      model: "opus",
      permissionMode: "plan",
      allowedTools: ["Read", "Bash(git log *)"],
    };
    expect(argumentsOf("2.1.197", { persona, resume: "an-id" }).join(" ")).toBe(
      "--resume an-id --model opus --permission-mode plan --allowedTools Read Bash(git log *) " +
        "--append-system-prompt-file /run/prompt.md",
    );
  });

  it("gives our server to one that consults, beside the user's own", () => {
    const persona: Persona = { ...ADA, allowedTools: ["Read", "mcp__personas__askPersona"] };
    expect(argumentsOf("1.0.64", { persona, serverFile: "/run/mcp.json" }).join(" ")).toBe(
      "--mcp-config /run/mcp.json --allowedTools Read mcp__personas__askPersona mcp__personas__listPersonas " +
        "--append-system-prompt You are Ada.",
    );
    expect(argumentsOf("not a release", { persona, serverFile: "/run/mcp.json" })).not.toContain(
      "--mcp-config",
    );
  });
});
