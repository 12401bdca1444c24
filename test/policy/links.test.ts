import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { placeOf } from "../../src/driver/approval/place.js";
import { judge } from "../../src/policy/judge.js";
import { policyOf } from "./policy-of.js";

// Real links: what a path says and where it leads are two things, and only the file system knows the second.
const root = realpathSync(mkdtempSync(join(tmpdir(), "cac-links-")));
const home = join(root, "home");
const project = join(home, "app");
const place = placeOf({ cwd: project, project, where: { env: {}, home, platform: "linux" } });
const policy = policyOf({
  mode: "rules",
  allow: ["Edit(src/**)", "Read(src/**)", "Bash(ls *)", "Bash(cat *)", "Bash(rm *)", "Bash(npm test)"],
  deny: ["Edit(src/frozen/**)"],
});

for (const folder of [
  "home/app/src/real",
  "home/app/src/frozen",
  "home/.ssh",
  "home/.claude",
  "elsewhere/deep",
])
  mkdirSync(join(root, folder), { recursive: true });
writeFileSync(join(home, ".ssh/id_ed25519"), "not a key\n");
writeFileSync(join(project, "src/real/a.ts"), "");
for (const [link, target] of [
  ["src/inner", "real"],
  ["src/out", join(root, "elsewhere/deep")],
  ["src/up", "../.."],
  ["src/key", join(home, ".ssh/id_ed25519")],
  ["src/dangling", join(root, "elsewhere/not-there-yet")],
  ["src/cold", "frozen"],
  ["src/claude", join(home, ".claude")],
  ["src/round", "round"],
  ["pkg", join(root, "elsewhere")],
  ["lib", "src/real"],
] as const)
  symlinkSync(target, join(project, link));

afterAll(() => rmSync(root, { recursive: true }));

describe.skipIf(process.platform === "win32")("links", () => {
  test.each([
    ["a file of the project", { file_path: "src/a.ts" }, "allow"],
    ["a file that is not there yet", { file_path: "src/new/deep/a.ts" }, "allow"],
    ["a link that stays where the rule is", { file_path: "src/inner/a.ts" }, "allow"],
    ["a link out of the project", { file_path: "src/out/a.ts" }, "ask"],
    ["the folder above where a link leads", { file_path: "src/out/../a.ts" }, "ask"],
    ["a link to above the project", { file_path: "src/up/a.ts" }, "ask"],
    ["a link to nothing: writing makes its target", { file_path: "src/dangling" }, "ask"],
    ["a link to itself", { file_path: "src/round" }, "ask"],
    ["a link to what is denied", { file_path: "src/cold/a.ts" }, "deny"],
    ["a link to settings", { file_path: "src/claude/settings.json" }, "deny"],
    ["a link to a key", { file_path: "src/key" }, "deny"],
  ])("are followed before a file is written: %s", (_about, { file_path }, expected) => {
    // Joined by hand: path.join would take `..` out.
    const call = { tool: "Write", input: { file_path: `${project}/${file_path}`, content: "" } };
    expect(judge(call, policy, place).verdict).toBe(expected);
  });

  test.each([
    ["ls > src/a.txt", "allow"],
    ["ls > src/inner/a.txt", "allow"],
    ["ls > lib/a.txt", "ask"],
    ["ls > src/out/a.txt", "ask"],
    ["ls > src/out/../a.txt", "ask"],
    ["ls > src/dangling", "ask"],
    ["ls > src/round", "ask"],
    ["ls > src/cold/a.txt", "deny"],
    ["cat src/real/a.ts", "allow"],
    ["cat src/key", "deny"],
    ["cat < src/key", "deny"],
    ["cd src/real && npm test", "allow"],
    ["cd src/inner && npm test", "allow"],
    ["cd src/out && npm test", "ask"],
    ["cd src/up && npm test", "ask"],
    ["cd pkg && npm test", "ask"],
    ["rm -rf src/real", "allow"],
    ["rm -rf src/out/x", "deny"],
    ["rm -rf src/out/../x", "deny"],
    ["rm -rf src/up/x", "deny"],
  ])("are followed in %s", (command, expected) => {
    expect(judge({ tool: "Bash", input: { command } }, policy, place).verdict).toBe(expected);
  });

  test.each([
    ["mv src/real/a.ts src/real/b.ts && cat src/real/b.ts", "allow"],
    ["mv src/real build && cat build/a.ts", "allow"],
    ["cp -r src/real build && cat build/a.ts", "allow"],
    ["mv src build && ls build", "allow"],
    ["mv src deep && cat deep/key", "ask"],
    ["mv src/inner x && cat x", "ask"],
    ["cp -a src deep/z && cat deep/z/key", "ask"],
  ])("that a command itself moves may lead elsewhere: %s", (command, expected) => {
    const allow = ["Bash(mv *)", "Bash(cp *)", "Bash(cat *)", "Bash(ls *)", "Edit(**)"];
    const verdict = judge({ tool: "Bash", input: { command } }, policyOf({ mode: "rules", allow }), place);
    expect([verdict.verdict, verdict.why]).toEqual([expected, expect.anything()]);
  });
});
