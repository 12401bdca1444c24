// `npm test`: everything, from a fresh clone with only Node and npm. Arguments go to vitest: npm test -- test/config
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
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
const stuckFiles = join(import.meta.dirname, "stuck-files.mjs");
const reporters = ["default", "json", stuckFiles].map((name) => `--reporter=${name}`);
reporters.push(`--outputFile.json=${report}`);
// Those that take many minutes are a command of their own: npm run test:long.
const projects = ["--project", "unit", "--project", "reality"];
tool("tests", "vitest", ["run", ...projects, ...reporters, ...process.argv.slice(2)], summary);
console.log(summary());
if (process.env["npm_lifecycle_event"] === "test:times") recordTimes();

/** "12 passed, 0 failed", or nothing where the tests did not get so far. */
function summary() {
  if (!existsSync(report)) return "";
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, "utf8"));
  return `\n${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ""}`;
}

/** The longer files of this run; vitest.config.ts has them started first. */
function recordTimes() {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const root = dirname(import.meta.dirname);
  const seconds = testResults
    .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1000)])
    .filter(([, taken]) => taken >= 5)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    join(root, "test/file-times.json"),
    `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`,
  );
}
