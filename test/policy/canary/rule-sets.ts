import { FAMILIES } from "../../../src/policy/programs/all-programs.js";
import { RULE_SETS, type RuleSet } from "../rule-sets.js";

/** Rules under which commands are judged, and what they put out of bounds. */
export interface CanaryRuleSet extends RuleSet {
  readonly name: string;
  /** Paths below the project that a rule lets nobody read. */
  readonly unreadable: readonly string[];
  /** Paths below the project that a rule lets nobody write. */
  readonly unwritable: readonly string[];
}

type Rules = Partial<Omit<CanaryRuleSet, "name">>;

const SECRETS = { unreadable: ["secrets"], deny: ["Read(secrets/**)"] } satisfies Rules;
const VENDOR = { unwritable: ["vendor", "src"], deny: ["Edit(vendor/**)", "Edit(src/**)"] } satisfies Rules;
const BOTH = {
  unreadable: SECRETS.unreadable,
  unwritable: VENDOR.unwritable,
  deny: [...SECRETS.deny, ...VENDOR.deny],
} satisfies Rules;

/** A star behind each name of each program. */
function starred(families: readonly string[]): readonly string[] {
  return families.flatMap((family) =>
    (FAMILIES[family] ?? []).flatMap(({ names }) =>
      names
        .split(" ")
        .filter((name) => !name.includes(":"))
        .map((name) => `Bash(${name} *)`),
    ),
  );
}

const WRAPPERS = "timeout nice nohup env stdbuf time xargs watch setsid ionice flock command exec".split(" ");
const EVERYTHING = starred(Object.keys(FAMILIES));

const SETS: Readonly<Record<string, Rules>> = {
  "no rules": {},
  "no rules but denials": BOTH,
  "every program": { allow: EVERYTHING },
  "every program, and edits": { allow: [...EVERYTHING, "Edit(**)", "Read(**)"] },
  "every program, secrets denied": { allow: EVERYTHING, ...SECRETS },
  "every program, sources denied": { allow: [...EVERYTHING, "Edit(**)"], ...VENDOR },
  "every program, both denied": { allow: EVERYTHING, ...BOTH },
  "every program and wrapper": {
    allow: [...EVERYTHING, ...WRAPPERS.map((name) => `Bash(${name} *)`), "Edit(**)"],
  },
  "every program, pushes asked": { allow: EVERYTHING, ask: ["Bash(git push *)", "Bash(rm *)"] },
  daily: RULE_SETS.daily,
  "daily, denials": { ...RULE_SETS.daily, ...BOTH },
  broad: RULE_SETS.broad,
  "broad, denials": { ...RULE_SETS.broad, ...BOTH },
  committer: RULE_SETS.committer,
  stars: RULE_SETS.stars,
  files: RULE_SETS.files,
  layered: { ...RULE_SETS.layered, unreadable: ["secrets"], unwritable: ["secrets"] },
  all: { ...RULE_SETS.all, unwritable: ["vendor"] },
  "all, no rules": { mode: "all" },
  "all, denials": { mode: "all", ...BOTH },
  "all, every program": { mode: "all", allow: EVERYTHING, ...SECRETS },
  "own scripts": { allow: ["Bash(./tasks/*)", "Bash(tasks/*)", "Bash(./tasks/ok.sh:*)"] },
  subcommands: {
    allow: [
      "Bash(git status:*)",
      "Bash(git diff:*)",
      "Bash(git log:*)",
      "Bash(git add *)",
      "Bash(npm run *)",
      "Bash(npm test *)",
      "Bash(make ok *)",
      "Bash(cargo test *)",
      "Bash(go test *)",
      "Bash(python3 -m pytest *)",
      "Bash(npx vitest run *)",
      "Bash(npx tsc *)",
    ],
  },
  "spelled out": {
    allow: [
      "Bash(grep -r *)",
      "Bash(ls -la *)",
      "Bash(rg -n *)",
      "Bash(head -n 5 *)",
      "Bash(git log --oneline *)",
      "Bash(sort -u *)",
      "Bash(find src *)",
      "Bash(tar tf *)",
      "Bash(curl -s *)",
    ],
  },
  ...Object.fromEntries(
    Object.keys(FAMILIES).map((family) => [
      `every program of the family ${family}`,
      { allow: starred([family]), ...SECRETS },
    ]),
  ),
};

export const CANARY_RULE_SETS: readonly CanaryRuleSet[] = Object.entries(SETS).map(
  ([name, { mode = "rules", allow = [], ask = [], deny = [], unreadable = [], unwritable = [] }]) => ({
    name,
    mode,
    allow,
    ask,
    deny,
    unreadable,
    unwritable,
  }),
);
