import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

const EVERYTHING =
  "cli mcp web daemon wrapper headless persona control delivery watch terminal session policy claude time config notify lab errors";
const EDGES = "delivery watch terminal notify control session policy claude time config errors";

/** What the files of each folder may import of ours; the lint rule must forbid the rest, and no more. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  claude: "claude",
  time: "time",
  policy: "policy claude",
  session: "session policy claude",
  config: "config policy claude errors",
  delivery: EDGES,
  watch: EDGES,
  terminal: EDGES,
  notify: EDGES,
  lab: "lab terminal watch claude time config errors",
  control: "control session policy claude time config errors",
  daemon: `daemon wrapper headless persona ${EDGES}`,
  wrapper: `daemon wrapper headless persona ${EDGES}`,
  headless: `daemon wrapper headless persona ${EDGES}`,
  persona: `daemon wrapper persona ${EDGES}`,
  mcp: `mcp web daemon wrapper persona ${EDGES}`,
  web: `mcp web daemon wrapper persona ${EDGES}`,
  cli: EVERYTHING,
};

/** Of Node's own modules, for folders that are pure: what only computes. */
const NODE_ALLOWED: Readonly<Record<string, string>> = {
  claude: "events string_decoder util path path/posix",
  policy: "path path/posix",
  session: "",
};
const NODE_TRIED =
  "events string_decoder util path path/posix fs fs/promises child_process net http https os process timers";

let tree: string;
let fired: Set<string>;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "boundaries-"));
  cpSync(".oxlintrc.json", join(tree, ".oxlintrc.json"));
  for (const from of Object.keys(MAY_IMPORT)) {
    for (const depth of ["", "deep/"]) {
      mkdirSync(join(tree, "src", from, depth), { recursive: true });
      const up = depth ? "../.." : "..";
      for (const to of EVERYTHING.split(" ")) {
        const target = to === "errors" ? `${up}/errors.js` : `${up}/${to}/thing.js`;
        write(`src/${from}/${depth}to-${to}.ts`, `export { thing } from "${target}";\n`);
        write(
          `src/${from}/${depth}type-${to}.ts`,
          `import type { Thing } from "${target}";\nexport type Same = Thing;\n`,
        );
        write(`src/${from}/${depth}late-${to}.ts`, `export const late = () => import("${target}");\n`);
      }
      for (const name of NODE_TRIED.split(" ")) {
        write(
          `src/${from}/${depth}node-${name.replace("/", "-")}.ts`,
          `export * as it from "node:${name}";\n`,
        );
      }
    }
  }
  fired = violations(tree);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("every folder of src/ has its rule", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))("%s may import: %s", (from, allowed) => {
  const forbidden = EVERYTHING.split(" ").filter((to) => !allowed.split(" ").includes(to));
  const expected = ["", "deep/"].flatMap((depth) =>
    ["to", "type", "late"].flatMap((how) => forbidden.map((to) => `src/${from}/${depth}${how}-${to}.ts`)),
  );
  const got = [...fired].filter((file) => file.startsWith(`src/${from}/`) && !file.includes("/node-"));
  expect(got.toSorted()).toEqual(expected.toSorted());
});

test.each(Object.keys(MAY_IMPORT))("%s and the modules of Node", (from) => {
  const allowed = NODE_ALLOWED[from] ?? NODE_TRIED;
  const forbidden = NODE_TRIED.split(" ").filter((name) => !allowed.split(" ").includes(name));
  const expected = ["", "deep/"].flatMap((depth) =>
    forbidden.map((name) => `src/${from}/${depth}node-${name.replace("/", "-")}.ts`),
  );
  const got = [...fired].filter((file) => file.startsWith(`src/${from}/`) && file.includes("/node-"));
  expect(got.toSorted()).toEqual(expected.toSorted());
});

function write(path: string, text: string): void {
  writeFileSync(join(tree, path), text);
}

/** The files in which the import rule fires; the linter exits with 1 where any rule does. */
function violations(cwd: string): Set<string> {
  const oxlint = join(process.cwd(), "node_modules", "oxlint", "bin", "oxlint");
  const args = [oxlint, "--format", "json", "--allow", "all", "src"];
  let output: string;
  try {
    output = execFileSync(process.execPath, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.filter(({ code }) => code === "eslint(no-restricted-imports)");
  return new Set(found.map(({ filename }) => filename.replaceAll("\\", "/")));
}
