import fc from "fast-check";

/** Programs that the rule sets know, and some they do not. */
const PROGRAM = fc.constantFrom(
  "git",
  "ls",
  "cat",
  "npm",
  "rm",
  "find",
  "sed",
  "touch",
  "sh",
  "node",
  "echo",
  "cd",
);
const ARGUMENT = fc.constantFrom(
  "status",
  "log",
  "test",
  "-rf",
  "-c",
  "--output=x",
  "..",
  "~",
  "src/a.ts",
  "$X",
  "*",
  "'a b'",
  '"$HOME"',
  "-exec",
);

const simple = fc
  .tuple(PROGRAM, fc.array(ARGUMENT, { maxLength: 4 }))
  .map(([program, words]) => [program, ...words].join(" "));

/** Commands put together of others, most of them sound. */
export const anyCommand: fc.Arbitrary<string> = fc.letrec<{ command: string }>((tie) => ({
  command: fc.oneof(
    { maxDepth: 4, depthIdentifier: "command" },
    simple,
    fc
      .tuple(tie("command"), fc.constantFrom(" && ", " || ", "; ", " | ", " & ", "\n"), tie("command"))
      .map((parts) => parts.join("")),
    tie("command").map((inner) => `(${inner})`),
    tie("command").map((inner) => `echo "$(${inner})"`),
    tie("command").map((inner) => `{ ${inner}; } > src/x`),
    tie("command").map((inner) => `if true; then ${inner}; fi`),
    tie("command").map((inner) => `timeout 5 ${inner}`),
    tie("command").map((inner) => `bash -c ${singleQuoted(inner)}`),
    tie("command").map((inner) => `cat <<EOF\n$(${inner})\nEOF`),
  ),
})).command;

/** Pieces of shell in any order, most of them unsound. */
export const shellText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ..."git status ls ; & | && || ( ) { } $( ` ' \" \\ < > << >> $ ${ } $(( )) # ! * ? [ ] [[ ]] = ~ if then fi do done case esac in \n \t".split(
        " ",
      ),
      " ",
      " ",
      "EOF",
      "\r",
      "\u00a0",
      "$'\\x41'",
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(""));

/** A program and arguments that mean themselves. */
// None that begins with `=`: zsh puts a program's path there.
export const plainWords: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.constantFrom("git", "ls", "cat", "npm", "rm", "find", "sort", "sed", "node", "curl"),
    fc.array(fc.stringMatching(/^[a-z./:,@+-][a-z./:=,@+-]{0,7}$/), { maxLength: 4 }),
  )
  .map(([program, words]) => words.toSpliced(0, 0, program));

/** One of the many ways to write a word whose characters mean themselves. */
export function inQuotes(word: string): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...STYLES), { minLength: word.length, maxLength: word.length })
    .map((styles) => Array.from(word, (character, at) => styles[at]?.(character) ?? character).join(""));
}

const STYLES: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character,
  (character) => `'${character}'`,
  (character) => `"${character}"`,
  (character) => `\\${character}`,
  (character) => `""${character}''`,
  (character) => `$'${character}'`,
  (character) => `$'\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}'`,
];

export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
