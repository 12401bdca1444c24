import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

it.each([
  ["a session", ["cli/answer-call.js", "session-parts/start.js"], 3],
  ["a hook", ["cli/hook.js"], 1],
])("%s waits for a few files only", (_, entries, most) => {
  expect(filesFrom(entries, "static").size).toBeLessThanOrEqual(most);
});

it.each([
  ["a session", "cli/answer-call.js", /^session-parts\/|^cli\/(?:answer|own)-call\.js$/],
  ["a hook", "cli/hook.js", /^hook-parts\/|^cli\/hook\.js$/],
])("%s never meets tsc's own of what is in its files, or it would have each class twice", (_, entry, own) => {
  const files = [...filesFrom([entry], "all")];
  expect(files.filter((file) => !own.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(3);
});

it("the daemon is one file: what it needs at a limit cannot have been replaced by then", () => {
  expect([...filesFrom(["cli/daemon-call.js"], "all")]).toEqual(["cli/daemon-call.js"]);
});

/** What is loaded with them: at once, or at some time. What our verbs need begins a world of its own. */
function filesFrom(entries: readonly string[], kind: "static" | "all"): Set<string> {
  const found = new Set(entries);
  for (const file of found) {
    if (file === "cli/own-call.js") continue;
    const text = readFileSync(resolve(DIST, file), "utf8");
    const imports =
      kind === "all" ? /(?:from |import |import\()"(\.[^"]+)"/g : /(?:from |import )"(\.[^"]+)"/g;
    for (const [, target = ""] of text.matchAll(imports)) {
      found.add(relative(DIST, resolve(DIST, dirname(file), target)).replaceAll("\\", "/"));
    }
  }
  return found;
}
