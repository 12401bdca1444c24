import type { CommandPart, Word } from "../../src/policy/command-part.js";

/** A word as a test writes it: `$…` at its end stands for what only running it would tell. */
export function word(text: string): Word {
  const at = text.indexOf("$");
  return at === -1 ? { text, start: text } : { text: undefined, start: text.slice(0, at) };
}

/** A part without quotes, pipes or anything else: words between spaces. */
export function part(command: string, more: Partial<CommandPart> = {}): CommandPart {
  return {
    words: command.split(" ").map(word),
    takesMore: false,
    variables: [],
    cwd: "/home/ada/app",
    redirects: [],
    fedBy: [],
    source: command,
    ...more,
  };
}
