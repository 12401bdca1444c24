import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/policy/shell/read-command.js";

const PLACE = { cwd: "/home/ada/app", home: "/home/ada", entries: () => [] };

/** The words of each part, a word that is not known with `…` at its end, `+` where more follow; or why there are none. */
function programs(command: string): string[] | string {
  const result = readCommand(command, PLACE);
  if (!result.ok) return result.why;
  return result.parts.map(({ words, takesMore }) => {
    const texts = words.map(({ text, glob, start }) => text ?? glob ?? `${start}…`);
    return texts.join(" ") + (takesMore ? " +" : "");
  });
}

describe("a wrapper program is judged by what it runs", () => {
  it.each<[command: string, parts: string[]]>([
    ["env -i -u X A=b C='d e' git status", ["git status"]],
    ['env "A=$X" git status', ["git status"]],
    ["env - PATH=x git status", ["git status"]],
    ["/usr/bin/env git status", ["git status"]],
    ["env", ["env"]],
    ["env -C x git status", ["cd x", "git status"]],
    ["timeout -k 5 10 git status", ["git status"]],
    ["timeout --signal=KILL -v 10s git status", ["git status"]],
    ["gtimeout 5 git status", ["git status"]],
    ["nice -n5 git status", ["git status"]],
    ["nice -n 5 nice -10 git status", ["git status"]],
    ["nohup setsid -w git status", ["git status"]],
    ["stdbuf -oL -e 0 git status", ["git status"]],
    ["\\time -v git status", ["git status"]],
    ["ionice -c 3 git status", ["git status"]],
    ["chrt -b 0 git status", ["git status"]],
    ["taskset -c 0,1 git status", ["git status"]],
    ["command git status", ["git status"]],
    ["command -v git", ["command -v git"]],
    ["builtin echo a", ["echo a"]],
    ["exec -a x git status", ["git status"]],
    ["watch -n 1 'git status | cat'", ["git status", "cat"]],
    ["watch -n1 git status", ["git status"]],
    ["watch -x git 'a;b'", ["git a;b"]],
    ["xargs git add", ["git add +"]],
    ["xargs -0 -n 1 -P4 -r git add", ["git add +"]],
    ["xargs -I {} git add {} x{}y", ["git add … x… +"]],
    ["xargs -I% sh -c 'git status'", ["git status"]],
    [`xargs -n1 sh -c 'git add "$1"' _`, ["git add …"]],
    ["xargs", ["xargs"]],
    ["xargs timeout 5 git add", ["git add +"]],
    ["find . -name x", ["find . -name x"]],
    ["find . -exec git add {} + -print", ["find . -print", "git add ./**"]],
    ["find -L /etc -exec cat {} +", ["find -L /etc", "cat … +"]],
    ["find src -exec a {} + -name '*.ts'", ["find src -name *.ts", "a src/**"]],
    ["find src -name '*.ts' -exec a {} +", ["find src -name *.ts", "a src/**/*.ts"]],
    ["find . -exec a {} \\; -okdir b ';'", ["find .", "a ./**", "b"]],
    ["find src/*.ts -exec a {} +", ["find src/*.ts", "a … +"]],
    ['find . -exec grep "$X" {} +', ["find .", "grep … ./**"]],
    ["bash -c 'git status; a'", ["git status", "a"]],
    ["bash -euo pipefail -c 'a'", ["a"]],
    ["/bin/sh -lc a", ["a"]],
    ["zsh -f -c a x y", ["a"]],
    ["bash -c 'bash -c \"a b\"'", ["a b"]],
    ["flock -n l git status", ["git status"]],
    ["flock l -c 'git status; a'", [":", "git status", "a"]],
    ["parallel -j4 gzip -9 {} ::: a b", ["gzip -9 … +"]],
    ["ssh host rm x", ["ssh host rm x"]],
    ["sudo rm x", ["sudo rm x"]],
    ["npx tsc", ["npx tsc"]],
    ["./env rm x", ["./env rm x"]],
  ])("%s", (command, parts) => {
    expect(programs(command)).toEqual(parts);
  });
});

describe("a wrapper that is called in an unknown way is not followed", () => {
  it.each([
    "env -S 'rm x'",
    "env --split-string='rm x'",
    "env $X git status",
    "env A=$X git status",
    "env -iS a",
    "env --unse X a",
    "env 1=2 a",
    "timeout $X git status",
    'timeout "$X" git status',
    "timeout x git status",
    "timeout -k -- 5 a",
    "nice -n -5 a",
    "env -u -i a",
    "chrt -b git status",
    "taskset git status",
    `xargs sh -c 'git add "$@"' _`,
    "command cd x",
    "command export X=1",
    "sh -c 'a {b,c}'",
    "sh -c '[[ -f x ]]'",
    "bash -ic a",
    "timeout --foo 5 a",
    "timeout -k",
    "nice --5 a",
    "\\time -o f a",
    "stdbuf -x a",
    "xargs $X",
    "xargs --foo a",
    "xargs -I {} {} a",
    "xargs -I {} sh -c 'rm {}'",
    "xargs -I '' a",
    "xargs env",
    "xargs env A=b",
    "xargs timeout 5",
    "xargs bash",
    "xargs xargs",
    "xargs find .",
    "find . $X",
    "find . src/$X",
    "find . -exec a",
    "find . -exec {} \\;",
    'find . -exec a "$X" -delete \\;',
    "find . -exec a $X \\;",
    "find . -exec sh -c 'rm {}' \\;",
    "watch $X",
    "flock l -x a",
    'flock l -c "$X"',
    "parallel ::: a b",
    "parallel 'a; b' ::: c",
    'parallel a "$X" ::: c',
    "parallel a {= system =} ::: c",
    "bash -c",
    "bash -k -c a",
    "command $X",
    "chrt -p 1 2",
    "taskset -p 1 2",
  ])("%s", (command) => {
    expect(readCommand(command, PLACE)).toMatchObject({ ok: false });
  });
});

const wrappers = fc.constantFrom(
  "env",
  "env A=b",
  "timeout 5",
  "nice",
  "nice -n 5",
  "nohup",
  "stdbuf -oL",
  "\\time",
);
const word = fc.stringMatching(/^[a-z][a-z./-]{0,6}$/);

describe("any number of them", () => {
  it("leaves the words of the program alone", () => {
    fc.assert(
      fc.property(fc.array(wrappers, { maxLength: 6 }), fc.array(word, { maxLength: 4 }), (around, words) => {
        const command = ["prog", ...words].join(" ");
        expect(programs([...around, command].join(" "))).toEqual([command]);
      }),
    );
  });
});
