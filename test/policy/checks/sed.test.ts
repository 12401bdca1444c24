import { beforeAll, describe, expect, it } from "vitest";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { isHarmlessSed } from "../../../src/policy/programs/checks/sed.js";
import { runInThrowawayFolder } from "./throwaway-folder.js";

const SEDS = [["sed"], ["sed", "-E"], ["busybox", "sed"]];
const FILES = { "in.txt": "start\na/b\nfoo bar\n\nend\n" };

beforeAll(() => ensurePrograms({ sed: "sed", busybox: "busybox" }));

describe("scripts of sed that only edit what they print", () => {
  it.each<[script: string, about: string]>([
    ["p", "a command"],
    ["1,80p", "lines"],
    ["$p", "the last line"],
    ["$!d", "all but the last"],
    ["1!G;h;$!d", "tac"],
    ["5q", "the first lines"],
    ["q5", "an exit code"],
    ["1~2d", "each second line"],
    ["2,+3p", "three more lines"],
    ["2,~4p", "up to a multiple"],
    ["/start/,/end/p", "from pattern to pattern"],
    ["/START/I,$!p", "in any case"],
    [String.raw`\%a/b%p`, "another delimiter"],
    ["s/foo/bar/g", "a substitution"],
    ["s/foo/bar/2gpI", "flags"],
    ["s|a/b|c|;s,x,y,", "two, with other delimiters"],
    [String.raw`s/a\/b/c/`, "an escaped delimiter"],
    ["s/^ +//; s/ +$//", "blanks"],
    ["s/[^a-z]/_/g", "a bracket"],
    ["s/[[:space:]]*$//", "a class"],
    ["s/[]x]/y/", "a bracket in brackets"],
    ["s/foo/x\\\ny/", "a line in the replacement"],
    ["s/w/e/", "letters of commands are text"],
    ["y/abc/xyz/", "letters"],
    [":a;N;$!ba;s/\\n/ /g", "a loop"],
    [":a\nN\n$!ba\ns/\\n/ /g", "a loop in lines"],
    ["/a/{s/b/c/;p\n}", "a block"],
    ["/x/!{=;l 20\n}", "a block that prints"],
    ["# w x\np", "a comment"],
    ["1a w x", "a text that looks like a command"],
    ["1i\\\nw x\\\ne touch pwned", "a text of two lines"],
    ["2c\\\nnew", "a line replaced"],
    ["", "nothing"],
  ])("%j (%s)", (script) => {
    expect(isHarmlessSed(script)).toBe(true);
    for (const sed of SEDS)
      expect(runInThrowawayFolder([...sed, "-n", script, "in.txt"], { files: FILES }).left).toEqual([]);
  });
});

describe("scripts of sed that do more", () => {
  it.each<[script: string, about: string]>([
    ["w pwned", "a file is written"],
    ["1w pwned", "behind an address"],
    ["s/a/b/w pwned", "a flag"],
    ["s/a/b/gpw pwned", "among other flags"],
    ["s/.*/touch pwned/e", "the result is run"],
    ["1e touch pwned", "a command is run"],
    ["/foo/{e touch pwned\n}", "in a block"],
    ["p;p;w pwned", "behind others"],
    ["$!{w pwned\n}", "behind a negation"],
    ["s/a/b/;w pwned", "behind a substitution"],
    ["1a x\\\\\nw pwned", "a text that ends sooner than it seems"],
    ["y/a/b/;w pwned", "behind letters"],
    ["b x;:x;w pwned", "behind a label"],
    ["2,+1w pwned", "behind a number of lines"],
    ["#\nw pwned", "behind a comment"],
  ])("%j, and it happens (%s)", (script) => {
    expect(isHarmlessSed(script)).toBe(false);
    const outcomes = SEDS.map(
      (sed) => runInThrowawayFolder([...sed, "-n", script, "in.txt"], { files: FILES }).left,
    );
    expect(outcomes).toContainEqual(["pwned"]);
  });

  it.each<[script: string, about: string]>([
    ["r /etc/passwd", "another file is read"],
    ["/[/]/w pwned", "a bracket that GNU ends and BSD does not"],
    ["R x", "line by line"],
    ["W x", "the first line is written"],
    ["s/[a/]/;p;#/w x", "BSD looks for the delimiter behind the bracket"],
    ["s/[]/]/;p;#/w x", "the same, with a bracket in brackets"],
    [`s/[${"a".repeat(100)}/]/;p;#/w x`, "the same, far away"],
    ["/[/]/;p;#/w x", "the same in an address"],
    [String.raw`s/[\]/;p;#/]/w x`, "a backslash in brackets"],
    ["y/[/]/a/;p;#/w x", "the same in letters"],
    [":x;a foo\\\nb x;a foo\\\nw x", "to BSD the whole line is the label"],
    ["b;a foo\\\nw x", "a branch without a label"],
    ["sxaxbx", "a letter as the delimiter"],
    ["s\nab\nc\n", "a line's end as the delimiter"],
    ["s/a/b", "not closed"],
    ["s/a\nb/c/", "a line's end in a pattern"],
    ["1,", "half an address"],
    ["/a", "half a pattern"],
    ["a x\\", "a text that goes on elsewhere"],
    ["p\0w x", "NUL"],
    ["p\rw x", "a carriage return"],
    ["M", "no command"],
    ["5", "an address alone"],
  ])("%j (%s)", (script) => expect(isHarmlessSed(script)).toBe(false));
});
