// What both first commands share: the packages are there, and a step is run to its end. Needs no package itself.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";

/** Installs what package-lock.json asks for and builds, where the one or the other is due. */
export function prepare() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19) || major === 21) {
    fail(`Node ${process.versions.node} does not do: it takes 20.19 or newer of Node 20, or 22 and newer`);
  }
  // npm is a .cmd file on Windows, which only a shell starts. No path is handed to it, so nothing needs quotes.
  if (!isInstalled()) step("install", windows ? "npm ci" : "npm", windows ? [] : ["ci"], { shell: windows });
  // What is left of a source file that is gone would be packed and tested too.
  rmSync(join(root, "dist"), { recursive: true, force: true });
  tool("build", "tsc", ["-p", "tsconfig.build.json"]);
  step("bundle", process.execPath, [join(root, "scripts", "bundle.mjs")]);
}

/** Runs a command of a package as a step. */
export function tool(name, command, args, explain) {
  step(name, ...toolCommand(root, command, args), { explain });
}

/**
 * The package's own script, run by this Node: no shell and no .cmd file, so that a blank in a path means nothing,
 * on Windows too.
 */
export function toolCommand(root, command, args) {
  const home = join(root, "node_modules", PACKAGES[command] ?? command);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return [process.execPath, [join(home, typeof bin === "string" ? bin : bin[command]), ...args]];
}

// Those that are not named like their command.
const PACKAGES = { tsc: "typescript" };

/** Runs commands of packages side by side, each as a step; what one says is shown when it is over. */
export async function tools(steps) {
  const start = performance.now();
  const ends = steps.map(async ([name, command, args]) => {
    const [program, words] = toolCommand(root, command, args);
    const { says, ...end } = await run(program, words);
    console.log(`\n== ${name}\n${says.trimEnd()}`);
    return report(name, [program, ...words], start, end);
  });
  const troubles = (await Promise.all(ends)).filter((trouble) => trouble !== undefined);
  if (troubles.length > 0) fail(troubles.join("\n"));
}

/** Runs one step to its end; the first that fails ends everything. */
export function step(name, command, args, { explain = () => "", shell = false } = {}) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const end = spawnSync(command, args, { cwd: root, stdio: "inherit", shell });
  const trouble = report(name, [command, ...args], start, end);
  if (trouble === undefined) return;
  const outcome = explain();
  if (outcome) console.log(outcome);
  fail(trouble);
}

/** Says that it is over; returns what is wrong, if anything is. */
function report(name, words, start, { status, signal, error }) {
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  if (status === 0) {
    console.log(`== ${name}: ok, ${seconds}`);
    return undefined;
  }
  const how = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`);
  return `${name} failed after ${seconds} (${how}): ${words.map((word) => word.replace(root, ".")).join(" ")}`;
}

function run(command, args) {
  return new Promise((resolve) => {
    let says = "";
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (says += text));
    child.once("error", (error) => resolve({ says, status: null, signal: null, error }));
    child.once("close", (status, signal) => resolve({ says, status, signal }));
  });
}

/** Whether node_modules holds what package-lock.json asks for. npm notes what it installed in a lock file of its own. */
function isInstalled() {
  const noted = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(noted)) return false;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const there = packagesOf(noted);
  const missing = Object.entries(wanted).filter(([path, entry]) => {
    // Packages for other systems are wanted, but not installed.
    if (path === "" || (entry.optional && !there[path])) return false;
    return there[path]?.version !== entry.version || !existsSync(join(root, path, "package.json"));
  });
  return missing.length === 0 && Object.keys(there).every((path) => path in wanted);
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

export function fail(message) {
  console.error(`\nnpm ${process.env["npm_lifecycle_event"] ?? "run"}: ${message}`);
  process.exit(1);
}
