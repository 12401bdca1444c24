import type { Option } from "../../../src/policy/programs/compile-description.js";
import type { ParserName } from "../../../src/policy/programs/description.js";
import type { Random } from "./random.js";

/** Ways to write an option, right and wrong ones: programs differ in what they accept. */
export const SPELLINGS = [
  "exact",
  "equals",
  "glued",
  "cluster",
  "abbreviated",
  "oneDash",
  "twoDashes",
  "otherCase",
  "quotedName",
  "negated",
  "twice",
  "withoutValue",
] as const;
export type Spelling = (typeof SPELLINGS)[number];

/** The first two are what a description says; a program may take the others for something else. */
export function isOdd(spelling: Spelling): boolean {
  return spelling !== "exact" && spelling !== "equals" && spelling !== "twice";
}

export interface SpelledOption {
  readonly option: Option;
  readonly name: string;
  /** Shell texts of its values, one for each that it takes. */
  readonly values: readonly string[];
  readonly spelling: Spelling;
  /** Names of other options that take no value, for clusters. */
  readonly flags: readonly string[];
  readonly parser: ParserName;
}

/** The words of the option, as shell text. */
export function spell(spelled: SpelledOption, random: Random): readonly string[] {
  const { option, name, values, spelling, parser } = spelled;
  const [first = "", ...more] = values;
  const hasValue = option.takes !== "nothing" && spelling !== "withoutValue";
  const isLong = name.startsWith("--");
  // An optional value is taken only where it is glued.
  const glue = isLong || !/^-.$/.test(name) ? `${name}=` : name;
  const usual = (written: string): readonly string[] => {
    if (!hasValue) return [written];
    if (parser === "dd") return [`${written}=${first}`];
    return option.takes === "gluedValue" && random.chance(0.6) ? [glue + first] : [written, first, ...more];
  };
  switch (spelling) {
    case "exact":
    case "withoutValue":
      return usual(name);
    case "equals":
      return hasValue ? [`${name}=${first}`, ...more] : [`${name}=x`];
    case "glued":
      return hasValue ? [name + first, ...more] : [`${name}x`];
    case "cluster":
      return clustered(spelled, hasValue, random);
    case "abbreviated":
      return usual(name.length > 4 ? name.slice(0, 3 + random.below(name.length - 3)) : name);
    case "oneDash":
      return usual(isLong ? name.slice(1) : name);
    case "twoDashes":
      return usual(isLong ? name : `-${name}`);
    case "otherCase":
      return usual(random.chance(0.5) ? name.toUpperCase() : swapOneCase(name, random));
    case "quotedName":
      return usual(quotedName(name, random));
    case "negated":
      return usual(isLong ? `--no-${name.slice(2)}` : name.replace(/^-/, "+"));
    case "twice":
      return [...usual(name), ...usual(name)];
  }
}

/** `-abo VALUE` or `-aboVALUE`; a long option has no cluster, so it comes behind one. */
function clustered(
  { name, values, flags, parser }: SpelledOption,
  hasValue: boolean,
  random: Random,
): readonly string[] {
  const letters = flags.filter((flag) => /^-[A-Za-z0-9]$/.test(flag)).map((flag) => flag.slice(1));
  const some =
    letters.length === 0 ? "" : random.pick(letters) + (random.chance(0.4) ? random.pick(letters) : "");
  const [first = "", ...more] = values;
  if (!/^-[A-Za-z0-9]$/.test(name)) return [`-${some}`, name, ...(hasValue ? values : [])];
  // The first word of tar needs no dash.
  const cluster = `${parser === "tar" && random.chance(0.5) ? "" : "-"}${some}${name.slice(1)}`;
  if (!hasValue) return [random.chance(0.5) ? cluster : `-${name.slice(1)}${some}`];
  return random.chance(0.5) ? [cluster, first, ...more] : [cluster + first, ...more];
}

function swapOneCase(name: string, random: Random): string {
  const at = name.search(/[A-Za-z]/) + random.below(Math.max(1, name.length - 2));
  const letter = name.charAt(at);
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return name.slice(0, at) + swapped + name.slice(at + 1);
}

/** The same word for the shell, and another one for a reader that forgets quotes. */
function quotedName(name: string, random: Random): string {
  const at = random.below(name.length);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  return (
    before + random.pick([`'${letter}'`, `"${letter}"`, `\\${letter}`, `${letter}''`, `""${letter}`]) + after
  );
}
