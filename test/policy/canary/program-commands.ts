import type { OperandSlot, Option, OptionValue } from "../../../src/policy/programs/compile-description.js";
import type { ValueKind } from "../../../src/policy/programs/description.js";
import { allowing, merged, plain, type Draft } from "./draft.js";
import { isOdd, spell, type Spelling } from "./option-spellings.js";
import type { Random } from "./random.js";
import { firstName, type Plan, type Target } from "./targets.js";
import { wordFor, WRITTEN } from "./values.js";
import { quoted, singleQuoted } from "./words.js";

/** Makes one more command, for values that are commands themselves. */
export interface Inner {
  command(random: Random): Draft;
  /** What follows `python3 -m`. */
  module(random: Random): Draft;
}

const COMMANDS: ReadonlySet<ValueKind> = new Set<ValueKind>([
  "command",
  "module",
  "shell",
  "bin",
  "npx",
  "uvx",
]);

/** Words without which a program does nothing. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  tar: [
    "-cf build/made.tar",
    "-cf made.tar",
    "tf archive.tar",
    "-xf archive.tar.gz",
    "czf build/made.tgz",
    "-tvf archive.tar",
  ],
  bsdtar: ["-cf build/made.tar", "-tf archive.tar"],
  cpio: ["-o", "-it"],
  ssh: ["localhost", "ada@localhost", "-T localhost"],
  curl: ["-s", ""],
};

interface Chosen {
  readonly option: Option;
  readonly spelling: Spelling;
  readonly isHostile: boolean;
}

const PROJECT = "/home/ada/app";
/** Effects by which an option makes the program write more than it names. */
const WRITING = ["writes", "packs", "unpacks"] as const;
/** Where a command may write that writes what it names: all harmless names for that lie here. */
const PLAYGROUND = ["build", "made*", "sub/made*", "x.log*", "y.log*"].map((path) => `${PROJECT}/${path}`);

/** Folders of the project that are written into now and then, and that some rule sets deny. */
const WRITTEN_FOLDERS = ["src", "vendor"];

/** Fills a plan in. What the command may do is taken from the description alone: that is what the sandbox checks. */
export function draftOf(plan: Plan, random: Random, inner: Inner): Draft {
  const { target, spelling, hostile } = plan;
  const parts: Draft[] = [];
  const fill = (value: OptionValue, isHostile: boolean): string => {
    const { kind, choices } = value;
    if (COMMANDS.has(kind)) {
      const draft = isHostile
        ? plain("./evil.sh")
        : kind === "module"
          ? inner.module(random)
          : inner.command(random);
      parts.push(draft);
      return kind === "shell" ? singleQuoted(draft.text) : draft.text;
    }
    if (choices !== undefined && !(isHostile && random.chance(0.5))) return random.pick(choices);
    if (WRITTEN.has(kind) && !isHostile && random.chance(0.1)) {
      const folder = random.pick(WRITTEN_FOLDERS);
      parts.push(allowing(plain(""), { writes: [`${PROJECT}/${folder}`] }));
      return quoted(folder, random);
    }
    return wordFor(kind, random, { isHostile, runsScripts: target.runsScripts });
  };
  const chosen: Chosen[] = [];
  if (plan.option !== undefined)
    chosen.push({ option: plan.option, spelling, isHostile: hostile === "value" });
  while (target.options.length > 0 && random.chance(chosen.length === 0 ? 0.4 : 0.15))
    chosen.push({ option: random.pick(target.options), spelling: "exact", isHostile: false });
  const written = chosen.map(({ option, spelling, isHostile }) =>
    spell(
      {
        option,
        name: random.pick(option.spellings),
        values: option.values.map((value) => fill(value, isHostile)),
        spelling,
        flags: target.flags,
        parser: target.parser,
      },
      random,
    ),
  );
  const operands = operandWords(target, chosen, random, (slot, isFirst) =>
    fill(slot, hostile === "operand" && (isFirst || random.chance(0.3))),
  );
  const [name = "", ...rest] = random.pick(target.calls);
  const usual = random.chance(0.8) ? random.pick(USUAL[name] ?? [""]).split(" ") : [];
  const words = [
    name,
    ...rest,
    ...usual.filter((word) => word !== ""),
    ...arrange(written, operands, plan, random),
  ];
  const text = words.join(" ");
  return permitted(merged(text, parts), plan, chosen);
}

/** Options before operands; sometimes the first behind them. */
function arrange(
  written: readonly (readonly string[])[],
  operands: readonly string[],
  { dashesAt, target }: Plan,
  random: Random,
): readonly string[] {
  const groups: (readonly string[])[] = [...written, ...operands.map((operand) => [operand])];
  if (target.parser === "find") groups.unshift(...groups.splice(written.length));
  if (random.chance(0.2) && written.length > 0) groups.push(groups.shift() ?? []);
  const words = groups.flat();
  return dashesAt === undefined ? words : words.toSpliced(Math.min(dashesAt, words.length), 0, "--");
}

function operandWords(
  { command: { operands = [] } }: Target,
  chosen: readonly Chosen[],
  random: Random,
  fill: (slot: OperandSlot, isFirst: boolean) => string,
): readonly string[] {
  const isFirstTaken = chosen.some(({ option }) => option.effects.has("first"));
  const isLastTaken = chosen.some(({ option }) => option.effects.has("last"));
  const slots = operands.filter(
    (_, at) => !(isFirstTaken && at === 0) && !(isLastTaken && at === operands.length - 1),
  );
  const words: string[] = [];
  for (const slot of slots) {
    const least = slot.times === "one" || slot.times === "some" ? 1 : 0;
    const most = slot.times === "one" || slot.times === "maybe" ? 1 : 2;
    const count = least + random.below(most - least + 1);
    for (let at = 0; at < count; at++) words.push(fill(slot, words.length === 0));
  }
  return words;
}

function permitted(
  draft: Draft,
  { target, hostile, dashesAt, option }: Plan,
  chosen: readonly Chosen[],
): Draft {
  // Whether a word that is not for writing may be one that is to the program, by right: then all of the project may change.
  const isUnsure =
    dashesAt !== undefined ||
    hostile === "operand" ||
    (hostile === "value" && option?.values.some(({ kind }) => WRITTEN.has(kind)) === true) ||
    chosen.some(
      ({ option: { effects, takes }, spelling }) =>
        isOdd(spelling) || takes === "gluedValue" || WRITING.some((effect) => effects.has(effect)),
    );
  const named = !target.writesNamed ? [] : isUnsure ? [PROJECT] : PLAYGROUND;
  return {
    ...allowing(draft, { runs: target.runs, reads: target.reads, writes: [...target.writes, ...named] }),
    programs: new Set([...draft.programs, firstName(target.program)]),
    ...(target.restores ? { restores: true } : {}),
  };
}
