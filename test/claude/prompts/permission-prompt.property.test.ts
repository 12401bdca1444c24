import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/claude/json.js";
import {
  callOnScreen,
  isOnPlainYes,
  readPermissionPrompt,
  showsCall,
} from "../../../src/claude/prompts/permission-prompt.js";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import type { Screen } from "../../../src/claude/screen/screen.js";
import { drawnCall, drawPrompt, LAYOUTS } from "../../support/claude/drawn-prompt.js";

const AT = { now: new Date("2026-11-16T06:00:00Z"), timeZone: "UTC" };
const PROJECT = "/home/dev/project";

function promptOn(screen: Screen) {
  return readPermissionPrompt(readScreen(screen, AT));
}

function bashCall(input: object): { tool: string; input: JsonObject } {
  return { tool: "Bash", input: { ...input } };
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
  it("shows its call", () => {
    fc.assert(
      fc.property(bashInput, columns, (input, width) => {
        const prompt = promptOn(drawPrompt(layout, input, width));
        expect(prompt && isOnPlainYes(prompt) && showsCall(prompt, bashCall(input), PROJECT)).toBe(true);
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
        if (!prompt || !showsCall(prompt, bashCall(other), PROJECT)) return;
        expect(drawnCall(layout, trimmed(other), width)).toBe(drawnCall(layout, trimmed(input), width));
      }),
      { numRuns: 2000 },
    );
  });

  it("is read back as it is, or not at all", () => {
    fc.assert(
      fc.property(bashInput, columns, (input, width) => {
        const prompt = promptOn(drawPrompt(layout, input, width));
        const read = prompt && callOnScreen(prompt);
        expect(read ?? bashCall({ command: input.command })).toEqual(bashCall({ command: input.command }));
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
