import { McpServer } from "@modelcontextprotocol/server";

import { addAskTool } from "./ask-tool.js";
import { addPersonaPrompts } from "./persona-prompts.js";
import { addPersonaResources } from "./persona-resources.js";
import { addSessionTools } from "./session-tools.js";
import type { ToolSet } from "./tool-set.js";

const INSTRUCTIONS = `Personas are other, real Claude Code sessions with an identity and a memory of their own: a reviewer, an architect, a tester. listPersonas shows whom there is; askPersona asks one and returns its answer word for word. A persona does not see this conversation: put what it needs to know into context. An error says how to fix it.`;

/**
 * A server for one connection, or over HTTP for one request. It holds nothing itself: all of them work on the same
 * backend, and that on the one host of the user's.
 */
export function newPersonaServer(tools: ToolSet, { version }: { version: string }): McpServer {
  const server = new McpServer(
    { name: "claude-auto-continue", title: "Personas", version },
    // Tools stay what they are; of personas that come and go nobody is told, they are listed anew when asked for.
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
