/** Rules as people have them in their settings. */
export interface RuleSet {
  readonly mode: "off" | "rules" | "all";
  readonly allow: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

export type RuleSetName =
  "daily" | "broad" | "committer" | "exact" | "stars" | "spelledOut" | "files" | "layered" | "all" | "off";

const READING = [
  "ls",
  "cat",
  "head",
  "tail",
  "wc",
  "grep",
  "rg",
  "find",
  "sort",
  "uniq",
  "cut",
  "jq",
  "diff",
  "tree",
];

/** What a careful person allows: reading, the tests, commits, and edits of the sources. */
const DAILY = [
  ...READING.map((program) => `Bash(${program} *)`),
  "Bash(sed *)",
  "Bash(awk *)",
  "Bash(which *)",
  "Bash(date *)",
  "Bash(mkdir *)",
  "Bash(git status *)",
  "Bash(git log *)",
  "Bash(git diff *)",
  "Bash(git show *)",
  "Bash(git branch *)",
  "Bash(git add *)",
  "Bash(git commit *)",
  "Bash(git grep *)",
  "Bash(npm test)",
  "Bash(npm run build)",
  "Bash(npm run test *)",
  "Bash(npm run lint:*)",
  "Bash(npx tsc *)",
  "Bash(npx vitest *)",
  "Edit(src/**)",
  "Read(~/notes/**)",
  "WebFetch(domain:example.com)",
  "mcp__github__list_issues",
];

/** What a careless person allows: whole programs. */
const WHOLE_PROGRAMS =
  "git npm npx node python3 pytest make cargo go curl wget tar rm mv cp touch chmod chown ln dd tee docker gh ssh scp rsync vim less man perl ruby pip ps kill zip unzip mkfs.ext4 shred diskutil sudo gdb strace psql sqlite3 openssl base64 printf base32 xxd nc shutdown crontab systemctl";

export const RULE_SETS: Readonly<Record<RuleSetName, RuleSet>> = {
  daily: { mode: "rules", allow: DAILY },
  broad: {
    mode: "rules",
    allow: [...DAILY, ...WHOLE_PROGRAMS.split(" ").map((program) => `Bash(${program} *)`), "Edit(**)"],
  },
  committer: { mode: "rules", allow: ["Bash(git add *)", "Bash(git commit *)"] },
  exact: {
    mode: "rules",
    allow: [
      "Bash(npm test)",
      "Bash(npm run build && npm test)",
      "Bash(git push origin main)",
      "Bash(for f in a b; do ./check.sh $f; done)",
      "Bash(make)",
      "Bash(node -e 'console.log(1)')",
    ],
  },
  stars: {
    mode: "rules",
    allow: [
      "Bash(npm run test*)",
      "Bash(git * main)",
      "Bash(node scripts/*.js)",
      "Bash(git log --oneline *)",
      "Bash(cargo * --locked)",
      "Bash(docker compose * --dry-run *)",
    ],
  },
  spelledOut: {
    mode: "rules",
    allow: [
      "Bash(sed -i *)",
      "Bash(node -e *)",
      "Bash(git -c color.ui=never log *)",
      "Bash(find . -name *.tmp -delete)",
      "Bash(curl -o out.json *)",
      "Bash(sort -o sorted.txt *)",
    ],
  },
  files: {
    mode: "rules",
    allow: [
      "Edit(src/**)",
      "Edit(/docs/*.md)",
      "Edit(~/scratch/**)",
      "Edit(//var/tmp/build/**)",
      "Read(~/notes/**)",
      "Read(//var/log/**)",
      "WebFetch(domain:example.com)",
      "WebFetch(domain:*.example.org)",
      "mcp__github__list_issues",
      "mcp__docs",
      "Bash(ls *)",
    ],
  },
  layered: {
    mode: "rules",
    allow: ["Bash(git *)", "Bash(npm *)", "Bash(cat *)", "Bash(ls *)", "Edit(**)", "Read(**)"],
    ask: ["Bash(git push *)", "Bash(npm publish *)", "Edit(package.json)"],
    deny: ["Bash(git reset --hard *)", "Read(secrets/**)", "Edit(secrets/**)", "Bash(npm unpublish *)"],
  },
  all: {
    mode: "all",
    allow: [],
    ask: ["Bash(git push *)", "WebFetch"],
    deny: ["Bash(npm publish *)", "Edit(vendor/**)"],
  },
  off: { mode: "off", allow: ["Bash(ls *)", "Edit(src/**)"] },
};
