import type { ProgramDescription } from "../../../src/policy/programs/description.js";
import { findProgram } from "./allowances.js";
import { plain, type Draft } from "./draft.js";
import { draftOf, type Inner } from "./program-commands.js";
import type { Random } from "./random.js";
import { builtinCommand, composedCommand } from "./shell-commands.js";
import { countPlans, firstName, planAt, targetsOf, type Plan, type Target } from "./targets.js";

export interface GeneratorOptions {
  readonly descriptions: readonly ProgramDescription[];
  readonly random: Random;
  /** Which programs are used, by their first names. Default: all that are installed. */
  readonly isWanted?: (name: string) => boolean;
  /** Which targets of theirs are used, and which plans for them. Default: all. */
  readonly isTarget?: (target: Target) => boolean;
  readonly isPlan?: (plan: Plan) => boolean;
  /** Also those that cannot run here: stand-ins take their places. */
  readonly runsUnverified?: boolean;
}

/** How many of a hundred commands are of each kind: one program, several put together, builtins of the shell. */
const SHARES = { program: 60, composed: 25 };

/** Commands that reach for canaries: from the descriptions, and from a grammar of both shells. A seed repeats them. */
export class CommandGenerator {
  /** Programs that are described but not installed, by their first names. */
  readonly missing: readonly string[];
  readonly targets: readonly Target[];
  readonly #random: Random;
  readonly #modules: readonly Target[];
  /** How many plans there are, up to and with each target. */
  readonly #ends: readonly number[];
  readonly #stride: number;
  readonly #isPlan: (plan: Plan) => boolean;
  #at: number;

  constructor({
    descriptions,
    random,
    isWanted = () => true,
    isTarget = () => true,
    isPlan = () => true,
    runsUnverified = false,
  }: GeneratorOptions) {
    this.#random = random;
    this.#isPlan = isPlan;
    const isUsable = (name: string): boolean => runsUnverified || isThere(name);
    const present = new Map(descriptions.map((each) => [each, each.names.split(" ").filter(isUsable)]));
    this.missing = descriptions.filter((each) => present.get(each)?.length === 0).map(firstName);
    const usable = descriptions.filter(
      (each) => (runsUnverified || each.unverified === undefined) && isWanted(firstName(each)),
    );
    this.targets = usable
      .flatMap((each) => {
        const names = present.get(each) ?? [];
        return names.length === 0 ? [] : targetsOf(each, names);
      })
      .filter(isTarget);
    this.#modules = this.targets.filter(({ calls }) => calls.some((words) => words[1] === "-m"));
    let end = 0;
    this.#ends = this.targets.map((target) => (end += countPlans(target)));
    this.#at = random.below(Math.max(1, end));
    this.#stride = strideFor(end, random);
  }

  /** How many plans there are: options in all their spellings. */
  get plans(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Every option in every spelling, in any order; then again, with other values. */
  next(): Draft {
    const random = this.#random;
    const kind = random.below(100);
    if (this.targets.length === 0 || kind >= SHARES.program + SHARES.composed) return builtinCommand(random);
    if (kind >= SHARES.program) return composedCommand(random, (random) => this.#simple(random));
    return this.planned();
  }

  /** The next one from the descriptions. As many calls as there are plans visit each of them once. */
  planned(): Draft {
    for (let tries = 0; tries < this.plans; tries++) {
      this.#at = (this.#at + this.#stride) % this.plans;
      const which = this.#ends.findIndex((end) => this.#at < end);
      const target = this.targets[which];
      if (target === undefined) throw new Error("the plans are not counted right");
      const plan = planAt(target, this.#at - (this.#ends[which - 1] ?? 0));
      if (this.#isPlan(plan)) return draftOf(plan, this.#random, this.#inner);
    }
    return plain("true");
  }

  /** A command that is mostly what people write. */
  #simple(random: Random, targets = this.targets): Draft {
    const target = random.pick(targets);
    const hostile = random.chance(0.2) ? "operand" : "none";
    return draftOf({ target, spelling: "exact", hostile }, random, this.#inner);
  }

  readonly #inner: Inner = {
    command: (random) => this.#simple(random),
    module: (random) => {
      if (this.#modules.length === 0) return plain("json.tool");
      const draft = this.#simple(random, this.#modules);
      return { ...draft, text: draft.text.replace(/^(?:python3 -m )?/, "") };
    },
  };
}

/** A step that visits all of `count` numbers before it comes to one again, in an order that looks like none. */
function strideFor(count: number, random: Random): number {
  for (;;) {
    const stride = 1 + random.below(Math.max(1, count));
    if (divisor(stride, count) === 1) return stride;
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Tools of the project come from its node_modules. */
const LOCAL = new Set(["tsc", "vitest", "prettier"]);

function isThere(name: string): boolean {
  if (name.startsWith("python-m:")) return findProgram("python3") !== undefined;
  // `npx:NAME` is a package that a runner would fetch.
  if (name.includes(":")) return false;
  return LOCAL.has(name) || findProgram(name) !== undefined;
}
