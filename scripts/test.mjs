// `npm test`: everything, from a fresh clone with only Node and npm. Arguments go to vitest: npm test -- test/config
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, tool, tools } from "./prepare.mjs";

const reports = mkdtempSync(join(tmpdir(), "cac-test-"));
const report = join(reports, "vitest.json");
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

prepare();
await tools([
  // The slowest first: it uses one core.
  ["format", "prettier", ["--check", "--log-level", "warn", "."]],
  ["types", "tsc", ["--noEmit"]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["unused", "knip", []],
  ["package", "publint", ["--strict"]],
]);
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
// Those that take many minutes are a command of their own: npm run test:long.
const projects = ["--project", "unit", "--project", "reality"];
tool("tests", "vitest", ["run", ...projects, ...reporters, ...process.argv.slice(2)], summary);
console.log(summary());

/** "12 passed, 0 failed", or nothing where the tests did not get so far. */
function summary() {
  if (!existsSync(report)) return "";
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
  return `\n${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ""}`;
}
