import { knownWord, type CommandPart, type Word } from "../../src/policy/shell/command-part.js";

/** A word as a test writes it: `$…` at its end stands for what only running it would tell. */
export function word(text: string): Word {
  const at = text.indexOf("$");
  return at === -1 ? knownWord(text) : { text: undefined, start: text.slice(0, at), count: "any" };
}

/** A part without quotes, pipes or anything else: words between spaces. */
export function part(command: string, more: Partial<CommandPart> = {}): CommandPart {
  return {
    words: command.split(" ").map(word),
    takesMore: false,
    assignments: [],
    cwd: "/home/ada/app",
    redirects: [],
    fedBy: [],
    input: undefined,
    inShell: true,
    source: command,
    ...more,
  };
}
