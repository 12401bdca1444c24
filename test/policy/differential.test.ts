import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ensurePrograms } from "../../src/lab/machine/ensure-programs.js";
import { readCommand } from "../../src/policy/shell/read-command.js";
import { stubCommand } from "./stub-commands.js";
import { StubShell } from "./stub-shell.js";
import { unforeseen } from "./unforeseen.js";

let shell: StubShell | undefined;
beforeAll(() => {
  ensurePrograms({ zsh: "zsh" });
  shell = new StubShell();
});
afterAll(() => shell?.end());

// The shells themselves know best; stubs write down how they were called.
describe.skipIf(process.platform === "win32")("a command that is read in full", () => {
  it(
    "runs nothing and writes nothing in a real bash or zsh that is not among its parts",
    { timeout: 240_000 },
    async () => {
      let read = 0;
      let ran = 0;
      const either = fc.constantFrom("bash" as const, "zsh" as const);
      const property = fc.asyncProperty(either, stubCommand, async (name, command) => {
        const run = await shell?.run(name, command);
        if (run === undefined) return;
        const parts = readCommand(command, { cwd: run.cwd, home: run.home, entries: () => undefined });
        if (!parts.ok) return;
        read++;
        ran += run.ran.length;
        expect({ name, command, unforeseen: unforeseen(run, parts.parts) }).toEqual({
          name,
          command,
          unforeseen: [],
        });
      });
      await fc.assert(property, { numRuns: 500 });
      expect({ read: read > 100, ran: ran > 120 }).toEqual({ read: true, ran: true });
    },
  );
});
