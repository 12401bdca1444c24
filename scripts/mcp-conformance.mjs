// Holds `cac mcp --http` to the protocol's own conformance tool, for the scenarios that apply to it. The others want a
// server with the tool's own test tools. Wants a network for npx, and a build; the tool wants Node 22, which npx brings along.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

// The tool's own words for a check that calls a tool of a test server, `test_missing_capability`.
const NOT_TESTABLE = /^Not testable: server does not list the diagnostic tool/;

const TOOL = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

// Revisions of the protocol, each with what applies of it.
const SCENARIOS = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "http-header-validation",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "caching",
  ],
};

const home = mkdtempSync(join(tmpdir(), "cac-conformance-"));
const persona = join(home, ".config", "claude-auto-continue", "personas", "tester");
mkdirSync(persona, { recursive: true });
writeFileSync(join(persona, "CLAUDE.md"), "You are the tester. You find what breaks.\n");

const script = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const server = spawn(process.execPath, [script, "mcp", "--http", "--port", "0"], {
  cwd: home,
  env: { HOME: home, PATH: process.env.PATH },
  stdio: ["ignore", "pipe", "inherit"],
});
let failures = 0;
try {
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const url = new URL(/http:\S+?(?=;)/.exec((await lines.next()).value)[0]);
  const token = readFileSync(
    join(home, ".local", "state", "claude-auto-continue", "mcp-token"),
    "utf8",
  ).trim();
  const proxy = await tokenAdded(url, token);
  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) failures += await run(proxy.url, revision, scenario);
  }
  proxy.close();
} finally {
  server.kill("SIGTERM");
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** The tool has no token to send. Everything else passes as it came, Host and Origin too. */
function tokenAdded(target, token) {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const passed = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((resolve) => {
    proxy.listen(0, "127.0.0.1", () => {
      const close = () => {
        proxy.close();
        proxy.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${proxy.address().port}/mcp`, close });
    });
  });
}

/** Resolves to how many failed: 0 or 1. */
async function run(url, revision, scenario) {
  const own = process.env.CAC_CONFORMANCE?.split(" ");
  const [program, ...words] = own ?? ["npx", "--yes", "-p", "node@22", "-p", TOOL, "conformance"];
  const results = mkdtempSync(join(home, "results-"));
  const asked = ["--url", url, "--scenario", scenario, "--spec-version", revision, "--output-dir", results];
  const said = await new Promise((resolve) => {
    execFile(program, [...words, "server", ...asked], { timeout: 120_000 }, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
  const checks = readChecks(results);
  const failed = checks.filter(
    ({ status, errorMessage }) => status === "FAILURE" && !NOT_TESTABLE.test(errorMessage),
  );
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  const isGood = passed > 0 && failed.length === 0;
  process.stdout.write(`${isGood ? "passed" : "FAILED"}  ${revision}  ${scenario} (${passed} checks)\n`);
  if (isGood) return 0;
  for (const { id, errorMessage } of failed) process.stdout.write(`  ${id}: ${errorMessage}\n`);
  if (failed.length === 0) process.stdout.write(said);
  return 1;
}

/** None where the tool did not come so far. */
function readChecks(directory) {
  const file = readdirSync(directory, { recursive: true }).find((name) => basename(name) === "checks.json");
  return file === undefined ? [] : JSON.parse(readFileSync(join(directory, file), "utf8"));
}
