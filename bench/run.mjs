/**
 * Runs the benches and prints their ratios: `node bench/run.mjs [name…]`, all of them without a name.
 * A bench is a file of this folder that exports `run()`, which resolves to rows of
 * `{ name, ratio | value, bar, ok, detail }` (or `note` for `detail`; `isLeast` where the bar is a floor).
 * Exits 1 where a bar is missed.
 */
import { readdirSync } from "node:fs";

const folder = new URL("./", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.slice(0, -".mjs".length));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(", ")}; there are: ${names.join(", ")}`);
  process.exit(2);
}

let missed = 0;
for (const name of asked.length > 0 ? asked : names) {
  const { run } = await import(new URL(`${name}.mjs`, folder).href);
  console.log(`\n${name}`);
  for (const row of await run()) {
    if (!row.ok) missed++;
    console.log(`  ${row.ok ? "ok    " : "MISSED"} ${columns(row)}`);
  }
}
process.exitCode = missed > 0 ? 1 : 0;

function columns({ name, ratio, value, bar, isLeast = false, note = "", detail = note }) {
  const measured = (ratio ?? value).toFixed(2).padStart(7);
  const wanted = bar === undefined ? "no bar" : `${isLeast ? ">=" : "<="} ${bar}`;
  return `${name.padEnd(38)} ${measured}  ${wanted.padEnd(7)} ${detail}`;
}
