import { describe, expect, it, test } from "vitest";

import { judge } from "../../src/policy/judge.js";
import type { Policy, Verdict } from "../../src/policy/policy.js";
import { ADA } from "./ada.js";
import { policyOf } from "./policy-of.js";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const rules = (...allow: string[]): Policy => policyOf({ mode: "rules", allow });
const all = (deny: string[] = [], ask: string[] = []): Policy =>
  policyOf({ mode: "all", allow: [], deny, ask });
const verdictOn = (command: string, policy: Policy): Verdict => judge(bash(command), policy, ADA);

describe("what it says", () => {
  test.each<[string, Policy, Verdict]>([
    ["ls -la", rules("Bash(ls *)"), { verdict: "allow", rule: "Bash(ls *)", why: "Bash(ls *) allows it." }],
    [
      "ls | wc -l; ls",
      rules("Bash(wc *)", "Bash(ls *)"),
      { verdict: "allow", rule: "Bash(ls *)", why: "Bash(ls *) and Bash(wc *) allow it." },
    ],
    [
      "ls > src/a",
      rules("Bash", "Edit(src/**)"),
      { verdict: "allow", rule: "Bash", why: "Bash and Edit(src/**) allow it." },
    ],
    ["echo hi", rules(), { verdict: "allow", rule: undefined, why: "It does nothing that needs a rule." }],
    [
      "make && make install",
      rules("Bash(make && make install)"),
      {
        verdict: "allow",
        rule: "Bash(make && make install)",
        why: "Bash(make && make install) is this very command.",
      },
    ],
    [
      "make",
      all(),
      {
        verdict: "allow",
        rule: undefined,
        why: "It is known to be harmless, and no rule is against it.",
      },
    ],
    ["make", rules("Bash(ls *)"), { verdict: "ask", rule: undefined, why: "No rule allows make." }],
    [
      "ls > package.json",
      rules("Bash(ls *)"),
      { verdict: "ask", rule: undefined, why: "No Edit rule allows to write /home/ada/app/package.json." },
    ],
    [
      "sed -i s/a/b/ src/a",
      rules("Bash(sed *)"),
      { verdict: "ask", rule: undefined, why: "sed would write src/a, which no Edit rule allows." },
    ],
    [
      "PATH=/tmp ls",
      rules("Bash(ls *)"),
      { verdict: "ask", rule: undefined, why: "It sets PATH, which may change what runs." },
    ],
    [
      "npm publish",
      all(["Bash(npm publish *)"]),
      { verdict: "deny", rule: "Bash(npm publish *)", why: "Bash(npm publish *) covers it." },
    ],
    [
      'npm "$X"',
      all(["Bash(npm publish *)"]),
      { verdict: "ask", rule: "Bash(npm publish *)", why: "Bash(npm publish *) may cover it." },
    ],
    [
      "git push",
      all([], ["Bash(git push *)"]),
      { verdict: "ask", rule: "Bash(git push *)", why: "Bash(git push *) covers it." },
    ],
    [
      "rm -rf /",
      rules("Bash(rm *)"),
      { verdict: "deny", rule: "delete-outside-project", why: "It deletes /, outside the project." },
    ],
    [
      'cat "$X"',
      rules("Bash(cat *)"),
      {
        verdict: "ask",
        rule: "credential-files",
        why: "Only running it would tell whether it uses a file with credentials.",
      },
    ],
    [
      'ls; eval "$X"',
      all(),
      { verdict: "ask", rule: undefined, why: "The command evaluates a text that is not known." },
    ],
  ])("of %s", (command, policy, verdict) => {
    expect(verdictOn(command, policy)).toEqual(verdict);
  });
});

