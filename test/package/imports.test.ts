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

const IMPORTS = importsBelow("src");

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

/** Static, dynamic and type imports, and re-exports. */
function importsBelow(root: string): readonly Import[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"));
  return files.flatMap((from) => {
    const text = readFileSync(posix.join(root, from), "utf8");
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
