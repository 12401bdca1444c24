import { InvalidArgumentError } from "commander";
import { parseDuration } from "../config/duration.js";

/** Option parsers for the lab's commands; commander names the option in front of the message. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("Give a whole number above 0.");
}

export function durationOption(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) {
    throw new InvalidArgumentError('Give a number with its unit, such as "90s", "5m", "3h" or "3d".');
  }
  // A Date ends some 100 million days from now; beyond that the reply would have no reset.
  if (ms > LONGEST_DAYS * 86_400_000) throw new InvalidArgumentError(`Give ${LONGEST_DAYS}d at most.`);
  return ms;
}

const LONGEST_DAYS = 36_500;
