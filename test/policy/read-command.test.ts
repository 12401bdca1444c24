import fc from "fast-check";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { describe, expect, it } from "vitest";
import type { CommandPart, ReadCommand, Word } from "../../src/policy/shell/command-part.js";
import { readCommand } from "../../src/policy/shell/read-command.js";

const PLACE = { cwd: "/home/ada/app", home: "/home/ada", entries: () => [] };

function read(command: string): ReadCommand {
  return readCommand(command, PLACE);
}

function shown({ text, start }: Word): string {
  return text ?? `${start}…`;
}

/** The words of each part, a word that is not known with `…` at its end. */
function programs(command: string): string[] | string {
  const result = read(command);
  return result.ok ? result.parts.map(({ words }) => words.map(shown).join(" ")) : result.why;
}

function partOf(command: string, program: string): CommandPart | undefined {
  return read(command).parts.find(({ words }) => words[0]?.text === program);
}

describe("every program that may run is a part", () => {
  it.each<[command: string, parts: string[]]>([
    ["a && b || c; d & e | f |& g", ["a", "b", "c", "d", "e", "f", "g"]],
    ["a\nb\n\n# c\nd # e", ["a", "b", "d"]],
    ["(a; { b; })", ["a", "b"]],
    ["! a", ["a"]],
    ["time -p a | b", ["a", "b"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]],
    ['for f in "$(a)"; do b "$f"; done', ["a", "b …"]],
    ["for ((i = 0; i < 3; i++)); do a; done", ["a"]],
    ["select x in a b; do c; done", ["c"]],
    ["case $(a) in $(b)) c ;; *) d ;& e) f ;; esac", ["a", "b", "c", "d", "f"]],
    ["[[ -f $(a) && ( ! $(b) == x ) ]]", ["a", "b"]],
    ['a "$(b "$(c)")" "`d "\\`e\\`"`"', ["c", "b …", "e", "d …", "a … …"]],
    ["a <(b) > >(c)", ["b", "c", "a …"]],
    ['a "$(b)" x"$(c)"y "${x:-$(d)}" "${y/$(e)/$(f)}"', ["b", "c", "d", "e", "f", "a … x… … …"]],
    ["x=$(a) y=$(b) c", ["a", "b", "c"]],
    ["x=$(a)", ["a", ":"]],
    ["cat <<EOF\n$(a) `b`\nEOF", ["a", "b", "cat"]],
    ["cat <<'EOF'\n$(a)\nEOF", ["cat"]],
    ["cat <<< $(a)", ["a", "cat"]],
    ['a > "$(b)"', ["b", "a"]],
    ['{ a; } > "$(b)"', ["b", ":", "a"]],
    ["> f", [":"]],
    ["eval 'a; b'; eval c d", ["a", "b", "c d"]],
    ["trap 'a; b' EXIT; c", ["trap a; b EXIT", "c", "a", "b"]],
    ["trap - EXIT; trap '' INT; a", ["trap - EXIT", "trap  INT", "a"]],
    ["exec a", ["a"]],
    ["exec 3> f; a", [":", "a"]],
    ["bash <<'EOF'\na; b\nEOF", ["a", "b"]],
    ["bash -s <<< 'a'", ["a"]],
    ["bash script.sh -c x", ["bash script.sh -c x"]],
    ["bash --version", ["bash --version"]],
    ["bash", ["bash"]],
  ])("%j", (command, parts) => {
    expect(programs(command)).toEqual(parts);
  });
});

