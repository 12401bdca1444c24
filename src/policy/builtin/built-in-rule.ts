import type { ProgramCall } from "../calls/program-call.js";
import type { PathUse } from "../path-use.js";
import type { SettledPlace } from "../place-paths.js";
import type { Finding } from "../rules/match.js";
import type { CommandPart } from "../shell/command-part.js";

/** A deny rule that holds until the user takes it out by its name. */
export interface BuiltInRule {
  readonly name: string;
  /** What it denies, for people: the rest of a sentence that starts with "denies". */
  readonly says: string;
  /** Looks at one program of a command. */
  inCommand?(call: ProgramCall, command: CommandAround): Finding | undefined;
  /** Looks at one path that a command or another tool uses. */
  inPath?(use: PathUse, place: SettledPlace): Finding | undefined;
  /** Looks at a command that cannot be taken apart. It is asked in any case; a finding turns that into a denial. */
  inText?(command: string): Finding | undefined;
}

/** The command in which a part stands. */
export interface CommandAround {
  readonly parts: readonly CommandPart[];
  readonly place: SettledPlace;
}
