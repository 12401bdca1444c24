import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";

import { UserError } from "../errors.js";
import { isPersonaName } from "../persona/definition/persona.js";
import { addAskTool } from "./ask-tool.js";
import { addSessionTools } from "./session-tools.js";
import type { ToolSet } from "./tool-call.js";

const INSTRUCTIONS = `Personas are other, real Claude Code sessions with an identity and a memory of their own: a reviewer, an architect, a tester. listPersonas lists them; askPersona asks one and returns its answer word for word. A persona does not see this conversation: put what it needs to know into context. An error says how to fix it.`;

/**
 * A server for one connection, or over HTTP for one request. It has no state: all servers use the same backend, and that uses
 * the user's one host.
 */
export function newPersonaServer(tools: ToolSet, { version }: { version: string }): McpServer {
  const server = new McpServer(
    { name: "claude-auto-continue", title: "Personas", version },
    // Tools never change. Clients are not told of new personas: each list is read again.
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
    },
  );
  addAskTool(server, tools);
  addSessionTools(server, tools);
  addPersonaResources(server, tools);
  addPersonaPrompts(server, tools);
  return server;
}

/** The personas of this project that can be asked. */
async function usablePersonas({ backend, defaults }: ToolSet) {
  const personas = await backend.listPersonas(defaults.projectRoot);
  return personas.filter(({ problem }) => problem === undefined);
}

/** Every persona of this project as a resource, `persona://NAME`: its identity, as its session gets it. */
function addPersonaResources(server: McpServer, tools: ToolSet): void {
  const { backend, defaults } = tools;
  const template = new ResourceTemplate("persona://{name}", {
    list: async () => ({
      resources: (await usablePersonas(tools)).map(({ name, description }) => ({
        uri: `persona://${name}`,
        name,
        description,
        mimeType: "text/markdown",
      })),
    }),
    complete: {
      name: async (begun) =>
        (await usablePersonas(tools)).map(({ name }) => name).filter((name) => name.startsWith(begun)),
    },
  });
  server.registerResource(
    "persona",
    template,
    { title: "A persona", description: "Who the persona is", mimeType: "text/markdown" },
    async (uri, { name }) => {
      const persona =
        typeof name === "string" && isPersonaName(name)
          ? await backend.findPersona(name, defaults.projectRoot).catch(withItsFix)
          : undefined;
      if (persona === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: persona.identity }] };
    },
  );
}

/** Of an error, the protocol passes on only the message. */
function withItsFix(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}; fix: ${error.fix}`);
}

/**
 * Every persona of this project as a prompt: in Claude Code `/mcp__personas__NAME`, which makes the session consult it.
 * Not registered one by one, because personas come and go: each request reads the list again.
 */
function addPersonaPrompts({ server }: McpServer, tools: ToolSet): void {
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await usablePersonas(tools)).map(({ name, description }) => ({
      name,
      title: `Consult ${name}`,
      description,
      arguments: [ABOUT],
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const found = (await usablePersonas(tools)).find(({ name }) => name === params.name);
    if (found === undefined) {
      const shown = JSON.stringify(params.name);
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no persona ${shown}; cac persona list shows them`,
      );
    }
    const text = consult(found.name, params.arguments?.[ABOUT.name]);
    return { description: found.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

/** Claude Code splits what follows the command at its spaces, and passes one word for each argument (2.1.325). */
const ABOUT = {
  name: "about",
  description: "What to ask about: a file, a directory, one word. Default: what is being worked on",
  required: false,
};

function consult(name: string, about: string | undefined): string {
  const subject = about?.trim() ? about.trim() : "what we are working on";
  return `Consult the persona "${name}" with the tool askPersona about ${subject}. Put into context what it needs to know and cannot find in the project, for it does not see this conversation. Then tell me what it said, and where you see it differently.`;
}