describe("what cannot be followed is said", () => {
  it.each<[command: string, why: string]>([
    ["", "runs nothing"],
    [" \n # a", "runs nothing"],
    ["a 'b", "cannot be parsed: unterminated single quote"],
    ["a $(b 'c)", "cannot be parsed: unterminated command substitution"],
    ["a; $(if)", "cannot be parsed: expected 'then'"],
    ["cat <<EOF\na", "has a here-document without an end"],
    ["a\\", "ends in a backslash"],
    ["a\r", "has characters that cannot be seen"],
    ["a \0", "has characters that cannot be seen"],
    ["a \u202e", "has characters that cannot be seen"],
    ["a \u200b", "has characters that cannot be seen"],
    ["a \ud800", "has half a character"],
    ["$X a", "has $X without quotes, which may become several words"],
    ['"$X" a', "runs a program whose name is not known"],
    ["{rm,-rf,/}", "runs a program whose name is not known"],
    ["/bin/r? x", "runs a program whose name is not known"],
    ["$(a) b", "has a substitution without quotes, which may become several words"],
    ['"$(a)" b', "runs a program whose name is not known"],
    ["~bob/a", "has a home folder that is not known"],
    ['$"a" b', "has a quoted text that shells read differently"],
    ["gіt status", "runs a program whose name has unusual characters"],
    ["'' a", "runs a program whose name has unusual characters"],
    ["git() { rm -rf /; }; git status", "defines git anew"],
    ["function git { rm; }", "defines git anew"],
    ["alias git=rm; git x", "uses alias"],
    ["enable -f x y", "uses enable"],
    ["source x", "uses source"],
    [". x", "uses ."],
    ["let x=1", "uses let"],
    ["noglob rm x", "uses noglob"],
    ["- rm x", "uses -"],
    ["coproc a", "runs a coprocess"],
    ["hash -p /tmp/x ls", "changes where programs are found"],
    ["shopt -s expand_aliases", "changes how the shell reads commands"],
    ["set -k; a", "changes how the shell reads commands"],
    ["set -o allexport", "changes how the shell reads commands"],
    ["mapfile -C a x", "uses mapfile"],
    ["read 'a[$(b)]'", "uses read with a variable that is not known"],
    ['read "$x"', "runs read with an option that is not known before it runs"],
    ["printf -v 'a[$(b)]' x", "uses printf with a variable that is not known"],
    ['printf "$x"', "uses printf with a format that is not known"],
    ["unset 'a[$(b)]'", "uses unset with a variable that is not known"],
    ["declare -n x=y", "declares a variable that is not known"],
    ["declare -i x=y", "declares a variable that is not known"],
    ['export "$x"', "declares a variable that is not known"],
    ["[ -v 'a[$(b)]' ]", "has a test that cannot be followed"],
    ["test *", "has a test that cannot be followed"],
    ['[ "$x" "$y" ]', "has a test that cannot be followed"],
    ["[[ -v 'a[$(b)]' ]]", "has a test that cannot be followed"],
    ["[[ $x -eq 1 ]]", "has a test whose operand is not known to be a number"],
    ["echo ${!x}", "expands a variable whose name is in another"],
    ["echo ${x@P}", "expands ${…@P}"],
    ["echo ${(e)x}", "has an expansion that shells read differently"],
    ["ls *(e:'a':)", "has a pattern with parentheses, which zsh may run"],
    ["HOME=/; a", "sets HOME"],
    ["IFS=/; a", "sets IFS"],
    ['exit "$x"', "leaves with a number that is not known to be one"],
    ["exit 1 2", "leaves with a number that is not known to be one"],
    ['trap "$x" EXIT', "sets a trap that is not known"],
    ['eval "$x"', "evaluates a text that is not known"],
    ["eval 'a", "cannot be parsed: unterminated single quote"],
    ['eval "a \'b"', "cannot be parsed: unterminated single quote"],
    ['bash -c "$x"', "runs bash in a way that is not known"],
    ['bash -c "a $x"', "runs a text that is not known"],
    ["bash --rcfile x -c a", "runs bash in a way that is not known"],
    ["bash -O extglob -c a", "runs bash in a way that is not known"],
    ["a | bash", "has a shell that reads its commands from elsewhere"],
    ["bash < a", "has a shell that reads its commands from elsewhere"],
    ["bash <<EOF\n$x\nEOF", "has a shell that reads its commands from elsewhere"],
    ["exec < a; bash", "has a shell that reads its commands from elsewhere"],
    ["a | { b; sh; }", "has a shell that reads its commands from elsewhere"],
    ["{ bash; } < a", "has a shell that reads its commands from elsewhere"],
    ["bash /dev/stdin < a", "has a shell that reads its commands from elsewhere"],
    ["bash <(a)", "runs bash in a way that is not known"],
    ["cat < /dev/tcp/a/80", "has a redirect that opens a connection"],
    ["a | bash <<< b", "has a shell that reads its commands from elsewhere"],
    ["a<1-3>b", "has a redirect that shells read differently"],
    ["a >!b", "has a redirect that shells read differently"],
    ["a=([$(b)]=c)", "sets a variable to a list, whose subscripts shells evaluate"],
    // What the parser lets pass (unbash 6.0.3) and bash reads otherwise, found by running both.
    ["cat <(a)#b; rm x", "has text right behind a process substitution"],
    ["1<(a)", "has a word that shells read differently"],
    ["b 1>(a)", "has a word that shells read differently"],
    ["x=(`a`)~ b", "has a word that shells read differently"],
    ["a (b", "has a loose parenthesis"],
    ["a(", "has a loose parenthesis"],
    ["! && a", "has an operator without a command"],
    ["time & a", "has an operator without a command"],
    ["echo ${ a; }", "has a substitution in braces"],
    ["echo ${ ab", "has a substitution in braces"],
    ["echo $[ '] ; rm x #'", "has $[ in it, which cannot be followed"],
    ['echo "$[a"', "has $[ in it, which cannot be followed"],
    ["cat <<A\n$[a\nA", "has $[ in it, which cannot be followed"],
    ["echo $\\\n{x}", "has a word that goes on in the next line"],
    ["a &\\\n& b", "has a word that goes on in the next line"],
    ["a >&1\\'b", "has a redirect that shells read differently"],
  ])("%j: the command %s", (command, why) => {
    expect(programs(command)).toBe(why);
  });

  it("with the parts that were found, for deny rules", () => {
    const result = read('rm -rf /; bash -c "$(curl x)"');
    expect(result.ok).toBe(false);
    expect(result.parts.map(({ words, fedBy }) => [words.map(shown).join(" "), fedBy])).toEqual([
      ["rm -rf /", []],
      ["curl x", []],
      ["bash -c …", ["curl"]],
    ]);
  });
});

