import { resolve } from "node:path";
import type { Word } from "./command-part.js";
import { forgotten, joined, sameVariables, widened, type Variables } from "./words/variables.js";

/** The shell has ended: what follows does not run. */
export const ENDED = Symbol("ended");

/** Where a shell is; undefined where it cannot be told. */
export type Cwd = string | undefined;

/** What is certain of a shell between two commands. */
export interface Running {
  readonly cwd: Cwd;
  readonly variables: Variables;
}

export type State = Running | typeof ENDED;

/** The state after a command, by how the command ended: `cd x && y` runs y in x, `cd x; y` in either. */
export interface Outcome {
  readonly onSuccess: State;
  readonly onFailure: State;
}

export function staysIn(state: State): Outcome {
  return { onSuccess: state, onFailure: state };
}

export function either(one: State, other: State): State {
  return merge(one, other, joined);
}

/** Where a loop's next round may start. */
export function eitherRound(one: State, other: State): State {
  return merge(one, other, widened);
}

export function afterwards({ onSuccess, onFailure }: Outcome): State {
  return either(onSuccess, onFailure);
}

/** What does not run is still read, for deny rules: nothing is known there. */
export function running(state: State): Running {
  return state === ENDED ? { cwd: undefined, variables: new Map() } : state;
}

/** Somewhere, with any values. */
export function anywhere(variables: Variables): Running {
  return { cwd: undefined, variables: forgotten(variables) };
}

export function sameState(one: State, other: State): boolean {
  if (one === ENDED || other === ENDED) return one === other;
  return one.cwd === other.cwd && sameVariables(one.variables, other.variables);
}

function merge(one: State, other: State, variables: (a: Variables, b: Variables) => Variables): State {
  if (one === ENDED || one === other) return other;
  if (other === ENDED) return one;
  return {
    cwd: one.cwd === other.cwd ? one.cwd : undefined,
    variables: variables(one.variables, other.variables),
  };
}

export function isMove(name: string): boolean {
  return /^(?:cd|chdir|pushd|popd)$/.test(name);
}

/** Where `cd` and its likes lead if they succeed. */
export function directoryAfter(name: string, args: readonly Word[], cwd: Cwd, home: string | undefined): Cwd {
  if (name !== "cd" && name !== "chdir") return undefined;
  const [target, more] = args[0]?.text === "--" ? args.slice(1) : args;
  const to = target === undefined ? home : target.text;
  // An option, `-`, `+1`; or `cd old new` of zsh.
  if (more !== undefined || to === undefined || to === "" || /^[-+]/.test(to)) return undefined;
  if (to.startsWith("/")) return resolve(to);
  return cwd === undefined ? undefined : resolve(cwd, to);
}
