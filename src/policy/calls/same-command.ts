import type { Option } from "../programs/compile-description.js";
import type { ProgramTable } from "../programs/all-programs.js";
import { describedName } from "../programs/program-name.js";
import type { WordPattern } from "../rules/match-words.js";
import { fitsGlob, type StarGlob } from "../rules/star-glob.js";
import type { ProgramCall } from "./program-call.js";

/**
 * Whether a deny or ask rule may mean this call although its words differ: `npm i` is `npm install`, `git push -f` is
 * `git push --force`, and `git reset -q --hard` has all the words of `git reset --hard`. Subcommands that are described in
 * one entry count as the same, so this errs on the side of asking.
 */
export function mayMean(
  { items, variables }: WordPattern,
  { program, reading, part }: ProgramCall,
  programs: ProgramTable,
): boolean {
  const globs = items.flatMap((item) => (item.kind === "glob" ? [item.glob] : []));
  const endsInStar = items.at(-1)?.kind === "many";
  const isPlain = variables.length === 0 && items.length === globs.length + (endsInStar ? 1 : 0);
  const [name, ...rest] = globs;
  if (!isPlain || name === undefined || program === undefined || reading === undefined) return false;
  if (programs.find(describedName(textOf(name) ?? "")) !== program) return false;
  if (!endsInStar && part.words.length !== globs.length) return false;
  const [outermost, ...commands] = reading.chain;
  let command = outermost ?? program;
  let at = 0;
  for (let glob = rest[at]; glob !== undefined; glob = rest[++at]) {
    const named = command.command(textOf(glob) ?? "");
    if (named === undefined) break;
    if (named !== commands[at]) return false;
    command = named;
  }
  return rest.slice(at).every((glob) => hasWord(glob, reading.options, part));
}

/** The rule's word is among those of the call, or an option of the call is the same one under another name. */
function hasWord(
  glob: StarGlob,
  options: readonly { readonly option: Option }[],
  { words, takesMore }: ProgramCall["part"],
): boolean {
  const isThere = words.slice(1).some(({ text }) => text === undefined || fitsGlob(glob, text));
  if (isThere || takesMore) return true;
  const text = textOf(glob);
  if (text === undefined || !/^-./.test(text)) return false;
  const has = (spelling: string): boolean =>
    options.some(({ option: { spellings } }) => spellings.includes(spelling));
  return (
    has(text) ||
    (/^-\w{2,}$/.test(text) &&
      text
        .slice(1)
        .split("")
        .every((letter) => has(`-${letter}`)))
  );
}

function textOf({ pieces }: StarGlob): string | undefined {
  return pieces.length === 1 ? pieces[0] : undefined;
}
