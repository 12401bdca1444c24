import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

import { HostError } from "../persona/host/host-protocol.js";
import { LARGE_RESULT, PERSONA_FIELD, PROJECT_FIELD } from "./ask-tool.js";
import type { Backend } from "./backend.js";
import {
  type Addressee,
  asToolResult,
  readAddressee,
  readProjectRoot,
  type ToolSet,
  valueResult,
} from "./tool-call.js";

/** The tools around `askPersona`: list, status, memory and end. */
export function addSessionTools(server: McpServer, tools: ToolSet): void {
  addList(server, tools);
  addStatus(server, tools);
  addEnd(server, tools);
  addMemory(server, tools);
}

const ONLY_LOOKS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function addList(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "listPersonas",
    {
      title: "List the personas",
      description: "Lists the personas that askPersona can ask: the user's own and those of the project.",
      inputSchema: z.object({ projectRoot: PROJECT_FIELD }),
      outputSchema: z.object({ personas: z.array(PERSONA) }),
      annotations: ONLY_LOOKS,
    },
    (given) =>
      asToolResult(
        async () => {
          const personas = await backend.listPersonas(readProjectRoot(given.projectRoot, defaults));
          return valueResult({ personas: personas.map((persona) => PERSONA.parse(persona)) });
        },
        { log },
      ),
  );
}

const PERSONA = z.object({
  name: z.string(),
  description: z.string(),
  origin: z.enum(["global", "project", "both"]),
  problem: z.string().optional().describe("Why it cannot be asked."),
});

function addStatus(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "personaStatus",
    {
      title: "Show the personas' sessions",
      description: "Shows which personas have a session, what each does, and how many questions wait for it.",
      inputSchema: z.object({
        persona: z.string().optional().describe("Only those of this persona."),
        projectRoot: z
          .string()
          .optional()
          .describe("Only those in this project (an absolute path). Default: all."),
      }),
      outputSchema: z.object({ sessions: z.array(SESSION) }),
      annotations: ONLY_LOOKS,
    },
    ({ persona, projectRoot }) =>
      asToolResult(
        async () => {
          const project = projectRoot === undefined ? undefined : readProjectRoot(projectRoot, defaults);
          const sessions = (await backend.host.status()).filter(
            (session) =>
              (persona === undefined || session.persona === persona) &&
              (project === undefined || session.projectRoot === project),
          );
          return valueResult({ sessions: sessions.map((session) => SESSION.parse(session)) });
        },
        { log },
      ),
  );
}

const SESSION = z.object({
  persona: z.string(),
  projectRoot: z.string(),
  state: z.enum(["starting", "ready", "answering", "limited", "recovering"]),
  pid: z.number().optional(),
  sessionId: z.string().optional(),
  queued: z.number(),
  questions: z.number(),
  memoryMb: z.number().optional(),
  since: z.string(),
  idleSince: z.string().optional(),
});

function addEnd(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "endPersonaSession",
    {
      title: "End a persona's session",
      description:
        "Ends the session of a persona in a project, also in the middle of an answer. The next question starts a new one with a new conversation, which knows what the old one was asked. Works also if no session runs at the moment.",
      inputSchema: z.object({
        persona: z.string().optional().describe("The persona's name. Required unless all is true."),
        projectRoot: z
          .string()
          .optional()
          .describe("Absolute path. Default: this project with a persona, every project with all."),
        all: z.boolean().optional().describe("End the sessions of all personas."),
      }),
      outputSchema: z.object({ ended: z.number() }),
      annotations: { ...ONLY_LOOKS, readOnlyHint: false, destructiveHint: true },
    },
    ({ persona, projectRoot, all }) =>
      asToolResult(
        async () => {
          if ((persona === undefined) !== (all === true)) {
            throw new HostError({
              code: "BAD_REQUEST",
              message: "the call does not say which session to end",
              fix: "give either persona or all: true; personaStatus shows what runs",
            });
          }
          const which =
            persona === undefined
              ? projectRoot === undefined
                ? {}
                : { projectRoot: readProjectRoot(projectRoot, defaults) }
              : readAddressee({ persona, projectRoot }, defaults);
          return valueResult({ ended: await backend.host.end(which) });
        },
        { log },
      ),
  );
}

function addMemory(server: McpServer, { backend, defaults, log }: ToolSet): void {
  server.registerTool(
    "readPersonaMemory",
    {
      title: "Read a persona's memory",
      description:
        "Shows what a persona was asked in a project and what it answered, the newest first, without asking it again.",
      inputSchema: z.object({
        persona: PERSONA_FIELD,
        projectRoot: PROJECT_FIELD,
        search: z.string().optional().describe("Only exchanges that contain all of these words."),
        limit: z.int().min(1).max(100).optional().describe("How many at most. Default: 10."),
      }),
      outputSchema: z.object({ exchanges: z.array(EXCHANGE) }),
      annotations: ONLY_LOOKS,
      _meta: LARGE_RESULT,
    },
    (given) =>
      asToolResult(
        async () => {
          const addressee = readAddressee(given, defaults);
          const found = await backend.readMemory({
            ...addressee,
            search: given.search,
            most: given.limit ?? 10,
          });
          if (found.length === 0) await mustExist(addressee, backend);
          return valueResult({ exchanges: found.map((exchange) => EXCHANGE.parse(exchange)) });
        },
        { log },
      ),
  );
}

/** An empty memory is a result; an empty memory because of a typo is an error. */
async function mustExist({ persona, projectRoot }: Addressee, backend: Backend): Promise<void> {
  if ((await backend.findPersona(persona, projectRoot)) !== undefined) return;
  throw new HostError({
    code: "NO_SUCH_PERSONA",
    message: `there is no persona ${JSON.stringify(persona)} in ${projectRoot}`,
    fix: "listPersonas lists all personas",
  });
}

const EXCHANGE = z.object({
  timestamp: z.string(),
  question: z.string(),
  context: z.string().optional(),
  response: z.string(),
});
