import type { Command } from "commander";

import { nearestName } from "../host/nearest-name.js";
import { UserError } from "../errors.js";
import { tell } from "./report.js";

/**
 * `help [command...]` instead of commander's own, which takes one word only and answers an unknown one with the whole
 * help and no error. It is added last, so that it is listed last.
 */
export function addHelpCommand(command: Command): void {
  command
    .helpCommand(false)
    .command("help")
    .argument("[command...]")
    .description("show help for a command")
    .action((words: readonly string[]) => showHelp(command, words));
}

/** The command that the arguments are for: `config set` in `config set pattern x`. */
function commandFor(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args.filter((arg) => !arg.startsWith("-"))) {
    const next = find(command, word);
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** How the user asks for that command's help. */
function helpCall(command: Command): string {
  const words: string[] = [];
  for (let each = command; each.parent; each = each.parent) words.unshift(each.name());
  return words.length === 0 ? "cac --help" : `cac help ${words.join(" ")}`;
}

function showHelp(from: Command, words: readonly string[]): void {
  let command = from;
  for (const word of words) {
    const next = find(command, word);
    if (next === undefined) throw unknownCommand(command, word);
    command = next;
  }
  command.outputHelp();
}

function unknownCommand(command: Command, word: string): UserError {
  const names = command.commands.map((each) => each.name());
  const meant = nearestName(word, names);
  return new UserError("NO_SUCH_COMMAND", `unknown command '${word}'`, {
    fix: meant ? `did you mean ${meant}?` : helpCall(command),
    exitCode: 2,
  });
}

function find(command: Command, name: string): Command | undefined {
  return command.commands.find((each) => each.name() === name);
}

/** Commander says "error: unknown command 'confg'" and "(Did you mean config?)": the same in our form. */
export function tellUsage(text: string, program: Command, args: readonly string[]): void {
  const [message = "", hint] = text
    .replace(/^error: /, "")
    .trim()
    .split("\n");
  const meant = /^\(Did you mean (.*)\?\)$/.exec(hint ?? "")?.[1];
  const command = commandFor(program, args);
  const flag = /^unknown option '(.+)'$/.exec(message)?.[1];
  // An option that begins like it is more likely than one that looks alike: --js is --json, not --as.
  const begun = flag?.startsWith("--")
    ? longOptions(command).find((long) => long.startsWith(flag))
    : undefined;
  const likely = begun ?? meant;
  if (likely) tell(message, `did you mean ${likely}?`);
  else if (flag !== undefined && command.registeredArguments.length > 0) {
    tell(message, `${helpCall(command)}; to pass a value that begins with "-", put -- before it: -- ${flag}`);
  } else tell(message, helpCall(command));
}

function longOptions(command: Command): string[] {
  return command.options.flatMap((option) => option.long ?? []);
}

/** A column narrower than this is not used: the terminal wraps the text itself. */
const NARROWEST = 20;

/**
 * Text for a terminal of that width: a paragraph with a line that does not fit is wrapped again, and a text in columns
 * continues below its last column.
 */
export function fittedText(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const fits = (line: string): boolean => line.length <= columns;
  return text.replace(BLOCK, (block) => {
    const lines = block.split("\n");
    if (lines.every(fits)) return block;
    return lines.length > 1 ? broken(lines.join(" "), 0, columns) : broken(block, hangOf(block), columns);
  });
}

/** Neighbouring lines without indentation are a paragraph; every other line is on its own. */
const BLOCK = /^(?: .*|\S.*(?:\n\S.*)*)/gm;

/** Where the last column of a line begins: after two blanks or more. */
function hangOf(line: string): number {
  return /^(?:.* {2})?(?=\S)/.exec(line)?.[0].length ?? 0;
}

function broken(text: string, hang: number, columns: number): string {
  const width = columns - hang;
  if (width < NARROWEST) return text;
  const lines: string[] = [];
  let rest = text.slice(hang);
  while (rest.length > width) {
    const at = rest.lastIndexOf(" ", width);
    if (at <= 0) break;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return text.slice(0, hang) + [...lines, rest].join(`\n${" ".repeat(hang)}`);
}
