import type { CompoundList } from "unbash";
import type { ShellReader } from "../shell-reader.js";
import { ENDED, running, staysIn, type Outcome, type State } from "../shell-state.js";
import type { Shell } from "../shell.js";
import type { WordContext } from "../words/shell-words.js";

/** Reads words that belong to no program. */
export function readAlone(
  reader: ShellReader,
  shell: Shell,
  state: State,
  read: (context: WordContext) => void,
): Outcome {
  shell.variables = running(state).variables;
  read(reader.context(shell, state, "", { read: [], value: [] }));
  return staysIn(state === ENDED ? ENDED : { cwd: state.cwd, variables: shell.variables });
}

export function readList(list: CompoundList, reader: ShellReader, shell: Shell, state: State): Outcome {
  return reader.runStatements(list.commands, shell, state);
}