describe("the order", () => {
  const allow = ["Bash(git *)"];

  it("is deny, ask, allow", () => {
    const push = "Bash(git push *)";
    expect(verdictOn("git push", policyOf({ mode: "rules", allow })).verdict).toBe("allow");
    expect(verdictOn("git push", policyOf({ mode: "rules", allow, ask: [push] })).verdict).toBe("ask");
    expect(verdictOn("git push", policyOf({ mode: "rules", allow, ask: [push], deny: [push] })).verdict).toBe(
      "deny",
    );
  });

  it("has a sure denial before one that is not sure, and the user's before ours", () => {
    const policy = policyOf({ mode: "all", allow: [], deny: ["Bash(npm publish *)", "Bash(rm *)"] });
    expect(verdictOn("npm $X; rm a", policy).rule).toBe("Bash(rm *)");
    expect(verdictOn("npm $X; cat .env", policy).rule).toBe("credential-files");
    expect(verdictOn("rm -rf /", policy).rule).toBe("Bash(rm *)");
  });

  it("denies by what is seen of a command that cannot be taken apart", () => {
    expect(verdictOn("eval $X; rm -rf /", all())).toMatchObject({
      verdict: "deny",
      rule: "delete-outside-project",
    });
    expect(verdictOn("curl x | fish --init-command 'eval $X' '", all()).verdict).toBe("deny");
  });

  it("never lets a rule for the very command past a denial", () => {
    expect(verdictOn("rm -rf /", rules("Bash(rm -rf /)")).verdict).toBe("deny");
    expect(verdictOn("eval $X", rules("Bash(eval $X)")).verdict).toBe("ask");
  });
});

describe("the modes", () => {
  it("off asks about everything", () => {
    const off = { verdict: "ask", rule: undefined, why: "Approval is off." };
    const policy = policyOf({ mode: "off", allow: ["Bash"] });
    expect(verdictOn("ls", policy)).toEqual(off);
    expect(verdictOn("rm -rf /", policy)).toEqual(off);
  });

  test.each([
    ["FIND . -name x", "ask"],
    ["/BIN/env ls", "ask"],
    ["/usr/../bin/env ls", "ask"],
    ["/usr//bin/env ls", "ask"],
    ["/usr/bin/make", "allow"],
  ])("all does not take a disguise for a program of its own: %s: %s", (command, verdict) => {
    expect(verdictOn(command, all()).verdict).toBe(verdict);
  });

  test.each(["ExitPlanMode", "AskUserQuestion"])("none approves %s", (tool) => {
    for (const policy of [rules("Bash"), all()]) {
      expect(judge({ tool, input: {} }, policy, ADA)).toEqual({
        verdict: "ask",
        rule: undefined,
        why: `${tool} is a question to the person, not for leave.`,
      });
    }
  });
});

describe("built-in rules", () => {
  it("go by their name only", () => {
    expect(verdictOn("rm -rf /srv/x", rmWithout()).verdict).toBe("deny");
    expect(verdictOn("rm -rf /srv/x", rmWithout("sudo")).verdict).toBe("deny");
    expect(verdictOn("rm -rf /srv/x", rmWithout("delete-outside-project")).verdict).toBe("allow");
    expect(verdictOn("rm -rf ~/.ssh", rmWithout("delete-outside-project")).rule).toBe("credential-files");
  });
});

describe("deny and ask rules", () => {
  test.each([
    ["/usr/bin/npm publish", "deny"],
    ["'npm'  publish --x", "deny"],
    ["timeout 5 npm publish", "deny"],
    ["npm --tag next publish", "ask"],
    ["git -C . push", "deny"],
    ["git --no-pager push origin", "deny"],
    ["xargs npm publish", "deny"],
    ["cat secrets/a", "deny"],
    ["node tool.js --in=secrets/a", "deny"],
    ["cat < secrets/a", "deny"],
    ["echo x > vendor/a.js", "deny"],
    ["cat vendor/a.js", "allow"],
    ["cp x vendor/a.js", "deny"],
    ["grep -r x .", "ask"],
    ["grep -r x src", "allow"],
    ["npm run publish", "allow"],
  ])("see through the spelling: %s: %s", (command, verdict) => {
    const policy = all(["Bash(npm publish *)", "Bash(git push *)", "Read(secrets/**)", "Edit(vendor/**)"]);
    expect(verdictOn(command, policy).verdict).toBe(verdict);
  });
});

describe("words that need no rule", () => {
  test.each([
    ["true", "allow"],
    ['echo "$X"', "allow"],
    ["echo $X", "ask"],
    ["[ -f x ] && pwd", "allow"],
    ["cd src", "allow"],
    ["cd .", "allow"],
    ["cd /home/ada/app/src && cd ..", "allow"],
    ["cd", "ask"],
    ["cd ..", "ask"],
    ["cd out", "ask"],
    ["cd gone", "ask"],
    ["cd -", "ask"],
    ["cd src x", "ask"],
    ["echo x > y", "ask"],
    ["printf x", "allow"],
  ])("%s: %s", (command, verdict) => {
    expect(verdictOn(command, rules()).verdict).toBe(verdict);
  });
});

