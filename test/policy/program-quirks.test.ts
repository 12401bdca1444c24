import { describe, expect, it } from "vitest";

import { judge } from "../../src/policy/judge.js";
import { ADA } from "./ada.js";
import { policyOf } from "./policy-of.js";

/** Ways in which programs read their words unlike others. Each was tried: it ran, wrote or showed what it says. */
const LEFT_TO_THE_PERSON: readonly (readonly [command: string, about: string])[] = [
  ["tree -Io node_modules src/x", "letters behind -I are read on, and -o writes (tree 2.1)"],
  ["tree -Lo 2 src/x", "behind -L too"],
  ["zip -x a src.zip -r ../x.zip src", "a list ends at an option, and then comes the archive (zip 3.0)"],
  ["zip a.zip src -x b -r ../other", "or further files"],
  ["zip a.zip src -x b @ ../other", "an @ ends it too"],
  ["zip -lf ../x.log a.zip src", "two letters that are one option"],
  ["unzip a.zip -x b -d /home/ada", "the folder may follow the list (unzip 6.0)"],
  ["zgrep \"-ex'\" -e ';touch pwned #' a.gz", "a script that evaluates its options (gzip 1.12)"],
  ["ps -uxe", "no user xe: read as BSD's options, it shows every environment (procps 4.0)"],
  ["ps auxe", "the same in BSD's form"],
  ["ps -eHT", "and where options of System V contradict each other"],
  ["xxd -ps a.bin src/x", "-ps is one option, and the second name is written"],
  ["zstd -c -ov src/x a.txt", "letters behind -o are read on, the next word is written (zstd 1.5)"],
  ["awk --assign 'BEGIN{system(\"id\")}' a.txt", "macOS ignores an option it does not know"],
  ["xmllint --c14n a.xml", "opens the files that a document names (libxml2 2.9)"],
  ['jq -n \'import "x" as $d {search: "/home/ada/.docker"}; $d\'', "reads any JSON file"],
  ["csplit -b '/../../x%d' -f src a.txt 1", "a suffix that leaves the folder"],
  ["cp --parents ../../x/y src", "a source that leaves the folder it is copied to"],
  ["tar -cf host:a.tar src", "another machine, by a remote shell"],
  ["7z a a.7z @list", "names from a file"],
  ["7z a a.7z 'sec*'", "a pattern that it expands by itself"],
  ["tar -cf a.tar @b.tar", "what is in an archive (bsdtar 3.6)"],
  ['yq "$X"', "without a filter, a file"],
  ["ar rcs lib.a @words", "options from a file"],
  ["kill -9 -1", "every process"],
  ["date 010100002020", "sets the clock"],
  ["git config core.pager list -l", "sets a value: options end at the first name"],
  ["git merge -s evil main", "a program git-merge-evil"],
  [
    'for f in *.txt; do python3 -m unittest -- "$f"; done',
    "x.txt is the attribute txt of x.py (Python 3.11)",
  ],
  ["isort src", "reads the first line of every file below, also of a key behind a link (isort 5.6)"],
];

const COVERED: readonly string[] = [
  "tree -L 2 -I node_modules",
  "zip -qr dist/app.zip dist -x '*.map'",
  "unzip -q -o fonts.zip -d assets",
  "zgrep -in error logs/a.gz",
  "ps aux",
  "ps -ef",
  "xxd -l 16 a.bin",
  "zstd -dc a.zst",
  "awk -F: '{ print $1 }' a.txt",
  "xmllint --noout a.xml",
  "jq --arg v 2 '.version = $v' package.json",
  "cp -R src/a src/b",
  "tar -C vendor -xzf a.tgz",
  "7z x a.7z -odist -y",
  "ar rcs lib.a a.o b.o",
  "kill -9 4711",
  "date -u +%Y-%m-%d",
  "git config user.email",
  "git merge -s ours main",
  "git push -u origin HEAD",
  "python3 -m unittest tests.test_tool.TestTool.test_one",
  "isort --check-only tests",
];

function verdictOf(command: string): string {
  const [program = ""] = command.split(" ");
  const policy = policyOf({ mode: "rules", allow: [`Bash(${program} *)`, "Edit(**)"] });
  return judge({ tool: "Bash", input: { command } }, policy, ADA).verdict;
}

describe("programs that read their words in ways of their own", () => {
  it.each(LEFT_TO_THE_PERSON)("leaves %s to the person: %s", (command) => {
    expect(verdictOf(command)).toBe("ask");
  });

  it.each(COVERED)("covers %s", (command) => {
    expect(verdictOf(command)).toBe("allow");
  });
});
