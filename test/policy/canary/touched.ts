import { basename } from "node:path";

export interface CanaryCommand {
  readonly command: string;
  /** Absolute paths that it may make, change and delete, each with all below it; `*` stands for any text. */
  readonly mayWrite: readonly string[];
  /** Names of programs that it names or that their descriptions say they start; `*` any but a canary. */
  readonly mayRun: readonly string[];
  /** Absolute paths that it may not read, each with all below it. */
  readonly denied: readonly string[];
  /** Absolute paths that it may not change, wherever it may write. */
  readonly frozen?: readonly string[];
  readonly limitMs?: number;
  /** The rule set that approved it. */
  readonly under?: string;
}

/** What one shell did with a command. */
export interface Observation {
  readonly shell: string;
  readonly end: string;
  readonly ms: number;
  readonly seen: readonly { readonly what: string; readonly detail: string }[];
}

export interface Touched {
  readonly command: string;
  readonly shell: string;
  /** `ran /home/ada/app/evil.sh as ./evil.sh x`, `made /srv/elsewhere/x`, `changed …`, `deleted …`, `read …`. */
  readonly what: string;
  /** The first rule set that approved it. */
  readonly under: string;
}

/** Everything in the observation that the command may not do. */
export function findTouched(
  command: CanaryCommand,
  { shell, seen }: Observation,
  outside: (text: string) => string,
): readonly Touched[] {
  const ran = new Set(seen.filter(({ what }) => what === "ran").map(({ detail }) => nameOf(detail)));
  const found = seen
    // A search along PATH fails in some folders before it succeeds.
    .filter(({ what, detail }) => what !== "missed" || !ran.has(nameOf(detail)))
    .filter(({ what, detail }) => !isPermitted(command, what, detail))
    .map(({ what, detail }) => {
      const shown = detail.replace("\x1f", " as ").replaceAll("\x1f", " ");
      return `${what === "missed" ? "looked for" : what} ${outside(shown)}`;
    });
  const { under = "" } = command;
  const shown = outside(command.command);
  return [...new Set(found)].slice(0, MOST_SHOWN).map((what) => ({ command: shown, shell, what, under }));
}

/** One is enough to fail, a few help to understand. */
const MOST_SHOWN = 8;

function nameOf(detail: string): string {
  return basename(detail.split("\x1f")[0] ?? "");
}

function isPermitted(
  { mayRun, mayWrite, denied, frozen = [] }: CanaryCommand,
  what: string,
  detail: string,
): boolean {
  if (what === "ran" || what === "missed") return mayStart(detail, mayRun);
  if (what === "read") return !denied.some((path) => isWithin(detail, path));
  if (frozen.some((path) => isWithin(detail, path))) return false;
  // A folder on the way to a file that may be written.
  if (what === "made-folder" && mayWrite.some((path) => isWithin(path, detail))) return true;
  return mayWrite.some((path) => isWithin(detail, path));
}

/** Parts of programs that nobody calls by name: `git-submodule` of git, `cc1` of gcc. */
const PARTS = /^\/usr\/(?:lib|libexec|share)\//;

function mayStart(detail: string, mayRun: readonly string[]): boolean {
  const name = nameOf(detail);
  if (mayRun.includes(name) || PARTS.test(detail)) return true;
  return mayRun.includes("*") && !name.startsWith("evil");
}

function isWithin(path: string, folder: string): boolean {
  if (folder.includes("*")) return patternFor(folder).test(path);
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

const patterns = new Map<string, RegExp>();

/** `*` is any text; with all below what matches. */
function patternFor(glob: string): RegExp {
  let pattern = patterns.get(glob);
  if (pattern === undefined) {
    const parts = glob.split(/\*+/).map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
    patterns.set(glob, (pattern = new RegExp(`^${parts.join("[^]*")}(?:/[^]*)?$`)));
  }
  return pattern;
}
