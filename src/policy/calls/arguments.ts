import type { CompiledCommand, Option } from "../programs/compile-description.js";
import type { ValueKind } from "../programs/description.js";
import type { Word } from "../shell/command-part.js";

/** The arguments of a program, each with its meaning. */
export interface ReadArguments {
  /** The innermost subcommand. */
  readonly command: CompiledCommand;
  /** The program, its subcommand, the subcommand's subcommand … */
  readonly chain: readonly CompiledCommand[];
  readonly options: readonly { readonly at: number; readonly option: Option }[];
  readonly pieces: readonly Piece[];
  readonly refusals: readonly Refusal[];
  /** The last option lacks its value: words from elsewhere would give it one. */
  readonly isOpen: boolean;
  /** Where a command of its own begins, and how its program is named. */
  readonly inner: { readonly at: number; readonly kind: InnerKind } | undefined;
}

/** One value or operand, with what it is to the program. */
export interface Piece {
  /** The index of its word among the program's arguments. */
  readonly at: number;
  readonly kind: ValueKind;
  readonly value: Word;
  readonly choices: readonly string[] | undefined;
  /** The option that it belongs to; undefined for an operand. */
  readonly option: Option | undefined;
}

/** A word that the description does not cover. */
export interface Refusal {
  readonly at: number;
  /** A whole sentence. */
  readonly why: string;
}

/** How the program of an inner command is named: by itself, as a script or a package, as a module of Python, or as the same program again. */
export type InnerKind = "command" | "bin" | "npx" | "uvx" | "module" | "again";

/** Kinds of values at which a command of its own begins. */
export const INNER_KINDS: Readonly<Partial<Record<ValueKind, InnerKind>>> = {
  command: "command",
  bin: "bin",
  npx: "npx",
  uvx: "uvx",
  module: "module",
  again: "again",
};
