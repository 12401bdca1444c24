import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/policy/read-command.js";
import { hasTraps, trapIn } from "../../src/policy/traps.js";

function trap(command: string, spelled?: number): string | undefined {
  const part = readCommand(command, { cwd: "/home/ada/app", home: "/home/ada" }).parts.at(-1);
  if (part === undefined) throw new Error(`no part in ${command}`);
  return trapIn(part, spelled);
}

describe("the word that makes more of a program", () => {
  it.each<[command: string, trap: string]>([
    ["git -c core.pager=x log", "-c"],
    ["git -ccore.pager=x log", "-ccore.pager=x"],
    ["git --exec-path=x log", "--exec-path=x"],
    ["git -p log", "-p"],
    ["git -C .. log", "-C"],
    ["git -C/tmp log", "-C/tmp"],
    ["git --git-dir x log", "--git-dir"],
    ["git diff --output=x", "--output=x"],
    ["git diff --ou=x", "--ou=x"],
    ["git log --ext-d", "--ext-d"],
    ["git grep -nO x", "-nO"],
    ["git config x y", "config"],
    ["git rebase -x a", "-x"],
    ["git clone -u a b", "-u"],
    ["git clone ext::a", "ext::a"],
    ["git clone -- ext::a", "ext::a"],
    ["git bisect run a", "run"],
    ["git submodule foreach a", "foreach"],
    ["find . -delete", "-delete"],
    ["find . -fprintf x y", "-fprintf"],
    ["sed -i s/a/b/ x", "-i"],
    ["sed -ni.bak p x", "-ni.bak"],
    ["sed --in-pl x", "--in-pl"],
    ["sed 's/a/b/e' x", "s/a/b/e"],
    ["sed 's/a/b/gw x' x", "s/a/b/gw x"],
    ["sed '1e a' x", "1e a"],
    ["sed -e p -e 'w x' y", "w x"],
    ["sed '/a/{w x\n}' y", "/a/{w x\n}"],
    ["awk '{ print > \"x\" }'", '{ print > "x" }'],
    ["awk 'BEGIN { system(\"x\") }'", 'BEGIN { system("x") }'],
    ["gawk -f x", "-f"],
    ["sort -uo x y", "-uo"],
    ["sort --outp=x y", "--outp=x"],
    ["rg --pre=x y", "--pre=x"],
    ["tar xIf a b", "xIf"],
    ["tar --to-com=x -xf a", "--to-com=x"],
    ["rsync -ave x y z", "-ave"],
    ["ssh -oProxyCommand=x h", "-oProxyCommand=x"],
    ["curl -sSLo x y", "-sSLo"],
    ["wget -O x y", "-O"],
    ["man -P x y", "-P"],
    ["less +!x y", "+!x"],
    ["make SHELL=x", "SHELL=x"],
    ["node -pe x", "-pe"],
    ["node --eval=x", "--eval=x"],
    ["node <<< x", "<<"],
    ["a | python3.12 -", "-"],
    ["python3 -Ic x", "-Ic"],
    ["perl -pi -e x y", "-pi"],
    ["npm run test --prefix x", "--prefix"],
    ["npm exec x", "exec"],
    ["npx vitest --config=x", "--config=x"],
    ["go test -exec x ./...", "-exec"],
    ["docker run -v /:/x y", "-v"],
    ["uniq a b", "b"],
    ["date -s x", "-s"],
    ["/usr/bin/sort -o x", "-o"],
    ["sort -o$X y", "-o"],
  ])("%s", (command, word) => {
    expect(trap(command)).toBe(word);
  });

  it.each([
    "git status -sb",
    "git log -c --oneline",
    "git -C packages/core --no-pager status",
    "git commit -m 'rename --output'",
    "git switch -c x",
    "git push -u origin x",
    "git config --get x",
    "git log -- --output=x",
    "sed -n '1,80p;/a b/,$d' x",
    "sed -E 's/^ +//; s|a|b|g' x",
    "awk -F: 'NR>=10 || $1 == 2 { print $2 }' x",
    "sort -t o -k 2 x",
    "rg -e z x",
    "tar -xzf a",
    "curl -H o -sS x",
    "make -j4 build",
    "node x.js -e y",
    "python3 -m pytest -c",
    "npm run test -- --prefix x",
    "npx vitest run --reporter=verbose",
    "uniq -c a",
    "ls -la",
  ])("none in %s", (command) => {
    expect(trap(command)).toBeUndefined();
  });

  it("is not one that the rule spells out", () => {
    expect(trap("git -c a=b log --output=x", 4)).toBe("--output=x");
    expect(trap("git -c a=b log", 4)).toBeUndefined();
    expect(trap("curl -o a -o b", 3)).toBe("-o");
    expect(trap("sed -i -e 'w x' a", 2)).toBe("w x");
    expect(trap("node -e x", 2)).toBeUndefined();
  });
});

it.each([
  ["git", true],
  ["/usr/bin/git", true],
  ["python3.12", true],
  ["gsed", true],
  ["ls", false],
  ["cat", false],
  ["wc", false],
])("hasTraps(%j) is %j", (program, expected) => {
  expect(hasTraps(program)).toBe(expected);
});
