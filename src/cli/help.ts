import type { Command } from "commander";

import { nearestName } from "../host/nearest-name.js";
import { UserError } from "../errors.js";

/**
 * `help [command...]` in place of commander's own, which takes one word only and answers an unknown one with the
 * whole help and not a word about it. Last of the commands, so that it is listed last.
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
export function commandOf(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args.filter((arg) => !arg.startsWith("-"))) {
    const next = find(command, word);
    if (next === undefined) break;
    command = next;
  }
  return command;
}

/** How the user asks for that command's help. */
export function helpCall(command: Command): string {
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
