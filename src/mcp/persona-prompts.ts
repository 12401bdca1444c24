import { ProtocolError, ProtocolErrorCode, type McpServer } from "@modelcontextprotocol/server";

import type { ToolSet } from "./tool-set.js";

/**
 * Every persona of this project as a prompt: in Claude Code `/mcp__personas__NAME`, which has the session consult it.
 * Not registered one by one: the list is read anew each time it is asked for, as personas come and go.
 */
export function addPersonaPrompts({ server }: McpServer, { backend, defaults }: ToolSet): void {
  const usable = async () => {
    const personas = await backend.listPersonas(defaults.projectRoot);
    return personas.filter(({ problem }) => problem === undefined);
  };
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await usable()).map(({ name, description }) => ({
      name,
      title: `Consult ${name}`,
      description,
      arguments: [ABOUT],
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const found = (await usable()).find(({ name }) => name === params.name);
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

/** Claude Code splits what follows the command at its spaces and passes on a word for each argument (2.1.325). */
const ABOUT = {
  name: "about",
  description: "What to ask about: a file, a directory, one word. Default: what is being worked on",
  required: false,
};

function consult(name: string, about: string | undefined): string {
  const subject = about?.trim() ? about.trim() : "what we are working on";
  return `Consult the persona "${name}" with the tool askPersona about ${subject}. Put into context what it needs to know and cannot find in the project, for it does not see this conversation. Then tell me what it said, and where you see it differently.`;
}
