import { placeOf } from "../../../src/driver/approval/place.js";
import { judge } from "../../../src/policy/judge.js";
import type { Policy } from "../../../src/policy/policy.js";
import type { ProgramTable } from "../../../src/policy/programs/all-programs.js";
import type { Rule } from "../../../src/policy/rules/rule.js";
import type { Place } from "../../../src/policy/tool-call.js";
import { policyOf, rule } from "../policy-of.js";
import type { CanaryRuleSet } from "./rule-sets.js";
import type { CanarySandbox } from "./sandbox.js";

export interface JuryOptions {
  readonly ruleSets: readonly CanaryRuleSet[];
  readonly sandbox: CanarySandbox;
  /** In the place of our own descriptions. */
  readonly programs?: ProgramTable | undefined;
}

/** One rule set; rules for a program are looked up by its name, since most sets have hundreds. */
interface Juror {
  readonly set: CanaryRuleSet;
  readonly policy: Policy;
  readonly byProgram: ReadonlyMap<string, readonly string[]>;
  readonly others: readonly string[];
  /** What tells two jurors apart that have the same allow rules for a command. */
  readonly key: string;
}

/** How many sets judge a command that one of them approves. Each comes to its turn. */
const PANEL = 7;

/** The verdicts of all rule sets, over real files that do not change. */
export class Jury {
  readonly #jurors: readonly Juror[];
  /** All allow rules of all sets together, in both modes: what they leave to the person, every set does. */
  readonly #widest: readonly Juror[];
  #next = 0;
  readonly #rules = new Map<string, Rule>();
  readonly #place: Place;

  constructor({ ruleSets, sandbox: { home, project }, programs }: JuryOptions) {
    const juror = (set: CanaryRuleSet): Juror => jurorFor(set, programs);
    this.#jurors = ruleSets.map(juror);
    const allow = [...new Set(ruleSets.flatMap(({ allow }) => allow))];
    this.#widest = (["rules", "all"] as const).map((mode) =>
      juror({ name: mode, mode, allow, unreadable: [], unwritable: [] }),
    );
    const where = { home, env: {}, platform: "linux" } as const;
    this.#place = remembered(placeOf({ cwd: project, project, where }));
  }

  /**
   * Sets that approve the command: all of them where `isThorough`, else those among the next few; empty only where the widest do
   * not approve, or none does.
   */
  approving(command: string, isThorough = false): readonly CanaryRuleSet[] {
    const words = new Set(command.split(/[^\w.+-]+/));
    const known = new Map<string, boolean>();
    const isApproved = (juror: Juror): boolean => {
      const texts = [...juror.others, ...[...words].flatMap((word) => juror.byProgram.get(word) ?? [])];
      const key = `${juror.key}\n${texts.join("\n")}`;
      let verdict = known.get(key);
      if (verdict === undefined) {
        const policy = { ...juror.policy, allow: texts.map((text) => this.#rule(text)) };
        const call = { tool: "Bash", input: { command } };
        known.set(key, (verdict = judge(call, policy, this.#place).verdict === "allow"));
      }
      return verdict;
    };
    if (isThorough) return this.#jurors.filter(isApproved).map(({ set }) => set);
    // More allow rules never approve less, which is a property that has a test of its own.
    if (!this.#widest.some(isApproved)) return [];
    const order = [...this.#jurors.slice(this.#next), ...this.#jurors.slice(0, this.#next)];
    this.#next = (this.#next + PANEL) % this.#jurors.length;
    const panel = order.slice(0, PANEL).filter(isApproved);
    const one = panel.length > 0 ? undefined : order.slice(PANEL).find(isApproved);
    return (one === undefined ? panel : [one]).map(({ set }) => set);
  }

  #rule(text: string): Rule {
    let found = this.#rules.get(text);
    if (found === undefined) this.#rules.set(text, (found = rule(text)));
    return found;
  }
}

function jurorFor(set: CanaryRuleSet, programs: ProgramTable | undefined): Juror {
  const byProgram = new Map<string, string[]>();
  const others: string[] = [];
  for (const text of set.allow) {
    const program = /^Bash\(([\w.+-]+)[ :)]/.exec(text)?.[1];
    if (program === undefined) others.push(text);
    else byProgram.set(program, [...(byProgram.get(program) ?? []), text]);
  }
  return {
    set,
    policy: { ...policyOf({ ...set, allow: [] }), ...(programs === undefined ? {} : { programs }) },
    byProgram,
    others,
    key: JSON.stringify([set.mode, set.ask ?? [], set.deny ?? []]),
  };
}

function remembered(place: Place): Place {
  const paths = new Map<string, string | undefined>();
  const folders = new Map<string, ReturnType<Place["entries"]>>();
  return {
    ...place,
    realPath: (path) => recall(paths, path, (path) => place.realPath(path)),
    entries: (folder) => recall(folders, folder, (folder) => place.entries(folder)),
  };
}

function recall<T>(known: Map<string, T>, key: string, find: (key: string) => T): T {
  if (!known.has(key)) known.set(key, find(key));
  return known.get(key) as T;
}
