import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

import { HostError } from "../persona/host/host-protocol.js";
import { refuseQuestion } from "../persona/host/pending-question.js";
import { readAddressee } from "./call-input.js";
import { fittingAnswer } from "./fitting-answer.js";
import { beginProgressNotes } from "./progress-notes.js";
import { asToolResult, textResult } from "./tool-result.js";
import type { ToolSet } from "./tool-set.js";

const DESCRIPTION = `Asks a persona a question and waits for its answer. A persona is another, real Claude Code session with an identity and a memory of its own, at work in the same project: it can look at the files itself, and it remembers what you asked before. It does not see this conversation. An answer takes from seconds to minutes; questions to the same persona are answered one after the other.`;

/** `askPersona`: the one tool that the others are there for. */
export function addAskTool(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "askPersona",
    {
      title: "Ask a persona",
      description: DESCRIPTION,
      inputSchema: INPUT,
      // It may do whatever its own permissions allow, with the files and beyond.
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      // Else the model does not see the tool before it has searched for it (2.1.325).
      _meta: { ...LARGE_RESULT, "anthropic/alwaysLoad": true },
    },
    (given, context) =>
      asToolResult(
        async () => {
          const refused = refuseQuestion(given);
          if (refused) throw new HostError(refused);
          const addressee = readAddressee(given, defaults);
          const notes = beginProgressNotes(context);
          try {
            const { answer, persona, sessionId } = await backend.host.ask(
              {
                ...addressee,
                question: given.question,
                context: given.context,
                waitForReset: given.waitForReset,
                timeoutMs: given.timeoutMs,
                chain: defaults.chain,
              },
              { signal: context.mcpReq.signal, onProgress: notes.tell },
            );
            const asker = { ...addressee, client: server.server.getClientVersion() };
            return textResult(fittingAnswer(answer, asker), { persona, sessionId });
          } finally {
            notes.end();
          }
        },
        { log },
      ),
  );
}

/**
 * Claude Code 2.1.325 writes a result of more than 50,000 characters to a file, and shows its model the beginning. Of a tool
 * that says this, up to 500,000 come through whole.
 */
export const LARGE_RESULT = { "anthropic/maxResultSizeChars": 500_000 };

export const PERSONA_FIELD = z
  .string()
  .optional()
  .describe(
    "The persona's name, as listPersonas shows it. Default: $PERSONA_NAME, or the name of the project's folder.",
  );

export const PROJECT_FIELD = z
  .string()
  .optional()
  .describe("Absolute path of the project that it works in. Default: this one.");

const DAY_MS = 24 * 60 * 60_000;

const INPUT = z.object({
  persona: PERSONA_FIELD,
  question: z.string().describe("What you want to know. Up to 1 MB, with the context."),
  context: z
    .string()
    .optional()
    .describe(
      "What the persona needs to know and cannot find in the project: it does not see this conversation.",
    ),
  projectRoot: PROJECT_FIELD,
  waitForReset: z
    .boolean()
    .optional()
    .describe("At a usage limit: wait until it resets, then carry on. Default: report the limit at once."),
  timeoutMs: z
    .int()
    .min(1000)
    .max(DAY_MS)
    .optional()
    .describe("How long the answer may take, in milliseconds. Default: 600000, or what the persona sets."),
});
