import type { Redirection } from "unbash";
import type { Redirect } from "../command-part.js";
import type { State } from "../shell-state.js";
import type { Feeders, Shell, ShellScripts } from "../shell.js";
import { readHereDoc, readOne, type WordContext } from "../words/shell-words.js";
import { OPAQUE } from "../words/variables.js";

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
  state: State,
  name: string,
): ReadRedirects {
  const feeders: Feeders = { read: [], value: [] };
  const context = scripts.context(shell, state, name, feeders);
  const redirects: Redirect[] = [];
  const inputs: (string | undefined)[] = [];
  const fedBy: string[] = [];
  for (const one of syntax) {
    const { descriptor } = one;
    if (descriptor?.type === "FileDescriptorVariable") {
      // `{a[$(…)]}<f`: bash evaluates the subscript.
      context.doubt("has a redirect that sets a variable");
      context.assign(descriptor.name, OPAQUE);
    }
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
    const text = one.type === "HereDoc" ? readHereDoc(one, context) : readHereString(one, context);
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

function readHereString(
  { target }: Extract<Redirection, { type: "HereString" }>,
  context: WordContext,
): string | undefined {
  if (context.isPosix) context.doubt("has a here-string, which not every shell reads");
  const text = target && readOne(target, "text", context).text;
  return text === undefined ? undefined : `${text}\n`;
}

/** Undefined where no file is named: a descriptor is copied or closed, or a process stands in the file's place. */
function readRedirect(
  syntax: Extract<Redirection, { type: "Redirect" }>,
  context: WordContext,
): Redirect | undefined {
  const { operator, target } = syntax;
  if (target === undefined) return undefined;
  if (context.isPosix && operator.includes("&") && !/^(?:\d|-)$/.test(target.text))
    context.doubt("has a redirect that shells read differently");
  const word = readOne(target, "target", context);
  const { text, start } = word;
  if (operator.endsWith("&") && text !== undefined && /^(?:\d+|-)$/.test(text)) return undefined;
  if (word.isPipe === true) return undefined;
  // bash takes the quotes off twice (`>&1\'x` writes to `1x` in 5.2), and `>&1-` moves a descriptor in bash alone.
  if (operator.endsWith("&") && (/[\\'"$`]/.test(target.text) || /^\d/.test(start)))
    context.doubt("has a redirect that shells read differently");
  // `a<1-3>b` is a pattern of zsh.
  if (operator.startsWith("<") && /^\d*-\d*$/.test(target.text) && target.text !== "-")
    context.doubt("has a redirect that shells read differently");
  // `>!file` writes to `file` in zsh and to `!file` in bash.
  if (target.text.startsWith("!")) context.doubt("has a redirect that shells read differently");
  if (/^\/dev\/(?:tcp|udp)\//.test(start)) context.doubt("has a redirect that opens a connection");
  return { writes: operator !== "<" && operator !== "<&", target: word };
}
