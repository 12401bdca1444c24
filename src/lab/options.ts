import { InvalidArgumentError } from "commander";
import { parseDuration } from "./duration.js";

/** Option parsers for the lab's commands; commander names the option in front of the message. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("Give a whole number above 0.");
}

export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Give a number with its unit, such as "90s", "5m", "3h" or "3d".');
}
