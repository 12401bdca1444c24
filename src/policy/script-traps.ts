import type { Word } from "./command-part.js";

/** The script of sed that may run or write something, from the word with index `from` on. */
export function sedTrap(args: readonly Word[], from: number): string | undefined {
  const scripts = scriptsOf(args);
  // All that come behind -e make one script, with a line each.
  const whole = scripts.map(({ text }) => text).join("\n");
  if (isHarmlessSed(whole)) return undefined;
  return scripts.findLast(({ index }) => index >= from)?.text;
}

/** The program of awk, where it may run or write something. */
export function awkTrap(args: readonly Word[]): string | undefined {
  return args.map((word) => word.text ?? word.start).find(isRiskyAwk);
}

/** Nothing is taken out before: what looks like a string or a pattern to us may be something else to awk. */
function isRiskyAwk(text: string): boolean {
  const print = text.search(/\bprint/);
  return (
    (print !== -1 && text.includes(">", print)) || /\bsystem\b|\bgetline\b|@|(?<!\|)\|(?!\|)|\|&/.test(text)
  );
}

interface Script {
  readonly text: string;
  readonly index: number;
}

/** The values of -e and --expression; and the first other word, which counts unless one of them comes before it. */
function scriptsOf(args: readonly Word[]): readonly Script[] {
  const scripts: Script[] = [];
  let isGiven = false;
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? args[at]?.start ?? "";
    const option = /^-[^-efiIl]*e([^]*)$/.exec(text) ?? /^--e\w*(?:=([^]*))?$/.exec(text);
    if (option !== null) {
      const glued = option[1] ?? "";
      if (glued === "" && !text.includes("=")) at += 1;
      scripts.push({ text: glued === "" ? (args[at]?.text ?? "") : glued, index: at });
    } else if ((!text.startsWith("-") || text === "-") && !isGiven && scripts.length === 0) {
      // Where an -e follows, GNU's sed takes it for a file and BSD's for the script.
      scripts.push({ text, index: at });
      isGiven = true;
    }
  }
  return scripts;
}

const ADDRESS = /^(?:\d+(?:~\d+)?|\$|\/(?:[^\\/\n]|\\.)*\/[IM]*)/;
const COMMAND = /^(?:[{}pPdDhHgGxnN=lqQzF]|[btT]\s*\w*|:\s*\w+|#[^\n]*)/;
// A backslash goes with whatever follows it: two of them do not carry the text over the line.
const TEXT = /^[aic](?:\\[^]|[^\\\n])*/;

/** Reads address, command, address, command …; gives up at the first thing it does not know. */
function isHarmlessSed(script: string): boolean {
  let rest = script;
  for (;;) {
    rest = rest.replace(/^[\s;]+/, "");
    if (rest === "") return true;
    rest = rest.replace(ADDRESS, "");
    if (rest.startsWith(",")) {
      const second = rest.slice(1).replace(/^\s*(?:[+~]\d+)?/, "");
      rest = second.replace(ADDRESS, "");
    }
    rest = rest.replace(/^[\s!]+/, "");
    const after = afterCommand(rest);
    if (after === undefined) return false;
    rest = after;
  }
}

function afterCommand(rest: string): string | undefined {
  const command = COMMAND.exec(rest)?.[0] ?? TEXT.exec(rest)?.[0];
  if (command !== undefined) return rest.slice(command.length);
  if (!/^[sy]/.test(rest)) return undefined;
  const end = endOfParts(rest);
  if (end === undefined) return undefined;
  const flags = rest.startsWith("s") ? (/^[gpiIm\d]*/.exec(rest.slice(end))?.[0].length ?? 0) : 0;
  const next = rest.charAt(end + flags);
  // Any other flag: `e` runs the result, `w` writes it.
  return next === "" || /[\s;}]/.test(next) ? rest.slice(end + flags) : undefined;
}

/** Behind the third delimiter of `s/…/…/`. */
function endOfParts(rest: string): number | undefined {
  const delimiter = rest.charAt(1);
  if (delimiter === "" || /[\\\n]/.test(delimiter)) return undefined;
  let found = 0;
  for (let at = 2; at < rest.length; at += 1) {
    if (rest.charAt(at) === "\\") at += 1;
    // In brackets the delimiter is text to some versions and not to others.
    else if (
      rest.charAt(at) === "[" &&
      new RegExp(`^\\[[^\\]]*\\${delimiter}`).test(rest.slice(at, at + 80)) &&
      /\W/.test(delimiter)
    )
      return undefined;
    else if (rest.charAt(at) === delimiter && (found += 1) === 2) return at + 1;
  }
  return undefined;
}