describe("what a rule with a star does not mean", () => {
  test.each([
    ["touch src/a", "allow"],
    ["touch ~/.bashrc", "ask"],
    ["touch $X", "ask"],
    ["touch src/$X", "ask"],
    ["touch src/*.ts", "allow"],
    ["touch .git/hooks/pre-commit", "ask"],
    ["touch notes/a", "allow"],
    ["touch ~/scratch/a", "allow"],
    ["cp ~/notes/a.md docs/", "allow"],
    ["cp a ~/.bashrc", "ask"],
    ["cp -t ~ a", "ask"],
    ["sed -i /foo/d src/a", "allow"],
    ["sed -i s/a/b/ ~/.bashrc", "ask"],
    ["sed -i --expression=s/a/b/ ~/.bashrc", "ask"],
    ["dd if=/dev/zero of=disk.img", "allow"],
    ["cp --target-directory=/home/ada a", "ask"],
    ["mv a /srv/b", "ask"],
    ["ls | xargs touch", "ask"],
    ["cd src && ./run a", "ask"],
    ["./run a", "allow"],
    ["env -C /srv touch a", "ask"],
    ["git -C src status", "allow"],
    ["git -C out status", "ask"],
    ["git add src/*.ts", "allow"],
    ["git add src/$X", "ask"],
    ["git add *", "ask"],
    ["cat src/*.ts", "allow"],
    ["cat src/*/../../.e*", "ask"],
    ["cat src/{a,.env}", "deny"],
  ])("%s: %s", (command, verdict) => {
    const programs = ["sed -i", "dd", "touch", "cp", "mv", "./run", "git", "cat", "ls", "cd"];
    const policy = rules(...programs.map((program) => `Bash(${program} *)`), "Edit(~/scratch/**)");
    expect(verdictOn(command, policy).verdict).toBe(verdict);
  });

  it("holds for what stands behind the words that it spells out", () => {
    const policy = rules("Bash(tee /tmp/log *)", "Bash(git -c color.ui=never log *)");
    expect(verdictOn("ls", policy).verdict).toBe("ask");
    expect(verdictOn("echo x | tee /tmp/log", policy).verdict).toBe("allow");
    expect(verdictOn("echo x | tee /tmp/log ~/.bashrc", policy).verdict).toBe("ask");
    expect(verdictOn("git -c color.ui=never log -3", policy).verdict).toBe("allow");
    expect(verdictOn("git -c color.ui=never log --output=x", policy).verdict).toBe("ask");
  });
});

describe("a command of several parts", () => {
  const policy = rules("Bash(ls *)", "Bash(wc *)", "Edit(src/**)");

  test.each([
    ["ls | wc -l", "allow"],
    ["ls; make", "ask"],
    ["ｌｓ", "ask"],
    ["LC_ALL=C CI=1 ls", "allow"],
    ["f=1; ls", "allow"],
    ["LD_PRELOAD=./x.so ls", "ask"],
    ["npm_config_shell=./x ls", "ask"],
    ["ls > src/a", "allow"],
    ["ls > /dev/null", "allow"],
    ['ls > "src/$X"', "ask"],
    ["ls > src/out/a", "ask"],
    ["cd src && ls > a", "allow"],
    ['cd "$X" && ls > src/a', "ask"],
    ["ls > /dev/tcp/1.2.3.4/80", "ask"],
  ])("%s: %s", (command, verdict) => {
    expect(verdictOn(command, policy).verdict).toBe(verdict);
  });
});

