import { expect, test } from "vitest";

import { judge } from "../../src/policy/judge.js";
import { ADA } from "./ada.js";
import { policyOf } from "./policy-of.js";

/** A rule against something, and a command that does the same in other words. */
const SAME: readonly (readonly [rule: string, command: string])[] = [
  ["Bash(npm install *)", "npm i left-pad"],
  ["Bash(npm install *)", "npm add left-pad"],
  ["Bash(npm i *)", "npm install left-pad"],
  ["Bash(npm run deploy *)", "npm run-script deploy"],
  ["Bash(git commit --all *)", "git commit -a -m x"],
  ["Bash(git commit -a *)", "git commit -m x --all"],
  ["Bash(git reset --hard *)", "git reset -q --hard"],
  ["Bash(git push origin main *)", "git push -q origin main"],
  ["Bash(git push origin main)", "git push 'origin' main"],
  ["Bash(pip install *)", "pip3 install requests"],
  ["Bash(pytest *)", "python3 -m pytest tests"],
  ["Bash(make deploy *)", "gmake deploy"],
  ["Bash(make deploy *)", "make -j4 deploy"],
  ["Bash(rm -rf *)", "rm -r -f build"],
  ["Bash(rm -rf *)", "rm --recursive --force build"],
  ["Bash(docker rm *)", "docker container rm web"],
  ["Bash(kubectl delete pod *)", 'kubectl delete "$kind" web'],
];

/** A rule against something, and a command that does something else. */
const OTHER: readonly (readonly [rule: string, command: string])[] = [
  ["Bash(npm install *)", "npm test"],
  ["Bash(npm run deploy *)", "npm run build"],
  ["Bash(git push --tags *)", "git push origin main"],
  ["Bash(git reset --hard *)", "git reset -q HEAD"],
  ["Bash(git push)", "git push origin main"],
  ["Bash(rm -rf *)", "rm -r build"],
  ["Bash(git log *)", "git diff log"],
  ["Bash(git * main)", "git log main --oneline"],
];

const ALLOW = ["npm", "git", "pip3", "python3", "gmake", "make", "rm", "docker", "kubectl"].map(
  (name) => `Bash(${name} *)`,
);

test.each(SAME)("%s is against %s", (rule, command) => {
  const call = { tool: "Bash", input: { command } };
  for (const mode of ["rules", "all"] as const) {
    expect(judge(call, policyOf({ mode, allow: ALLOW, deny: [rule] }), ADA).verdict).not.toBe("allow");
    expect(judge(call, policyOf({ mode, allow: ALLOW, ask: [rule] }), ADA).verdict).toBe("ask");
  }
});

test.each(OTHER)("%s says nothing of %s", (rule, command) => {
  const call = { tool: "Bash", input: { command } };
  const without = judge(call, policyOf({ mode: "rules", allow: ALLOW }), ADA);
  expect(judge(call, policyOf({ mode: "rules", allow: ALLOW, deny: [rule] }), ADA)).toEqual(without);
});
