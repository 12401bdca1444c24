import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

import { expect, test } from "vitest";

const PURE = ["session", "policy", "claude"];
const TOOLS = ["terminal", "notify", "time", "config", "store", "host"];
const REACH = ["launch", "discover", "transport"];
const PRODUCTS = ["wrapper", "daemon", "persona", "headless"];
const BELOW_PRODUCTS = ["driver", ...REACH, ...TOOLS, ...PURE];

/**
 * What each folder of src/ may import. docs/ARCHITECTURE.md has the picture: a folder imports those below it, and beside it only
 * those that are named here.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  claude: [],
  policy: ["claude"],
  session: ["policy", "claude"],
  host: PURE,
  store: ["host", ...PURE],
  config: ["store", "host", ...PURE],
  time: PURE,
  notify: PURE,
  terminal: PURE,
  transport: [...TOOLS, ...PURE],
  discover: ["transport", ...TOOLS, ...PURE],
  launch: ["discover", "transport", ...TOOLS, ...PURE],
  driver: [...REACH, ...TOOLS, ...PURE],
  headless: BELOW_PRODUCTS,
  wrapper: BELOW_PRODUCTS,
  daemon: ["headless", ...BELOW_PRODUCTS],
  persona: BELOW_PRODUCTS,
  hub: [...PRODUCTS, ...BELOW_PRODUCTS],
  install: ["hub", ...PRODUCTS, ...BELOW_PRODUCTS],
  mcp: ["hub", ...PRODUCTS, ...BELOW_PRODUCTS],
  cli: ["mcp", "install", "hub", ...PRODUCTS, ...BELOW_PRODUCTS],
};

/** Node's own modules for folders that are pure: those that only compute. */
const COMPUTING: Readonly<Record<string, readonly string[]>> = {
  claude: ["events", "string_decoder", "util", "path", "path/posix"],
  policy: ["path", "path/posix"],
  session: [],
};

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The file below src/, for one of ours. */
  readonly file: string | undefined;
}

/** Every file of src/, by its path below it. */
const FILES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"));
const IMPORTS = readImports();

/** Files with more than 400 lines. */
const MORE_LINES: Readonly<Record<string, number>> = {
  // A table: the options of programs, one in a line.
  "policy/programs/files/files.ts": 420,
};

test("every folder of src/ has its line", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => name !== "lab" && !(name in MAY_IMPORT))).toEqual(
    [],
  );
});

test("a folder imports only what lies below it", () => {
  const wrong: string[] = [];
  for (const { from, file } of IMPORTS) {
    if (file === undefined) continue;
    const [here, there] = [folderOf(from), folderOf(file)];
    if (here === there || here === "lab" || here === "" || there === "") continue;
    // The demo is the one command that plays in the lab.
    if (there === "lab" && /^cli\/(?:commands\/)?demo\.ts$/.test(from)) continue;
    if (MAY_IMPORT[here]?.includes(there) !== true) wrong.push(`${from} imports ${file}`);
  }
  expect(wrong).toEqual([]);
});

test.each(Object.entries(COMPUTING))("%s/ is pure: of Node it imports only %s", (folder, allowed) => {
  const others = IMPORTS.filter(
    ({ from, specifier }) =>
      folderOf(from) === folder && specifier.startsWith("node:") && !allowed.includes(specifier.slice(5)),
  );
  expect(others).toEqual([]);
});

test("no folder of src/ imports another that imports it, directly or through others", () => {
  const imported = new Map<string, Set<string>>();
  for (const { from, file } of IMPORTS) {
    // What lies in src/ itself counts file by file: src/errors.ts is below all, src/index.ts above.
    const [here, there] = [folderOf(from) || from, file === undefined ? undefined : folderOf(file) || file];
    if (there === undefined || here === there) continue;
    imported.set(here, (imported.get(here) ?? new Set<string>()).add(there));
  }
  const reaches = (from: string): Set<string> => {
    const found = new Set(imported.get(from));
    for (const folder of found) for (const next of imported.get(folder) ?? []) found.add(next);
    return found;
  };
  expect([...imported.keys()].filter((folder) => reaches(folder).has(folder))).toEqual([]);
});

test("a folder of src/ holds at most 20 files", () => {
  const counts = new Map<string, number>();
  for (const file of FILES) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

test("a file of src/ has at most 400 lines", () => {
  const longer = FILES.filter((file) => {
    const lines = readFileSync(posix.join("src", file), "utf8").split("\n").length - 1;
    return lines > (MORE_LINES[file] ?? 400);
  });
  expect(longer).toEqual([]);
});

/** Static, dynamic and type imports, and re-exports. */
function readImports(): readonly Import[] {
  return FILES.flatMap((from) => {
    const text = readFileSync(posix.join("src", from), "utf8");
    const specifiers = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)"([^"\n]+)"/gm);
    return Array.from(specifiers, ([, specifier = ""]) => ({
      from,
      specifier,
      file: specifier.startsWith(".")
        ? posix.join(posix.dirname(from), specifier).replace(/\.js$/, ".ts")
        : undefined,
    }));
  });
}

function folderOf(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? "") : "";
}
