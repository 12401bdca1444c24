import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ensurePrograms } from "../../src/lab/machine/ensure-programs.js";
import { readCommand } from "../../src/policy/shell/read-command.js";
import { anyBuiltin, anyLine, anyWords, FIXED_WORDS } from "./generated-words.js";
import { foretells, SHELL_NAMES, SHOW, TwoShells } from "./two-shells.js";

beforeAll(() => {
  ensurePrograms({ zsh: "zsh" });
});

const shells = new TwoShells();
afterAll(() => {
  shells.end();
});

/** Runs those that are readable in both shells; what they print must be what the reader says. */
function check(commands: readonly string[]): number {
  const readable = commands.flatMap((command) => {
    const read = readCommand(command, shells.place);
    // What the command says that it runs is no trap.
    const isHonest = read.ok && !read.parts.some(({ words }) => words[0]?.text === "touch");
    return isHonest ? [{ command, parts: read.parts }] : [];
  });
  for (const shell of SHELL_NAMES) {
    const results = shells.run(
      shell,
      readable.map(({ command }) => command),
    );
    expect(results).toHaveLength(readable.length);
    const wrong = readable.flatMap(({ command, parts }, at) =>
      (results[at] ?? []).flatMap((words) => (foretells(parts, words) ? [] : [{ shell, command, words }])),
    );
    expect(wrong).toEqual([]);
  }
  expect(shells.touched()).toEqual([]);
  return readable.length;
}

describe.skipIf(process.platform === "win32")("bash and zsh agree with the reader", () => {
  it("about words that are written down here", () => {
    const read = check(FIXED_WORDS.map((word) => SHOW + word));
    expect(read).toBeGreaterThan(FIXED_WORDS.length / 4);
  });

  it("about a builtin that reads from standard output, and would wait there for ever", () => {
    expect(check(["read -u 1", "x=1 read -u 1 < /dev/null", "mapfile -u 1"])).toBeGreaterThan(0);
  });

  it.each([
    ["words", anyWords.map((words) => SHOW + words), 1500, 300],
    ["variables, loops and branches", anyLine, 1000, 150],
    ["builtins with operands that a shell may evaluate", anyBuiltin, 1500, 200],
  ] as const)("about generated %s", { timeout: 120_000 }, (_, commands, count, fewest) => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(commands, { minLength: count, maxLength: count, size: "max" }), (all) => {
        read = check(all);
      }),
      // Each command is checked by itself: smaller lists say no more.
      { numRuns: 1, endOnFailure: true },
    );
    expect(read).toBeGreaterThan(fewest);
  });
});
