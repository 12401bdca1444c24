import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { withTables } from "../../src/lab/approval-table.js";

it("docs/APPROVAL.md has the tables of today's descriptions (else: npm run docs:approval)", () => {
  const page = readFileSync("docs/APPROVAL.md", "utf8");
  expect(page).toBe(withTables(page));
});
