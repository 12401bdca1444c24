import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";

import { compareReleases, parseRelease } from "../claude/hooks/releases.js";
import { shellWord } from "../host/shell-word.js";
import { HostError } from "../persona/host/host-protocol.js";
import { refuseQuestion } from "../persona/host/pending-question.js";
import type { Progress } from "../persona/session/hosted-session.js";
import { wholeCharacters } from "../persona/memory/memory.js";
import { asToolResult, readAddressee, textResult, type Addressee, type ToolSet } from "./tool-call.js";

const DESCRIPTION = `Asks a persona a question and waits for its answer. A persona is another, real Claude Code session with an identity and a memory of its own, at work in the same project: it can look at the files itself, and it remembers what you asked before. It does not see this conversation. An answer takes from seconds to minutes; questions to the same persona are answered one after the other.`;

/** `askPersona`, the main tool. */
export function addAskTool(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "askPersona",
    {
      title: "Ask a persona",
      description: DESCRIPTION,
      inputSchema: INPUT,
      // A persona may do whatever its own permissions allow.
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      // Else the model must search for the tool before it sees it (2.1.325).
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
 * Claude Code 2.1.325 writes a result of more than 50,000 characters to a file, and shows its model the beginning. With this,
 * the limit of a tool is up to 500,000.
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

export interface ProgressNotes {
  readonly tell: (progress: Progress) => void;
  readonly end: () => void;
}

/**
 * Reports progress to the caller, if it asked for that. The last message is repeated regularly: a client takes silence for a
 * hang, and gives the call up.
 */
export function beginProgressNotes(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  { everyMs = 10_000, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): ProgressNotes {
  const { _meta: meta, notify } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return { tell: () => undefined, end: () => undefined };
  const begunAt = now();
  let last: string | undefined;
  // The protocol wants a number that grows with each note; there is no total.
  let progress = 0;
  const send = (message: string): void => {
    progress++;
    const params = { progressToken, progress, message };
    notify({ method: "notifications/progress", params }).catch(() => {
      // The connection is gone; the call's own signal reports that.
    });
  };
  const timer = setInterval(() => {
    send(`${last ?? "waiting for the host"} (${Math.round((now() - begunAt) / 1000)} s)`);
  }, everyMs);
  return {
    tell: ({ message }) => {
      if (message === last) return;
      last = message;
      send(message);
    },
    end: () => clearInterval(timer),
  };
}

interface Asker extends Addressee {
  /** As the client names itself. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
}

/**
 * The answer; for an old client with too long an answer its beginning, and where the rest is. 1.0.64 replaces a result of
 * more than 25,000 tokens by an error; it does not count the tokens of up to 50,000 characters. Since 2.0.72, Claude Code
 * saves such a result to a file itself, or passes it on.
 */
export function fittingAnswer(answer: string, { client, persona, projectRoot }: Asker): string {
  const release = client?.name === "claude-code" ? parseRelease(client.version) : undefined;
  if (release === undefined || compareReleases(release, FIRST_THAT_SAVES) >= 0) return answer;
  if (answer.length <= MOST) return answer;
  // The memory has all of it, unless it is more than a quarter of the memory's size.
  const rest = `cac persona memory ${persona} --last 1 --json --project ${shellWord(projectRoot)}`;
  const note = `[cut here: this Claude Code accepts no longer results; the whole answer has ${answer.length} characters; this command prints it from memory: ${rest}]`;
  return `${wholeCharacters(answer.slice(0, MOST - NOTE))}\n\n${note}`;
}

const FIRST_THAT_SAVES = { major: 2, minor: 0, patch: 72 };
const MOST = 50_000;
const NOTE = 5000;
