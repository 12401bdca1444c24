import fc from "fast-check";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { describe, expect, it } from "vitest";

import { judge } from "../../src/policy/judge.js";
import type { ApproveMode, Policy, Verdict } from "../../src/policy/policy.js";
import { ADA } from "./ada.js";
import { HARMLESS_GROUPS, HOSTILE_GROUPS } from "./commands.js";
import { anyCommand, inQuotes, plainWords, shellText } from "./generated-commands.js";
import { policyOf, rule } from "./policy-of.js";
import { RULE_SETS } from "./rule-sets.js";

const RUNS = { numRuns: 2000 };
const SEVERITY: Record<Verdict["verdict"], number> = { allow: 0, ask: 1, deny: 2 };

const tableCommands = [...HARMLESS_GROUPS, ...HOSTILE_GROUPS]
  .flatMap(({ calls }) => calls.map(([call]) => call))
  // The very long ones are for the table: here they would only cost time.
  .filter((call): call is string => typeof call === "string" && call.length < 2000);
const command = fc.oneof(fc.constantFrom(...tableCommands), anyCommand, shellText, fc.string());
const ruleText = fc.constantFrom(
  ...new Set(Object.values(RULE_SETS).flatMap(({ allow, ask = [], deny = [] }) => allow.concat(ask, deny))),
);
const someRules = fc.array(ruleText, { maxLength: 12 }).map((texts) => texts.map(rule));
const mode = fc.constantFrom<ApproveMode>("off", "rules", "all");
const policy: fc.Arbitrary<Policy> = fc.oneof(
  fc.constantFrom(...Object.values(RULE_SETS).map(policyOf)),
  fc.record({ mode, allow: someRules, ask: someRules, deny: someRules, without: fc.constant([]) }),
);

describe("rules", () => {
  it("never approve more with a deny rule more", () => {
    fc.assert(
      fc.property(command, policy, ruleText, (command, policy, text) => {
        const strict = { ...policy, deny: [...policy.deny, rule(text)] };
        expect(severity(command, strict)).toBeGreaterThanOrEqual(severity(command, policy));
      }),
      RUNS,
    );
  });

  it("never approve more with an ask rule more", () => {
    fc.assert(
      fc.property(command, policy, ruleText, (command, policy, text) => {
        const strict = { ...policy, ask: [...policy.ask, rule(text)] };
        expect(severity(command, strict)).toBeGreaterThanOrEqual(severity(command, policy));
      }),
      RUNS,
    );
  });

  it("never approve more with an allow rule less", () => {
    fc.assert(
      fc.property(command, policy, fc.nat(), (command, policy, which) => {
        const at = which % Math.max(policy.allow.length, 1);
        const strict = { ...policy, allow: policy.allow.toSpliced(at, 1) };
        expect(severity(command, strict)).toBeGreaterThanOrEqual(severity(command, policy));
      }),
      RUNS,
    );
  });

  it("approve nothing while approval is off", () => {
    fc.assert(
      fc.property(command, policy, (command, policy) => {
        expect(verdictOn(command, { ...policy, mode: "off" }).verdict).toBe("ask");
      }),
      RUNS,
    );
  });

  it("are taken in any order", () => {
    fc.assert(
      fc.property(command, policy, (command, policy) => {
        const turned = { ...policy, allow: policy.allow.toReversed(), deny: policy.deny.toReversed() };
        expect(severity(command, turned)).toBe(severity(command, policy));
      }),
      RUNS,
    );
  });
});

