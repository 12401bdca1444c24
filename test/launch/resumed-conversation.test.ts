import { expect, it } from "vitest";

import { resumedConversation } from "../../src/claude/hooks/command-line.js";

const ID = "0b0c1d2e-3f40-4152-a637-48596a7b8c9d";

it.each([
  [["claude", "--resume", ID], ID],
  [["claude", "--model", "opus", "-r", ID, "go on"], ID],
  [["claude", `--resume=${ID}`], ID],
  [["claude", "--resume"], undefined],
  [["claude", "--resume", "the one with the tests"], undefined],
  [["claude", "-c"], undefined],
  [["claude", ID], undefined],
])("%j", (command, id) => {
  expect(resumedConversation(command)).toBe(id);
});
