import { Command } from "commander";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inParallel } from "../in-parallel.js";
import { exitOnSignals } from "../machine/left-behind.js";
import { CARRIED_SCENES, isCarried, type CarriedCell, type CarriedRow } from "./carried.js";
import { LIMIT_CASES, measure, type MatrixCell } from "./cell.js";
import { compatibilityPage, type MatrixRow } from "./page.js";
import { positiveInteger } from "../options.js";

// From the oldest that takes a subscriber's placeholder token to the newest measured, with every change of wording between.
const RELEASES = [
  "1.0.64",
  "1.0.89",
  "1.0.124",
  "2.0.26",
  "2.0.72",
  "2.1.32",
  "2.1.75",
  "2.1.148",
  "2.1.197",
  "2.1.234",
  "2.1.267",
  "2.1.300",
  "2.1.325",
];

const options = new Command("npm run lab:matrix --")
  .description(
    "Run releases of Claude Code into every kind of limit, have cac carry them on, and write docs/COMPATIBILITY.md.",
  )
  .option("-r, --release <version...>", "releases to run", RELEASES)
  .option("-o, --out <file>", "where the page goes", join("docs", "COMPATIBILITY.md"))
  .option("-j, --jobs <n>", "sessions at the same time", positiveInteger, 2)
  .addHelpText(
    "after",
    `
Examples:
  npm run lab:matrix
  npm run lab:matrix -- --release 2.1.325 2.1.300 --out /tmp/page.md`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ release: string[]; out: string; jobs: number }>();

exitOnSignals();
const cells = new Map<string, MatrixCell | { failed: string }>();
const runs = options.release.flatMap((release) => LIMIT_CASES.map((limitCase) => ({ release, limitCase })));
await inParallel(runs, options.jobs, async ({ release, limitCase }) => {
  const cell = await measure(release, limitCase).catch((error: unknown) => ({ failed: firstLine(error) }));
  cells.set(`${release} ${limitCase.name}`, cell);
  console.log(
    release,
    limitCase.name,
    "failed" in cell ? cell : [cell.screen, cell.bytes, cell.transcript, cell.state],
  );
});

// They wait for their reset most of the time.
const WAITING_AT_ONCE = 3;
const carriedCells = new Map<string, CarriedCell>();
const trips = options.release.flatMap((release) => CARRIED_SCENES.map((scene) => ({ release, scene })));
await inParallel(trips, options.jobs * WAITING_AT_ONCE, async ({ release, scene }) => {
  const cell = await scene.play(release).catch((error: unknown) => ({ failed: firstLine(error) }));
  carriedCells.set(`${release} ${scene.name}`, cell);
  console.log(release, scene.name, cell);
});

const rows: MatrixRow[] = options.release.map((release) => ({
  release,
  cells: LIMIT_CASES.map(({ name }) => cells.get(`${release} ${name}`) ?? { failed: "not run" }),
}));
const carried: CarriedRow[] = options.release.map((release) => ({
  release,
  cells: CARRIED_SCENES.map(({ name }) => carriedCells.get(`${release} ${name}`) ?? { failed: "not run" }),
}));
const measured = { cases: LIMIT_CASES, rows, scenes: CARRIED_SCENES, carried, at: new Date() };
await writeFile(options.out, compatibilityPage(measured));
console.log(`written: ${options.out}`);
const isRead = [...cells.values()].every((cell) => !("failed" in cell));
const isAllCarried = carried.every(({ cells }) =>
  cells.every((cell, index) => {
    const scene = CARRIED_SCENES[index];
    return scene !== undefined && isCarried(scene, cell);
  }),
);
process.exitCode = isRead && isAllCarried ? 0 : 1;

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
