import type { Command } from "commander";

import { commandOf, helpCall } from "./help.js";
import { tell } from "./report.js";

/** Commander says "error: unknown command 'confg'" and "(Did you mean config?)": the same in our form. */
export function tellUsage(text: string, program: Command, args: readonly string[]): void {
  const [message = "", hint] = text
    .replace(/^error: /, "")
    .trim()
    .split("\n");
  const meant = /^\(Did you mean (.*)\?\)$/.exec(hint ?? "")?.[1];
  const command = commandOf(program, args);
  const flag = /^unknown option '(.+)'$/.exec(message)?.[1];
  // What was begun right is meant more likely than what looks alike: --js is --json, not --as.
  const begun = flag?.startsWith("--")
    ? longOptions(command).find((long) => long.startsWith(flag))
    : undefined;
  const likely = begun ?? meant;
  if (likely) tell(message, `did you mean ${likely}?`);
  else if (flag !== undefined && command.registeredArguments.length > 0) {
    tell(message, `${helpCall(command)}; a value that begins with "-" goes behind a --: -- ${flag}`);
  } else tell(message, helpCall(command));
}

function longOptions(command: Command): string[] {
  return command.options.flatMap((option) => option.long ?? []);
}
