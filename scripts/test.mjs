// `npm test`: everything, from a fresh clone with only Node and npm. Needs no package before `npm ci` has run.
// Arguments go to vitest: npm test -- test/config
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed`);
}

const reports = mkdtempSync(join(tmpdir(), "cac-test-"));
const report = join(reports, "vitest.json");
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

if (!isInstalled()) step("install", "npm", ["ci"]);
// What is left of a source file that is gone would be packed and tested too.
rmSync(join(root, "dist"), { recursive: true, force: true });
step("build", bin("tsc"), ["-p", "tsconfig.build.json"]);
step("types", bin("tsc"), ["--noEmit"]);
step("lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]);
step("format", bin("prettier"), ["--check", "--log-level", "warn", "."]);
step("unused", bin("knip"), []);
step("package", bin("publint"), ["--strict"]);
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
step("tests", bin("vitest"), ["run", ...reporters, ...process.argv.slice(2)], summary);
console.log(summary());

/** Runs one step to its end; the first that fails ends everything. */
function step(name, command, args, explain = () => "") {
  console.log(`\n== ${name}`);
  const start = performance.now();
  // npm and the commands of packages are .cmd files on Windows, which only a shell starts.
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: windows });
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  if (status === 0) {
    console.log(`== ${name}: ok, ${seconds}`);
    return;
  }
  const how = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`);
  const outcome = explain();
  if (outcome) console.log(outcome);
  fail(`${name} failed after ${seconds} (${how}): ${[command.replace(root, "."), ...args].join(" ")}`);
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

function bin(name) {
  return join(root, "node_modules", ".bin", windows ? `${name}.cmd` : name);
}

/** "12 passed, 0 failed", or nothing where the tests did not get so far. */
function summary() {
  if (!existsSync(report)) return "";
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
  return `\n${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ""}`;
}

function fail(message) {
  console.error(`\nnpm test: ${message}`);
  process.exit(1);
}
