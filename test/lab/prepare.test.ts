import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

type ToolCommand = (root: string, command: string, args: readonly string[]) => [string, string[]];
const { toolCommand } = (await import(new URL("../../scripts/prepare.mjs", import.meta.url).href)) as {
  toolCommand: ToolCommand;
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cac test "));
});

afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ["vitest", "vitest", { vitest: "./vitest.mjs" }, "vitest.mjs"],
  ["prettier", "prettier", "./bin/prettier.cjs", "bin/prettier.cjs"],
  ["tsc", "typescript", { tsc: "bin/tsc", other: "bin/other" }, "bin/tsc"],
])("%s is run by this Node, without a shell that would split its path", (command, name, bin, script) => {
  const home = join(root, "node_modules", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name, bin }));
  expect(toolCommand(root, command, ["--out", "a b"])).toEqual([
    process.execPath,
    [join(home, script), "--out", "a b"],
  ]);
});
