/**
 * Whether a script of a shell, or a batch file, starts us: by our name as its command, or by our own file. A name that
 * merely occurs, as a user, in a path or in a comment, is none.
 */
export function callsUs(script: string, isOurFile: (path: string) => boolean): boolean {
  const [first = ""] = script.split("\n", 1);
  if (first.startsWith("#!") && !SHELL_LINE.test(first)) return false;
  // In a batch file the sign is one like any other: npm's own jump to a label that begins with it.
  return holdsCall(first.startsWith("#!") ? script.replace(COMMENT, "$1") : script, isOurFile);
}

/** Other languages start programs in ways of their own, and `cac` is also the name of a library. */
const SHELL_LINE = /^#!.*?\b(?:sh|bash|dash|zsh|ksh|fish|pwsh)\b/;
/** Behind whatever is quoted before it on its line. */
const COMMENT = /^((?:[^"'#\n]|"[^"\n]*"|'[^'\n]*'|(?<=\S)#)*)#.*$/gm;
/** Separators of commands, and words of quoted and bare pieces. */
const TOKEN = /[;&|(){}]+|(?:"[^"]*"|'[^']*'|[^\s;&|(){}"'])+/g;
const SEPARATOR = /^[;&|(){}]/;

function holdsCall(script: string, isOurFile: (path: string) => boolean): boolean {
  return script
    .split(/\r?\n/)
    .flatMap(commandsOf)
    .some((words) => startsUs(words, isOurFile));
}

/** The commands of a line, each as its words. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token] of line.matchAll(TOKEN)) {
    if (SEPARATOR.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replace(/["']/g, "").replace(/^@(?=\w)/, ""));
  }
  return commands;
}

function startsUs(words: readonly string[], isOurFile: (path: string) => boolean): boolean {
  const at = words.findIndex((word) => !isBeforeCommand(word));
  const command = words[at];
  if (command === undefined) return false;
  if (OUR_NAMES.has(nameOf(command)) || isOurFile(command)) return true;
  return /^[-/]c$/i.test(words[at - 1] ?? "") && holdsCall(command, isOurFile);
}

const OUR_NAMES = new Set(["cac", "claude-auto-continue"]);
/** What stands before a command and starts it. */
const STARTERS = new Set(
  "! exec command env nohup time nice call if then else elif do while npx bunx dlx node bun sh bash zsh cmd".split(
    " ",
  ),
);

function isBeforeCommand(word: string): boolean {
  return isFiller(word) || STARTERS.has(nameOf(word));
}

/** An option, a number that belongs to one, an assignment, or a program that only the shell knows by its variable. */
function isFiller(word: string): boolean {
  return /^(?:-.*|\/[a-z]|\d+|\w+=.*|\$\w+|%[^%\\/]+%)?$/i.test(word);
}

/** `/usr/bin/cac.cmd` and `cac@latest` are `cac`. */
function nameOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return name.replace(/@[\w.^~-]+$/, "").replace(/\.(?:cmd|exe|bat|ps1)$/i, "");
}
