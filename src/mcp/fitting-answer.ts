import { compareReleases, parseRelease } from "../claude/hooks/releases.js";
import { shellWord } from "../host/shell-word.js";

export interface Asker {
  /** Of the client, as it says itself. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
  readonly persona: string;
  readonly projectRoot: string;
}

/**
 * The answer, or of one that the client would not give to its model at all the beginning, and where the rest is. 1.0.64
 * puts an error in the place of a result that has more than 25,000 tokens; up to 50,000 characters it does not count
 * them. From 2.0.72 on such a result is saved to a file by Claude Code itself, or comes through.
 */
export function fittingAnswer(answer: string, { client, persona, projectRoot }: Asker): string {
  const release = client?.name === "claude-code" ? parseRelease(client.version) : undefined;
  if (release === undefined || compareReleases(release, FIRST_THAT_SAVES) >= 0) return answer;
  if (answer.length <= MOST) return answer;
  // All of it, unless it is more than a quarter of what the persona may remember.
  const rest = `cac persona memory ${persona} --last 1 --json --project ${shellWord(projectRoot)}`;
  const note = `[cut here: this Claude Code takes no more of a tool's result; the whole answer has ${answer.length} characters; what is remembered of it is shown by: ${rest}]`;
  return `${wholeCharacters(answer.slice(0, MOST - NOTE))}\n\n${note}`;
}

const FIRST_THAT_SAVES = { major: 2, minor: 0, patch: 72 };
const MOST = 50_000;
const NOTE = 5000;

/** Without half of a pair at its end. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