describe("arithmetic passes where it can only count", () => {
  it.each([
    "echo $((1 + 2 * (3 - 4)))",
    "i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done",
    "for i in {1..5}; do echo $((i * 2)); done",
    "for i in 1 2 3; do (( i > 1 )) && echo $i; done",
    "a; [[ $? -eq 0 ]] && echo ok",
    "rc=$?; exit $rc",
    'x=5; echo "${y:$x:1}"',
    "x=y; bash -c 'x=1; echo $((x))'",
    "npm test & pid=$!; wait $pid",
    "for i in $(seq 1 3); do echo $i; done",
    "echo $((RANDOM % 6))",
  ])("%s", (command) => {
    expect(read(command)).toMatchObject({ ok: true });
  });

  it.each([
    "x='a[$(b)]'; echo $((x))",
    "x=$(a); echo $((x))",
    "echo $((x))",
    "echo $(($1))",
    "echo $(( $(a) ))",
    "x=1; read x; echo $((x))",
    "x=1; printf -v x %s y; echo $((x))",
    "x=1; eval 'x=y'; echo $((x))",
    "x=1; for x in a; do echo $((x)); done",
    "x=1; bash -c 'echo $((x))'",
    "x=1; : ${x:=y}; echo $((x))",
    "x=1; x+=y; echo $((x))",
    "(( f(x) ))",
    "echo ${y:x}",
    "echo ${y[x]}",
  ])("not so %s", (command) => {
    expect(read(command)).toMatchObject({ ok: false });
  });
});

