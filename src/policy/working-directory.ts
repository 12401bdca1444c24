import { resolve } from "node:path";
import type { ShellWord } from "./shell-words.js";

/** The shell has ended: what follows does not run. */
export const ENDED = Symbol("ended");

/** Where a shell is; undefined where it cannot be told. */
export type Cwd = string | undefined | typeof ENDED;

/** Where it is after a command, by how the command ended: `cd x && y` runs y in x, `cd x; y` in either. */
export interface Outcome {
  readonly onSuccess: Cwd;
  readonly onFailure: Cwd;
}

export function staysIn(cwd: Cwd): Outcome {
  return { onSuccess: cwd, onFailure: cwd };
}

export function either(one: Cwd, other: Cwd): Cwd {
  if (one === ENDED) return other;
  return other === ENDED || one === other ? one : undefined;
}

export function afterwards({ onSuccess, onFailure }: Outcome): Cwd {
  return either(onSuccess, onFailure);
}

/** `cd` and its likes; undefined where it is none of them. `variables` are those that were set. */
export function changeOf(
  name: string,
  args: readonly ShellWord[],
  cwd: Cwd,
  shell: { readonly home: string | undefined; readonly variables: readonly string[] },
): Outcome | undefined {
  if (name === "pushd" || name === "popd") return { onSuccess: undefined, onFailure: cwd };
  if (name !== "cd" && name !== "chdir") return undefined;
  const [target, more] = args[0]?.text === "--" ? args.slice(1) : args;
  const changed = ["CDPATH", "HOME", "PWD", "OLDPWD"].some((variable) => shell.variables.includes(variable));
  const to = target === undefined ? shell.home : target.text;
  // An option, `-`, `+1`; or `cd old new` of zsh.
  const unclear = changed || more !== undefined || to === undefined || to === "" || /^[-+]/.test(to);
  if (unclear || cwd === ENDED) return { onSuccess: undefined, onFailure: cwd };
  if (to.startsWith("/")) return { onSuccess: resolve(to), onFailure: cwd };
  return { onSuccess: cwd === undefined ? undefined : resolve(cwd, to), onFailure: cwd };
}