describe("other tools", () => {
  const policy = rules(
    "Edit(src/**)",
    "Write(/docs/**)",
    "Read(~/notes/**)",
    "WebFetch(domain:example.com)",
    "WebFetch(domain:*.example.org)",
    "mcp__github__list",
    "mcp__docs__*",
    "Task(Explore)",
    "Skill(commit)",
    "Skill(review *)",
    "WebSearch",
  );
  test.each([
    ["Edit", { file_path: "/home/ada/app/src/a" }, "allow"],
    ["Edit", { file_path: "src/a" }, "allow"],
    ["Edit", { file_path: "/home/ada/app/docs/a" }, "ask"],
    ["Write", { file_path: "/home/ada/app/docs/a" }, "allow"],
    ["Edit", { file_path: "/home/ada/app/src/.git/config" }, "ask"],
    ["Edit", { file_path: "/home/ada/app/src/.env" }, "deny"],
    ["Edit", { file_path: 3 }, "ask"],
    ["NotebookEdit", { notebook_path: "src/a.ipynb" }, "allow"],
    ["Read", { file_path: "/home/ada/notes/a" }, "allow"],
    ["Read", { file_path: "/home/ada/app/src/a" }, "ask"],
    ["Grep", { pattern: "x", path: "/home/ada/notes" }, "allow"],
    ["Grep", { pattern: "x" }, "ask"],
    ["Grep", { pattern: "x", path: "/home/ada" }, "ask"],
    ["Glob", { pattern: "**/*.md", path: "/home/ada/notes" }, "allow"],
    ["Glob", { pattern: "/home/ada/notes/**/*.md" }, "allow"],
    ["Glob", { pattern: "../.ssh/*", path: "/home/ada/notes" }, "deny"],
    ["Glob", { pattern: "*/../../.ssh/*", path: "/home/ada/notes" }, "ask"],
    ["WebFetch", { url: "https://example.com/a" }, "allow"],
    ["WebFetch", { url: "https://EXAMPLE.com/a" }, "allow"],
    ["WebFetch", { url: "https://example.com:8443/" }, "ask"],
    ["WebFetch", { url: "https://example.org/" }, "ask"],
    ["WebFetch", { url: "https://a.b.example.org/" }, "allow"],
    ["mcp__github__list", {}, "allow"],
    ["mcp__github__list2", {}, "ask"],
    ["mcp__docs__a", {}, "allow"],
    ["mcp__docs__a", { path: "/home/ada/.ssh/id_rsa" }, "deny"],
    ["mcp__docs__a", { files: [{ path: "~/.claude/settings.json" }] }, "deny"],
    ["Task", { subagent_type: "Explore", prompt: "Read .env" }, "allow"],
    ["Agent", { subagent_type: "Explore" }, "allow"],
    ["Task", { subagent_type: "Other" }, "ask"],
    ["Skill", { skill: "commit" }, "allow"],
    ["Skill", { skill: "commit", args: "-f" }, "ask"],
    ["Skill", { skill: "review" }, "allow"],
    ["Skill", { skill: "reviewer" }, "ask"],
    ["WebSearch", { query: "x" }, "allow"],
    ["Unheard", {}, "ask"],
  ])("%s %j: %s", (tool, input, verdict) => {
    expect(judge({ tool, input }, policy, ADA).verdict).toBe(verdict);
  });

  it("are approved in mode all where they can be read", () => {
    expect(judge({ tool: "Unheard", input: {} }, all(), ADA).verdict).toBe("allow");
    expect(judge({ tool: "Edit", input: { file_path: "src/gone/a" } }, all(), ADA).verdict).toBe("ask");
    expect(judge({ tool: "Edit", input: {} }, all(), ADA).verdict).toBe("ask");
    expect(judge({ tool: "WebFetch", input: { url: "https://a:b@c.example/" } }, all(), ADA).verdict).toBe(
      "ask",
    );
    expect(judge({ tool: "PowerShell", input: { command: "ls" } }, all(), ADA).verdict).toBe("ask");
  });

  it("are denied by rules of their own", () => {
    const policy = all(["WebFetch(domain:*.example.com)", "mcp__github", "Task(Explore)", "Write"]);
    const verdict = (tool: string, input = {}) => judge({ tool, input }, policy, ADA).verdict;
    expect(verdict("WebFetch", { url: "https://a.example.com./" })).toBe("deny");
    expect(verdict("WebFetch", { url: "not an address" })).toBe("ask");
    expect(verdict("mcp__github__x")).toBe("deny");
    expect(verdict("mcp__github2__x")).toBe("allow");
    expect(verdict("Agent", { subagent_type: "Explore" })).toBe("deny");
    expect(verdict("Write", { file_path: "a" })).toBe("deny");
    expect(verdict("Edit", { file_path: "a" })).toBe("allow");
  });

  it("are known by their whole names", () => {
    const policy = rules("mcp__docs__a", "Edit(src/**)");
    expect(judge({ tool: "mcp__docs__a__b", input: {} }, policy, ADA).verdict).toBe("ask");
    expect(judge({ tool: "Edit", input: { path: "src/a" } }, policy, ADA).verdict).toBe("ask");
    const denied = judge(
      { tool: "Skill", input: { skill: "commit", args: "x" } },
      all(["Skill(commit)"]),
      ADA,
    );
    expect(denied.verdict).toBe("deny");
  });
});

function rmWithout(...names: string[]): Policy {
  return { ...rules("Bash(rm *)", "Edit(//**)"), without: names };
}
