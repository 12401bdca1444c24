import type { Redirection } from "unbash";
import type { Redirect } from "./command-part.js";
import type { Feeders, Shell, ShellScripts } from "./shell.js";
import { readHereDoc, readWord, type WordContext } from "./shell-words.js";
import type { Cwd } from "./working-directory.js";

export interface ReadRedirects {
  readonly redirects: readonly Redirect[];
  /** What takes the place of standard input, for `fedBy`. */
  readonly fedBy: readonly string[];
  /** The text that standard input hands over, where it is certain. */
  readonly input: string | undefined;
}

/** Reads redirects of the command with this name, and runs what stands in them. */
export function readRedirects(
  syntax: readonly Redirection[],
  scripts: ShellScripts,
  shell: Shell,
  cwd: Cwd,
  name: string,
): ReadRedirects {
  const feeders: Feeders = { read: [], value: [] };
  const context = scripts.context(shell, cwd, name, feeders);
  const redirects: Redirect[] = [];
  const inputs: (string | undefined)[] = [];
  const fedBy: string[] = [];
  for (const one of syntax) {
    const { descriptor } = one;
    if (descriptor?.type === "FileDescriptorVariable") context.assign(descriptor.name);
    const isInput =
      descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);
    if (one.type === "Redirect") {
      const read = readRedirect(one, context);
      if (read !== undefined) redirects.push(read);
      if (isInput && one.operator.startsWith("<")) {
        inputs.push(undefined);
        fedBy.push("<");
      }
      continue;
    }
    const text =
      one.type === "HereDoc" ? readHereDoc(one, context) : one.target && readWord(one.target, context).text;
    if (!isInput) continue;
    inputs.push(text);
    fedBy.push("<<");
  }
  return {
    redirects,
    fedBy: [...fedBy, ...feeders.read],
    input: inputs.length === 1 ? inputs[0] : undefined,
  };
}

/** Undefined where no file is named: a descriptor is copied or closed, or a process stands in the file's place. */
function readRedirect(
  syntax: Extract<Redirection, { type: "Redirect" }>,
  context: WordContext,
): Redirect | undefined {
  const { operator, target } = syntax;
  if (target === undefined) return undefined;
  const { text, start } = readWord(target, context);
  if (operator.endsWith("&") && text !== undefined && /^(?:\d+-?|-)$/.test(text)) return undefined;
  if (target.parts?.length === 1 && target.parts[0]?.type === "ProcessSubstitution") return undefined;
  // bash takes the quotes off twice: `>&1\'x` writes to `1x` (5.2).
  if (operator.endsWith("&") && /[\\'"$`]/.test(target.text))
    context.doubt("has a redirect that shells read differently");
  // `>!file` writes to `file` in zsh and to `!file` in bash.
  if (target.text.startsWith("!")) context.doubt("has a redirect that shells read differently");
  if (/^\/dev\/(?:tcp|udp)\//.test(start)) context.doubt("has a redirect that opens a connection");
  return { writes: operator !== "<" && operator !== "<&", target: { text, start } };
}
