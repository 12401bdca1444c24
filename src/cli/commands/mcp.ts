import { writeFileSync } from "node:fs";

import { InvalidArgumentError, type Command } from "commander";

import { stateDir, surroundings, type Surroundings } from "../../host/paths.js";
import { shellWord } from "../../host/shell-word.js";
import { ownProgram } from "../../launch/own-program.js";
import { UserError } from "../../errors.js";
import { readCallDefaults } from "../../mcp/tool-call.js";
import type { HttpOptions } from "../../mcp/http.js";
import { personaBackend } from "../../mcp/backend.js";
import { newPersonaServer } from "../../mcp/server.js";
import type { StdioOptions } from "../../mcp/stdio.js";
import { HostClient } from "../../persona/host/host-client.js";
import { LISTED_VARIABLE } from "../../launch/fresh-environment.js";
import { ownVersion } from "../version.js";

const EXAMPLES = `
Tools: askPersona, listPersonas, personaStatus, endPersonaSession, readPersonaMemory. Personas are also resources
(persona://NAME) and prompts (in Claude Code: /mcp__personas__NAME). The sessions belong to a separate host process:
they outlive this server, and several servers share them.

Over HTTP it listens on 127.0.0.1 only, and serves clients that send its token. The token is created once and kept in a
file that only you can read; its name is printed. Delete the file to get a new token. Claude Code runs cac mcp --headers
to get it when it connects (2.0.72 and later), so the token appears in no command line that ps would show.

Claude Code hides CLAUDE_CODE_OAUTH_TOKEN from the servers that it starts (2.1.197, 2.1.325). If you log in with that
variable, ask a persona once from a terminal that has it: cac persona ask NAME hello. With /login you need not.

Examples:
  claude mcp add personas -- cac mcp           let Claude Code ask your personas, in this project
  claude mcp add --scope user personas -- cac mcp
                                               in all projects
  cac mcp --http                               over HTTP, for clients that cannot start programs
  cac mcp --http --port 8123
  cac mcp --headers                            print the header with the token, as JSON
  cac -- mcp list                              Claude Code's own mcp command
`;

interface McpOptions {
  readonly http?: true;
  readonly headers?: true;
  readonly port?: number;
}

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("serve the personas over MCP, on standard input and output")
    .argument("[words...]")
    .option("--http", "serve over Streamable HTTP on 127.0.0.1 instead")
    .option("--headers", "print the header with the token that an HTTP client sends")
    .option("--port <n>", `the port to listen on (default ${DEFAULT_PORT}; 0: any free port)`, parsePort)
    .addHelpText("after", EXAMPLES)
    .action(mcp);
}

const DEFAULT_PORT = 7325;

/** Runs until the client disconnects or a signal ends it. */
async function mcp(words: readonly string[], options: McpOptions): Promise<void> {
  if (words.length > 0) {
    throw new UserError("NO_SUCH_ARGUMENT", `cac mcp takes no argument ${JSON.stringify(words[0])}`, {
      fix: `for Claude Code's own command: cac -- mcp ${words.map(shellWord).join(" ")}`,
      exitCode: 2,
    });
  }
  if (options.port !== undefined && !options.http) {
    throw new UserError("NO_HTTP", "--port needs --http", { fix: "cac mcp --http --port N", exitCode: 2 });
  }
  const where = surroundings();
  if (options.headers) return printHeaders(where);
  const host = new HostClient({ where, program: ownProgram(where) });
  const tools = {
    backend: personaBackend(host, where),
    defaults: readCallDefaults(where, process.cwd()),
    log,
  };
  const version = ownVersion();
  const newServer = () => newPersonaServer(tools, { version });
  const ending = new AbortController();
  // A second signal has its default effect, in case the first is not enough.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  const served = { newServer, log, signal: ending.signal };
  try {
    if (options.http) await overHttp({ ...served, port: options.port ?? DEFAULT_PORT, where });
    else await overStdio({ ...served, onListed: () => tellListed(where) });
  } finally {
    host.close();
  }
}

/** Tells the host whose session started this server: the host asks nothing before. */
function tellListed({ env }: Surroundings): void {
  const file = env[LISTED_VARIABLE];
  if (file === undefined) return;
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  } catch {
    // The file is already there, or the session is over and nobody waits.
  }
}

/** Standard output belongs to the protocol. */
function log(text: string): void {
  process.stderr.write(`cac mcp: ${text}\n`);
}

async function overStdio(served: Omit<StdioOptions, "stdin" | "stdout">): Promise<void> {
  const { serveOverStdio } = await import("../../mcp/stdio.js");
  await serveOverStdio({ ...served, stdin: process.stdin, stdout: process.stdout });
}

/** For Claude Code's `headersHelper`. */
async function printHeaders(where: Surroundings): Promise<void> {
  const { keptToken } = await import("../../mcp/token.js");
  const { token } = await keptToken(stateDir(where));
  process.stdout.write(`${JSON.stringify({ Authorization: `Bearer ${token}` })}\n`);
}

interface HttpCall extends Omit<HttpOptions, "token"> {
  readonly signal: AbortSignal;
  readonly where: Surroundings;
}

async function overHttp({ newServer, log, port, signal, where }: HttpCall): Promise<void> {
  const [{ keptToken }, { serveOverHttp }] = await Promise.all([
    import("../../mcp/token.js"),
    import("../../mcp/http.js"),
  ]);
  const { token, file } = await keptToken(stateDir(where));
  const server = await serveOverHttp({ newServer, port, token, log });
  // Without the token, which would appear in the arguments of a process and perhaps in logs.
  const entry = { type: "http", url: server.url, headersHelper: "cac mcp --headers" };
  process.stdout.write(
    [
      `listening at ${server.url}; Ctrl+C ends it`,
      `the token is in ${file}`,
      `claude mcp add-json personas ${shellWord(JSON.stringify(entry))}`,
      "",
    ].join("\n"),
  );
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("give a number from 0 to 65535");
  }
  return port;
}
