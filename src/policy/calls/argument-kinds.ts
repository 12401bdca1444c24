import type { CompiledCommand, Option } from "../programs/compile-description.js";
import type { OptionEffect, ValueKind } from "../programs/description.js";
import type { Word } from "../shell/command-part.js";
import type { Piece } from "./arguments.js";

/** What a kind comes to with the options that are given. */
export function kindWith(
  { kind, option }: Pick<Piece, "kind" | "option">,
  effects: ReadonlySet<OptionEffect>,
): ValueKind {
  const packs = effects.has("packs");
  if (kind === "archive") return packs ? "localwrite" : "localread";
  if (kind === "member") return packs ? "localsearch" : "text";
  const isOnlyRead = effects.has("reads") && option === undefined;
  return isOnlyRead && (kind === "write" || kind === "move") ? "read" : kind;
}

/** A command whose operand is code and that has nothing else: named only so that its name is not taken for a script or a task. */
export function isLeftToPerson({ operands, hasCommands }: CompiledCommand): boolean {
  return (
    operands?.length === 1 && operands[0]?.kind === "code" && !hasCommands && operands[0].times === "some"
  );
}

/** Exactly one word, which every parser takes for the value of an option. */
export function isOptionValue(value: Word, { parser, description }: CompiledCommand): boolean {
  if (value.count !== "one") return false;
  // Go's own parser takes the next word, whatever it is.
  if (parser === "go") return true;
  if (value.text !== undefined) return !/^-./.test(value.text) || /^-\d+(?:\.\d+)?$/.test(value.text);
  if (value.isNumber === true || value.isPipe === true) return true;
  if (value.start !== "") return !value.start.startsWith("-");
  if (value.values !== undefined) return value.values.every((each) => !each.startsWith("-"));
  return description.dashesAreOptions !== true;
}

/** Nothing at all is known of its value. */
export function isUnknown({ text, start, values, isNumber, isPipe }: Word): boolean {
  return text === undefined && start === "" && values === undefined && isNumber !== true && isPipe !== true;
}

/** What is left of a word behind its first characters, which are known. */
export function tail(word: Word, from: number): Word {
  const text = word.text?.slice(from);
  return { text, start: word.start.slice(from), count: "one" };
}

/** For a reason: short, and on one line. */
export function shown({ text, start, glob }: Word): string {
  const whole = text ?? glob ?? (start === "" ? "A word that is not known" : `${start}…`);
  return whole.length > 60 ? `${whole.slice(0, 60)}…` : whole;
}

export function mayBeginWithPlus({ text, values, start, glob }: Word): boolean {
  if (values !== undefined) return values.some((value) => value.startsWith("+"));
  return (text ?? start).startsWith("+") || (text === undefined && start === "" && glob !== undefined);
}

/**
 * Whether a name that the glob matches could be an option that does harm: `*` may match a file called `-rf`. With all options
 * of a program listed, `*.log` is no option of `rm`: no option of it takes a value, and `.` is no letter of one.
 */
export function mayBeHarmfulOption(command: CompiledCommand, glob: string): boolean {
  if (!/^[*?[]/.test(glob)) return glob.startsWith("-");
  if (command.description.isComplete !== true) return true;
  const ending = /[^*?\]]*$/.exec(glob)?.[0] ?? "";
  const options = new Set(command.options.values());
  const short = [...options].filter((option) => option.spellings.some((name) => /^-[^-]$/.test(name)));
  const canCluster =
    short.some(({ takes }) => takes !== "nothing") ||
    ending.split("").every((letter) => command.options.has(`-${letter}`));
  if (canCluster && short.some(isHarmful)) return true;
  return [...options].some(
    (option) =>
      isHarmful(option) &&
      option.spellings.some(
        (name) => /^-./.test(name) && (option.takes !== "nothing" || name.endsWith(ending)),
      ),
  );
}

function isHarmful({ isHarmless, values, effects }: Option): boolean {
  if (!isHarmless) return true;
  if (values.some(({ kind }) => kind !== "text" && kind !== "number")) return true;
  return [...effects].some((effect) => effect !== "alone");
}
