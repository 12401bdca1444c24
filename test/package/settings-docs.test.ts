import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { settingRows } from "../../src/config/settings-table.js";

it("docs/SETTINGS.md has a row for every setting, as src/config/settings-table.ts describes it", () => {
  const lines = readFileSync("docs/SETTINGS.md", "utf8").split("\n");
  const [, , ...rows] = lines.filter((line) => line.startsWith("|"));
  // Backticks around words of the text are up to the page.
  const cells = rows.map((row) =>
    row
      .replaceAll("`", "")
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const expected = settingRows().map(([key, { option = "", default: fallback, help }]) => [
    key,
    option,
    fallback === null ? "" : Array.isArray(fallback) ? "[]" : String(fallback),
    help,
  ]);
  expect(cells).toEqual(expected);
});
