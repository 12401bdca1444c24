/** An MCP server with one tool, as a program: what it takes for Claude Code to offer `mcp__notes__add_note`. */
export const NOTES_SERVER = `import { createInterface } from "node:readline";

const tool = {
  name: "add_note",
  description: "Adds a note to the notebook.",
  inputSchema: { type: "object", properties: { title: { type: "string" } } },
};

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "notes", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": () => ({ content: [{ type: "text", text: "noted" }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
`;
