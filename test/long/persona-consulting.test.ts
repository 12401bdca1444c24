import { setTimeout as sleep } from "node:timers/promises";

import { expect, it } from "vitest";

import { ADA, onPersonaStage, systemText } from "../support/reality/persona-stage.js";
import { toolResults } from "../support/reality/tool-results.js";

const TOOL = "mcp__personas__askPersona";
/** A call that takes longer than 120 s goes to the background (2.1.325), unless it is told not to. */
const THINKING_MS = 135_000;

it("a persona waits for the one it consults, however long that takes", { timeout: 400_000 }, async () => {
  await onPersonaStage({ release: "2.1.325" }, async (stage) => {
    await stage.define("ada", ADA, { allowedTools: [TOOL] });
    await stage.define("bob", "You are Bob. You think before you speak.");
    stage.api.script = async (request) => {
      if (!systemText(request).includes(ADA)) {
        await sleep(THINKING_MS);
        return { type: "text", text: "I have thought about it." };
      }
      const [told] = toolResults([request]);
      if (told) return { type: "text", text: `Bob says: ${told.text}` };
      return { type: "toolUse", name: TOOL, input: { persona: "bob", question: "What do you think?" } };
    };
    expect(await stage.answer("ada", "What does Bob think?")).toBe("Bob says: I have thought about it.");
  });
});