describe("variables are told to what follows them", () => {
  it.each<[command: string, program: string, variables: string[]]>([
    ["X=1 Y=2 a; b", "a", ["X", "Y"]],
    ["X=1 Y=2 a; b", "b", []],
    ["X=1; a", "a", ["X"]],
    ["X=1 && export Y=2 Z; a", "a", ["X", "Y", "Z"]],
    ["declare -x X=1; readonly Y=2; a", "a", ["X", "Y"]],
    ["read X Y; a", "a", ["X", "Y"]],
    ["printf -v X %s y; a", "a", ["X"]],
    ["getopts ab X; a", "a", ["X", "OPTARG", "OPTIND"]],
    ["unset X; a", "a", ["X"]],
    ["for X in 1; do a; done", "a", ["X"]],
    ["for i in 1 2; do a; X=1; done", "a", ["i", "X"]],
    ['a "${X:=1}"; b', "b", ["X"]],
    ["X=0; echo $((X = 1, X++)); a", "a", ["X"]],
    ["a {X}> f; b", "b", ["X"]],
    ["(X=1; a); b", "a", ["X"]],
    ["(X=1; a); b", "b", []],
    ["echo | read X; a", "a", ["X"]],
    ["env X=1 -- a", "a", []],
    ["env X=1 a", "a", ["X"]],
    ["env -u X -u Y a", "a", ["X", "Y"]],
    ["X=1 bash -c 'Y=2; a'", "a", ["X", "Y"]],
    ["X=1; bash -c a", "a", ["X"]],
    ["trap a EXIT; X=1", "a", ["X"]],
    ["X=1 eval a", "a", ["X"]],
    ["X+=1 a", "a", ["X"]],
  ])("%s: %s", (command, program, variables) => {
    expect(partOf(command, program)?.assignments.map(({ name }) => name) ?? []).toEqual(variables);
  });
});

describe("cd moves what follows it", () => {
  it.each<[command: string, cwd: string | undefined]>([
    ["a", "/home/ada/app"],
    ["cd b && a", "/home/ada/app/b"],
    ["cd b/../../c && a", "/home/ada/c"],
    ["cd /tmp && cd x && a", "/tmp/x"],
    ["cd && a", "/home/ada"],
    ["cd ~/x && a", "/home/ada/x"],
    ["cd -- b && a", "/home/ada/app/b"],
    ['cd "$PWD/b" && a', "/home/ada/app/b"],
    // It may have failed.
    ["cd b; a", undefined],
    ["cd b || a", "/home/ada/app"],
    ["cd b || exit 1; a", "/home/ada/app/b"],
    ["cd /home/ada/app; a", "/home/ada/app"],
    ["! cd b && a", "/home/ada/app"],
    ["if cd b; then a; fi", "/home/ada/app/b"],
    ["cd $X && a", undefined],
    ["cd - && a", undefined],
    ["cd -P b && a", undefined],
    ["cd x y && a", undefined],
    ["pushd b && a", undefined],
    ["(cd b); a", "/home/ada/app"],
    ["(cd b && a)", "/home/ada/app/b"],
    ["x=$(cd b) && a", "/home/ada/app"],
    ["cd b & a", "/home/ada/app"],
    ["{ cd b && true; } && a", "/home/ada/app/b"],
    ["bash -c 'cd b'; a", "/home/ada/app"],
    ["eval 'cd b' && a", "/home/ada/app/b"],
    ["builtin cd b && a", "/home/ada/app/b"],
    ["env cd b && a", "/home/ada/app"],
    ["cd b | true && a", undefined],
    ["for i in 1 2; do a; cd b; done", undefined],
    ["CDPATH=/x cd b && a", undefined],
    ["env -C b a", "/home/ada/app/b"],
    ["find . -execdir a {} +", undefined],
  ])("%s", (command, cwd) => {
    expect(partOf(command, "a")).toMatchObject({ cwd });
  });
});

