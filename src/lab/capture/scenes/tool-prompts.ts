import type { Reply } from "../../api/reply.js";
import type { ApiRequest, Script } from "../../api/stand-in-api.js";
import { isAtLeast } from "../releases.js";
import type { Scene } from "../scene.js";
import type { Stage } from "../stage.js";

const DONE: Reply = { type: "text", text: "Done." };
const LINES = "rm -rf build\nmkdir build &&\n  touch build/a\n\necho done > out.txt";
const NOTEBOOK = JSON.stringify({
  cells: [
    {
      cell_type: "code",
      id: "c1",
      metadata: {},
      source: ["print(1)\n"],
      outputs: [],
      execution_count: null,
    },
  ],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
});

const AT_LENGTH = ", and this one is told about at such length that no row of the screen can hold it";
const TALL_FILE = Array.from(
  { length: 60 },
  (_, index) => `export const value${index} = ${index}; // one of many${index % 9 === 0 ? AT_LENGTH : ""}\n`,
).join("");

/** An MCP server with one tool, as a program: what it takes for Claude Code to offer `mcp__notes__add_note`. */
const NOTES_SERVER = `import { createInterface } from "node:readline";

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

/** Prompts of every tool that asks, and of the calls that are drawn in more than one way. */
export const TOOL_PROMPT_SCENES: readonly Scene[] = [
  asked("permission-lines", () => [bash(LINES, "Build anew")]),
  asked("permission-warned", () => [bash("echo $(rm -rf x) `ls`", "List what is left")]),
  asked("permission-tall", () => [
    bash(Array.from({ length: 60 }, (_, index) => `rm -rf build${index}`).join("\n"), "Remove them all"),
  ]),
  asked("permission-here-document", () => [
    bash(`git commit -m "$(cat <<'EOF'\nfix: the parser\n\nIt skips blank lines.\nEOF\n)"`, "Commit"),
  ]),
  {
    // A title for the window, as far as the terminal can tell: what is in it is not drawn.
    ...asked("permission-disguised", () => [bash("ls -la \u001b]0;; rm -rf important #\u0007", "List all")]),
    absentIn: (release) =>
      isBefore(release, "2.1.197") ? undefined : "commands with control characters are refused by 2.1.197",
  },
  asked("permission-overwrite", (project) => {
    const file_path = `${project}/src/deep/inner.ts`;
    return [call("Read", { file_path }), call("Write", { file_path, content: "const a = 2;\n" })];
  }),
  asked("permission-tall-file", (project) => [
    call("Write", { file_path: `${project}/values.ts`, content: TALL_FILE }),
  ]),
  asked("permission-long-path", (project) => {
    const file_path = `${project}/src/${"a-directory-with-a-long-name/".repeat(5)}file.ts`;
    return [call("Write", { file_path, content: "const a = 2;\n" })];
  }),
  asked("permission-notebook", (project) => [
    call("Read", { file_path: `${project}/n.ipynb` }),
    call("NotebookEdit", { notebook_path: `${project}/n.ipynb`, cell_id: "c1", new_source: "print(2)\n" }),
  ]),
  asked("permission-read-outside", () => [call("Read", { file_path: "/etc/hostname" })]),
  {
    ...asked("permission-glob-outside", () => [call("Glob", { pattern: "*.conf", path: "/etc" })]),
    absentIn: (release) => (isBefore(release, "2.1.197") ? undefined : "the Glob tool is gone by 2.1.197"),
  },
  asked("permission-mcp", () => [
    call("mcp__notes__add_note", {
      title: "Shopping",
      text: "milk and\nbread",
      tags: ["a", "b"],
      pinned: true,
    }),
  ]),
  {
    ...asked("permission-search", () => [
      call("WebSearch", { query: "how to skip blank lines", allowed_domains: ["example.com"] }),
    ]),
    absentIn: (release) => (isBefore(release, "2.0.72") ? "1.0.64 searches the web unasked" : undefined),
  },
  {
    ...asked("permission-skill", () => [call("Skill", { skill: "tidy" })]),
    absentIn: (release) => (release === "2.0.72" ? undefined : "only 2.0 asks before it uses a skill"),
  },
  {
    ...asked("permission-subagent", () => []),
    async play(stage) {
      stage.api.script = subagentScript(stage.isAtLeast("2.1.75") ? "Agent" : "Task");
      return ask(stage);
    },
  },
  {
    ...asked("permission-second-of-two", () => []),
    async play(stage) {
      const second = { command: "rm -rf two", description: "Remove the second" };
      const both = { ...bash("rm -rf one", "Remove the first"), also: [{ name: "Bash", input: second }] };
      stage.answerWith(both, DONE);
      await ask(stage);
      await stage.keys("enter");
      await stage.show(/Remove the second[^]*Do you want to/);
      return { state: "permission" };
    },
  },
];

function asked(
  name: string,
  replies: (project: string) => readonly Extract<Reply, { type: "toolUse" }>[],
): Scene {
  return {
    name,
    args: ["--permission-mode", "default", "--mcp-config", "mcp.json"],
    files: {
      "n.ipynb": NOTEBOOK,
      "src/deep/inner.ts": "const a = 1;\n",
      "mcp.json": JSON.stringify({
        mcpServers: { notes: { command: "node", args: ["notes-server.mjs"] } },
      }),
      "notes-server.mjs": NOTES_SERVER,
      ".claude/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.\n",
    },
    async play(stage) {
      const [first = DONE, ...rest] = replies(stage.session.home.project);
      stage.answerWith(first, ...rest, DONE);
      return ask(stage);
    },
  };
}

async function ask(stage: Stage): Promise<{ readonly state: "permission" }> {
  await stage.ready();
  await stage.prompt("go ahead");
  await stage.show(/Do you want to [^]*❯ 1\. Yes/);
  return { state: "permission" };
}

/** The main thread calls the agent, the agent a command; what comes after has the result of a call in it. */
function subagentScript(tool: string): Script {
  let step = 0;
  return (request: ApiRequest) => {
    if (JSON.stringify(request.body).includes('"tool_result"')) return DONE;
    const agent = { description: "Clean up", prompt: "clean up", subagent_type: "general-purpose" };
    return step++ === 0 ? call(tool, agent) : bash("rm -rf sub", "Remove what the agent left");
  };
}

function call(name: string, input: object) {
  return { type: "toolUse", name, input } as const;
}

function bash(command: string, description: string) {
  return call("Bash", { command, description });
}

function isBefore(release: string, other: string): boolean {
  return !isAtLeast(release, other);
}
