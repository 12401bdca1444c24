import { expect, test } from "vitest";

import { readPolicy } from "../../src/policy/rules/read-policy.js";

const NONE = { mode: "all", allow: [], ask: [], deny: [], without: [] } as const;

test("rules are read, in their order", () => {
  const policy = readPolicy({
    ...NONE,
    allow: ["Edit", " Bash(ls *) "],
    deny: ["WebFetch"],
    without: ["sudo"],
  });
  expect(policy).toEqual({
    mode: "all",
    allow: [
      { text: "Edit", tool: "Edit", specifier: undefined },
      { text: "Bash(ls *)", tool: "Bash", specifier: "ls *" },
    ],
    ask: [],
    deny: [{ text: "WebFetch", tool: "WebFetch", specifier: undefined }],
    without: ["sudo"],
  });
});

test("without a rule that holds something back, nothing is approved", () => {
  expect(readPolicy({ ...NONE, deny: ["Bash("] }).mode).toBe("off");
  expect(readPolicy({ ...NONE, ask: ["Bash", "("] }).mode).toBe("off");
  expect(readPolicy({ ...NONE, allow: ["Bash(", "Edit"] })).toMatchObject({
    mode: "all",
    allow: [{ tool: "Edit" }],
  });
});