describe("redirects and what feeds a program", () => {
  it.each<[command: string, redirects: string[]]>([
    ["a > b >> c >| d &> e &>> f <> g >& h", [">b", ">c", ">d", ">e", ">f", ">g", ">h"]],
    ["a < b 2>&1 >&2 3<&- 2>&- <&3", ["<b"]],
    ["a {fd}> b 2> c", [">b", ">c"]],
    ["a > $X", [">…"]],
    ["a > ~/b", [">/home/ada/b"]],
    ["a > >(b)", []],
    ["timeout 5 a > b", [">b"]],
  ])("%s", (command, redirects) => {
    const found = partOf(command, "a")?.redirects.map(
      ({ writes, target }) => (writes ? ">" : "<") + shown(target),
    );
    expect(found).toEqual(redirects);
  });

  it.each<[command: string, fedBy: string[]]>([
    ["a", []],
    ["b | /usr/bin/c x | a", ["b", "c"]],
    ["b | timeout 5 c | a", ["b", "c"]],
    ["b | (c; a)", ["b"]],
    ["a <(b | c)", ["b", "c"]],
    ["b > >(a)", ["b"]],
    ["b | echo $(a)", ["b"]],
    ["a <<< x", ["<<"]],
    ["a < b", ["<"]],
    ["while a; do b; done < c", ["<"]],
  ])("%s", (command, fedBy) => {
    expect(partOf(command, "a")?.fedBy).toEqual(fedBy);
  });

  it("keeps each part's text", () => {
    const { parts } = read("a 'b'  c && bash -c 'd  e' | `f \\`g  h\\``");
    expect(parts.map(({ source }) => source)).toEqual([
      "a 'b'  c",
      "d  e",
      "g  h",
      "f `g  h`",
      "`f \\`g  h\\``",
    ]);
  });
});

const pieces = fc.constantFrom(
  ..."a b $ ${ $( $(( ` ' \" \\ \\\n { } {, , .. ( ) (( )) [ ] [[ ]] ; ;; & && | || ! # < << <<< > >( <( = a= a=( * ? @( ~ \n if then fi for in do done case esac while function coproc time eval env xargs bash -c -exec find + {} x:- @P :1 <<A A".split(
    " ",
  ),
  " ",
);
const shellish = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));
const spaced = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(" "));

/** Each of them goes elsewhere, and is read twice for that. */
function nestedLoops(depth: number): string {
  return Array.from({ length: depth }, (_, index) => `for i in a; do cd /${String(index)} && `).join("");
}

function hasError(command: string): boolean {
  const stack: SyntaxNode[] = [parse(command)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "Script" && (node.errors?.length ?? 0) > 0) return true;
    forEachChild(node, (child) => {
      stack.push(child);
    });
  }
  return false;
}

describe("any text at all", () => {
  const anything = fc.oneof(shellish, spaced, fc.string({ unit: "binary", maxLength: 200 }));

  it("is read without an exception", () => {
    fc.assert(
      fc.property(anything, (command) => {
        const result = read(command);
        return result.ok ? result.parts.length > 0 : result.why !== "";
      }),
      { numRuns: 5000 },
    );
  });

  it("is not read in full where the parser reports an error anywhere in it", () => {
    fc.assert(
      fc.property(fc.oneof(shellish, spaced), (command) => !hasError(command) || !read(command).ok),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["a".repeat(64 * 1024 + 1), "is longer than 64 KB"],
    ["{".repeat(60_000), "is too large to be taken apart"],
    ["$[".repeat(30_000), "is too large to be taken apart"],
    ["a <<A;".repeat(10_000), "is too large to be taken apart"],
    [`a ${"b ".repeat(30_000)}`, "is too large to be taken apart"],
    ["a;".repeat(1_000), "is too large to be taken apart"],
    [`echo $((${"1+".repeat(10_000)}1))`, "is too large to be taken apart"],
    [`${"echo $(".repeat(20)}a${")".repeat(20)}`, "is nested too deep"],
    [`${"env ".repeat(10_000)}a`, "is nested too deep"],
    [`${nestedLoops(14)}c${"; done".repeat(14)}`, "is too large to be taken apart"],
    [`${"eval ".repeat(10_000)}a`, "is too large to be taken apart"],
    [`${"eval ".repeat(20)}a`, "is nested too deep"],
  ])("is bounded: %#", (command, why) => {
    expect(read(command)).toMatchObject({ ok: false, why });
  });

  it("is not read where the parser runs out of stack", () => {
    expect(read("function ".repeat(7_000))).toMatchObject({ ok: false, parts: [] });
  });
});
