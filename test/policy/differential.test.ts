import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";

import { readCommand } from "../../src/policy/read-command.js";
import { stubCommand } from "./stub-commands.js";
import { StubShell } from "./stub-shell.js";
import { unforeseen } from "./unforeseen.js";

const shell = new StubShell();
afterAll(() => shell.end());

// The one test that knows better than we do: bash itself, with stubs that write down how they were called.
describe.skipIf(process.platform === "win32")("a command that is read in full", () => {
  it(
    "runs nothing and writes nothing in a real bash that is not among its parts",
    { timeout: 240_000 },
    async () => {
      let read = 0;
      let ran = 0;
      const property = fc.asyncProperty(stubCommand, async (command) => {
        const run = await shell.run(command);
        const parts = readCommand(command, { cwd: run.cwd, home: run.home });
        if (!parts.ok) return;
        read++;
        ran += run.ran.length;
        expect({ command, unforeseen: unforeseen(run, parts.parts) }).toEqual({ command, unforeseen: [] });
      });
      await fc.assert(property, { numRuns: 400 });
      expect({ read: read > 120, ran: ran > 200 }).toEqual({ read: true, ran: true });
    },
  );
});