describe("commands", () => {
  it("are never approved where a part of them cannot be parsed, in no mode", () => {
    let unparsed = 0;
    fc.assert(
      fc.property(fc.oneof(command, cutShort()), policy, (command, policy) => {
        if (!hasErrors(command)) return;
        unparsed++;
        expect(verdictOn(command, policy).verdict).not.toBe("allow");
      }),
      { numRuns: 5000 },
    );
    expect(unparsed).toBeGreaterThan(500);
  });

  it("are not approved for what stands before a part that no rule covers", () => {
    const daily = policyOf(RULE_SETS.daily);
    const approved = HARMLESS_GROUPS.filter(({ under }) => under === "daily")
      .flatMap(({ calls }) => calls.map(([call]) => call))
      // Behind a comment or a here-doc's start, what is added would be text.
      .filter((call): call is string => typeof call === "string" && !/[#\n]|<<|&$/.test(call));
    fc.assert(
      fc.property(
        fc.constantFrom(...approved),
        fc.constantFrom(...UNCOVERED),
        fc.constantFrom(...JOINTS),
        (a, x, join) => {
          expect([a, verdictOn(a, daily).verdict]).toEqual([a, "allow"]);
          const joined = join(a, x);
          expect([joined, verdictOn(joined, daily).verdict]).not.toEqual([joined, "allow"]);
        },
      ),
      RUNS,
    );
  });

  it("are judged alike however their words are quoted", () => {
    const words = fc.oneof(fc.constantFrom(...tableWords()), plainWords);
    const quoted = words.chain((words) =>
      fc.tuple(
        fc.constant(words.join(" ")),
        fc.tuple(...words.map(inQuotes)).map((words) => words.join(" ")),
      ),
    );
    fc.assert(
      fc.property(quoted, policy, ([plain, quoted], policy) => {
        expect([quoted, verdictOn(quoted, policy).verdict]).toEqual([
          quoted,
          verdictOn(plain, policy).verdict,
        ]);
      }),
      { numRuns: 5000 },
    );
  });

  it("never make it throw, and get the same verdict twice", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), shellText, command);
    const input = fc.oneof(
      text.map((command) => ({ command })),
      text.map((file_path) => ({ file_path })),
      text.map((url) => ({ url })),
      fc.dictionary(fc.constantFrom("command", "file_path", "url", "path", "x"), fc.jsonValue()),
    );
    const tool = fc.oneof(
      fc.constantFrom("Bash", "Edit", "Read", "Write", "WebFetch", "Grep", "Task", "Skill"),
      fc.string(),
    );
    fc.assert(
      fc.property(tool, input, policy, (tool, input, policy) => {
        const call = { tool, input: input as Record<string, string> };
        const first = judge(call, policy, ADA);
        expect(SEVERITY[first.verdict]).toBeDefined();
        expect(judge(call, policy, ADA)).toEqual(first);
      }),
      { numRuns: 5000 },
    );
  });
});

/** Commands that no rule of `daily` covers. */
const UNCOVERED = [
  "touch pwned",
  "sh",
  "sh -c ls\\;id",
  "npm publish",
  "git push",
  "./ls",
  "node x.js",
  "id",
  "$X",
  "rm -rf ~",
];

/** Ways to bring a second command in. */
const JOINTS: readonly ((a: string, x: string) => string)[] = [
  (a, x) => `${a}; ${x}`,
  (a, x) => `${a} && ${x}`,
  (a, x) => `${a} || ${x}`,
  (a, x) => `${a} | ${x}`,
  (a, x) => `${a} & ${x}`,
  (a, x) => `${a}\n${x}`,
  (a, x) => `${a}; echo $(${x})`,
  (a, x) => `${a} | cat "$(${x})"`,
  (a, x) => `${a}; echo \`${x}\``,
  (a, x) => `${a} < <(${x})`,
  (a, x) => `${a}; echo "\${y:-$(${x})}"`,
  (a, x) => `${x} && ${a}`,
  (a, x) => `if ${x}; then ${a}; fi`,
  (a, x) => `(${a}; (${x}))`,
  (a, x) => `${a}\ncat <<EOF\n$(${x})\nEOF`,
  (a, x) => `{ ${a}; } 2>/dev/null; timeout 5 ${x}`,
];

function verdictOn(command: string, policy: Policy): Verdict {
  return judge({ tool: "Bash", input: { command } }, policy, ADA);
}

function severity(command: string, policy: Policy): number {
  return SEVERITY[verdictOn(command, policy).verdict];
}

/** A known command that ends too soon. */
function cutShort(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...tableCommands), fc.nat())
    .map(([text, at]) => text.slice(0, at % (text.length + 1)));
}

/** unbash's own view: an error at the top or in any nested script. */
function hasErrors(command: string): boolean {
  let found = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && (node.errors?.length ?? 0) > 0) found = true;
    if (!found) forEachChild(node, visit);
  };
  visit(parse(command));
  return found;
}

/** The table's commands that are nothing but plain words: only for those does quoting a word change nothing. */
function tableWords(): readonly (readonly string[])[] {
  return tableCommands
    .filter((text) => /^[a-z][\w./-]*( [\w./:=,@%+-]+)*$/.test(text))
    .map((text) => text.split(" "))
    .filter(
      ([program = ""]) =>
        !["if", "for", "while", "until", "case", "select", "time", "coproc", "function"].includes(program),
    );
}
