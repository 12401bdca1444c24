import type { CommandPart, Word } from "./command-part.js";
import { gitTrap } from "./git-traps.js";
import { awkTrap, sedTrap } from "./script-traps.js";
import type { TrapOptions } from "./trap-options.js";
import { TRAP_TABLE } from "./trap-table.js";

/**
 * The word that makes a program do more than its name says: run, load or write something by an option. Undefined where
 * there is none among the words from the one with index `spelled` on: a rule means what it spells out. Abbreviated long
 * options and glued short ones count. `<<` stands for code on standard input.
 */
export function trapIn(part: CommandPart, spelled = 1): string | undefined {
  const name = trapName(part.words[0]?.text ?? "");
  const args = part.words.slice(1);
  const from = spelled - 1;
  if (name === "git") return gitTrap(args, part.cwd, from);
  const options = TRAP_TABLE.get(name);
  if (options === undefined) return undefined;
  const trap = trapAmong(args, options, from);
  if (trap !== undefined) return trap;
  if (name === "sed") return sedTrap(args, from);
  if (name === "awk") return awkTrap(args.slice(from));
  if (options.writesOperand !== undefined) return operandsOf(args, options, from)[options.writesOperand - 1];
  if (options.runsItsOperand === true) return trapOfOperand(part, spelled);
  if (options.codeOnInput !== true || part.fedBy.length === 0) return undefined;
  return args.every((word) => word.start.startsWith("-")) ? "<<" : undefined;
}

/** Whether an unknown argument could be a trap. */
export function hasTraps(program: string): boolean {
  const name = trapName(program);
  return name === "git" || TRAP_TABLE.has(name);
}

/** Without its folder, its version, and the `g` of GNU's programs on macOS. */
function trapName(program: string): string {
  const name = program.replace(/^.*\//s, "");
  const plain = name.replace(/^(python|pypy|node|perl|ruby|php|lua|pip)[\d.]+$/, "$1");
  return plain.replace(/^(?:g|m|n|bsd)(?=(?:sed|awk|tar|sort|find|date|make|uniq|rm|cp|mv)$)/, "");
}

function trapAmong(args: readonly Word[], options: TrapOptions, from: number): string | undefined {
  for (const [index, word] of args.entries()) {
    const text = word.text ?? word.start;
    if (text === "--" && options.dashesEnd !== false) return undefined;
    if (index >= from && isTrap(text, index, options)) return text;
    const isOperand = !text.startsWith("-") && !mayBeValue(args[index - 1], options);
    if (isOperand && options.optionsFirst === true) return undefined;
  }
  return undefined;
}

function isTrap(text: string, index: number, options: TrapOptions): boolean {
  if (options.words?.test(text) === true || options.commands?.includes(text) === true) return true;
  if (text === "-") return options.codeOnInput === true;
  if (/^--./.test(text) || (options.longWithOneDash === true && /^-./.test(text))) {
    const given = text.replace(/^-+/, "").replace(/=[^]*$/, "");
    return (options.long ?? []).some((name) =>
      options.exact === true ? name === given : name.startsWith(given),
    );
  }
  if (text.startsWith("-")) return hasLetter(text.slice(1), options);
  return index === 0 && options.bareCluster === true && hasLetter(text, options);
}

/** Letters behind one that takes a value belong to the value. */
function hasLetter(cluster: string, { short = "", values = "" }: TrapOptions): boolean {
  for (const letter of cluster) {
    if (short.includes(letter)) return true;
    if (values.includes(letter)) return false;
  }
  return false;
}

/** Whether the word before takes the next one as its value. */
function isValue(before: Word | undefined, { values = "" }: TrapOptions): boolean {
  const text = before?.text ?? "";
  return /^-\w+$/.test(text) && values.includes(text.slice(-1));
}

/** `node --title x -e …`: what follows a long option may be its value, and is then not the end of the options. */
function mayBeValue(before: Word | undefined, options: TrapOptions): boolean {
  const name = /^--([\w-]+)$/.exec(before?.text ?? "")?.[1];
  if (name === undefined) return isValue(before, options);
  return options.longFlags?.test(name) !== true;
}

function operandsOf(
  args: readonly Word[],
  options: TrapOptions,
  from: number,
): readonly (string | undefined)[] {
  const isOperand = (word: Word, index: number): boolean =>
    !/^-./.test(word.start) && !isValue(args[index - 1], options);
  return args
    .filter(isOperand)
    .map((word) => (args.indexOf(word) < from ? undefined : (word.text ?? word.start)));
}

/** `npx vitest --config x`: the program behind has traps of its own. */
function trapOfOperand(part: CommandPart, spelled: number): string | undefined {
  const at = part.words.findIndex((word, index) => index > 0 && !word.start.startsWith("-"));
  return at === -1 ? undefined : trapIn({ ...part, words: part.words.slice(at) }, Math.max(1, spelled - at));
}
