import type { ProgramTable } from "../../../src/policy/programs/all-programs.js";
import type { Draft } from "./draft.js";
import { Jury } from "./jury.js";
import { CREDENTIALS } from "./project-files.js";
import type { CanaryRuleSet } from "./rule-sets.js";
import type { CanarySandbox } from "./sandbox.js";
import type { CanaryCommand, Touched } from "./touched.js";

export interface CampaignOptions {
  readonly sandbox: CanarySandbox;
  readonly ruleSets: readonly CanaryRuleSet[];
  readonly next: () => Draft;
  /** How many different approved commands are to be executed. */
  readonly approved: number;
  /** How many commands may be generated for that. */
  readonly most?: number;
  readonly limitMs?: number;
  /** In the place of our own descriptions. */
  readonly programs?: ProgramTable;
  /** Hears of each command that touches something, as soon as that is known. */
  readonly onTouched?: (touched: Touched) => void;
  /** The first command that touches something ends it. */
  readonly stopsEarly?: boolean;
}

export interface CampaignResult {
  readonly generated: number;
  readonly executed: number;
  readonly touched: readonly Touched[];
  /** Approved and executed commands by rule set, and by program. */
  readonly byRuleSet: ReadonlyMap<string, number>;
  readonly byProgram: ReadonlyMap<string, number>;
}

/** Generates commands, judges them under the rule sets, and executes what one of these approves. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { sandbox, approved, most = Infinity, next, stopsEarly = false } = options;
  const jury = new Jury(options);
  const done = new Set<string>();
  const [byRuleSet, byProgram] = [new Map<string, number>(), new Map<string, number>()];
  const touched: Touched[] = [];
  let generated = 0;
  const isOver = (): boolean =>
    done.size >= approved || generated >= most || (stopsEarly && touched.length > 0);
  /** The next approved command; undefined where none is left. */
  const pull = (): CanaryCommand | undefined => {
    while (!isOver()) {
      const draft = next();
      generated++;
      const command = sandbox.inside(draft.text);
      if (done.has(command) || command.includes("\0")) continue;
      const approving = jury.approving(command, generated % THOROUGH_EVERY === 0);
      if (approving.length === 0) continue;
      done.add(command);
      for (const { name } of approving) count(byRuleSet, name);
      for (const name of draft.programs) count(byProgram, name);
      return commandFor(draft, command, approving, options);
    }
    return undefined;
  };
  await sandbox.runEach(pull, (each) => {
    touched.push(each);
    options.onTouched?.(each);
  });
  return { generated, executed: done.size, touched, byRuleSet, byProgram };
}

/** One command of so many is judged by each rule set. */
const THOROUGH_EVERY = 25;

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** What the command may do, under the strictest of the rule sets that approve it. */
function commandFor(
  draft: Draft,
  command: string,
  approving: readonly CanaryRuleSet[],
  { sandbox, limitMs }: CampaignOptions,
): CanaryCommand {
  const within = (paths: readonly string[]): readonly string[] =>
    [...new Set(paths)].map((path) => `${sandbox.project}/${path}`);
  const own = [...draft.reads].map((path) => sandbox.inside(path));
  const isOwn = (path: string): boolean => own.some((each) => path === each || path.startsWith(`${each}/`));
  const credentials = CREDENTIALS.map((path) => `${sandbox.root}/${path}`).filter((path) => !isOwn(path));
  return {
    command,
    under: approving[0]?.name ?? "",
    mayRun: [...draft.runs],
    mayWrite: [...draft.writes].map((path) => sandbox.inside(path)),
    denied: [...credentials, ...within(approving.flatMap(({ unreadable }) => unreadable))],
    frozen: within([
      ...FROZEN,
      ...(draft.restores === true ? [] : approving.flatMap(({ unwritable }) => unwritable)),
    ]),
    ...(limitMs === undefined ? {} : { limitMs }),
  };
}

/** What would run something later: nobody may change it without being asked. */
const FROZEN = [".claude", ".mcp.json", ".git/hooks"];
