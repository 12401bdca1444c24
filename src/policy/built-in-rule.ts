import type { CommandPart } from "./command-part.js";
import type { Finding } from "./match.js";
import type { PathUse } from "./match-path.js";
import type { Place } from "./tool-call.js";

/** A deny rule that holds until the user takes it out by its name. */
export interface BuiltInRule {
  readonly name: string;
  /** What it denies, for people: the rest of a sentence that starts with "denies". */
  readonly says: string;
  /** Looks at one program of a command. */
  inCommand?(part: CommandPart, command: CommandAround): Finding | undefined;
  /** Looks at one path that a command or another tool uses. */
  inPath?(use: PathUse, place: Place): Finding | undefined;
  /** Looks at a command that cannot be taken apart. It is asked in any case; a finding turns that into a denial. */
  inText?(command: string): Finding | undefined;
}

/** The command in which a part stands. */
export interface CommandAround {
  readonly parts: readonly CommandPart[];
  readonly place: Place;
}
