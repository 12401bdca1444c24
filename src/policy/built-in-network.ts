import type { BuiltInRule, CommandAround } from "./built-in-rule.js";
import type { CommandPart } from "./command-part.js";
import type { Finding } from "./match.js";
import { programOf } from "./part-paths.js";
import { pathTexts } from "./path-words.js";
import { placePath } from "./place-paths.js";
import { INTERPRETER, NETWORK, SHELL } from "./programs.js";

/** Code from another machine that runs unseen. */
export const NETWORK_TO_SHELL: BuiltInRule = {
  name: "network-to-shell",
  says: 'code from the network that runs unseen: curl … | sh, bash <(curl …), sh -c "$(curl …)", curl -o x … && sh x',
  inCommand(part, command) {
    const program = programOf(part);
    const found: Finding = { match: "yes", why: `${program} would run what comes from the network.` };
    const isRunner = SHELL.test(program) || INTERPRETER.test(program) || READS_CODE.has(program);
    if (isRunner && part.fedBy.some(isNetwork) && runsItsInput(part)) return found;
    if (!command.parts.some((other) => isNetwork(programOf(other)))) return undefined;
    if (runsFetched(part, command, isRunner)) return found;
    const isUnknown = part.takesMore || part.words.some((word) => word.text === undefined);
    if (!isRunner || !isUnknown) return undefined;
    if (hasInOrder(part.source, SUBSTITUTION, FETCHER)) return found;
    return { match: "maybe", why: `${program} may run what comes from the network.` };
  },
  inText(command) {
    const isIt = command.split(/[\n;]/).some((line) => isPiped(line) || isHanded(line));
    return isIt
      ? { match: "yes", why: "It looks like code from the network that a shell would run." }
      : undefined;
  },
};

const READS_CODE = new Set(["eval", "source", ".", "xargs", "parallel"]);

const FETCHER = /\b(?:curl|wget2?|fetch|nc|ncat|netcat|socat|telnet|aria2c|lynx|lftp|ftp)\b/;
const RUNNER =
  /(?:^|[\s;&|(/])(?:\.(?=\s+<\()|(?:(?:ba|z|da|k|fi|c|tc|a)?sh|python[\d.]*|perl|ruby|node|php|eval|source|bun|deno)(?=\s|$))/;
const SUBSTITUTION = /<\(|\$\(|`/;

function isPiped(line: string): boolean {
  return hasInOrder(line, FETCHER, /\|/, RUNNER);
}

function isHanded(line: string): boolean {
  return hasInOrder(line, RUNNER, SUBSTITUTION, FETCHER);
}

/** Each behind the one before it; in time that grows with the text alone. */
function hasInOrder(text: string, ...marks: readonly RegExp[]): boolean {
  let rest = text;
  for (const mark of marks) {
    const found = mark.exec(rest);
    if (found === null) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
}

function isNetwork(program: string): boolean {
  return NETWORK.has(program.slice(program.lastIndexOf("/") + 1));
}

/** With a script, or code in its words, the input is data: `curl … | python3 -m json.tool`. */
function runsItsInput(part: CommandPart): boolean {
  const program = programOf(part);
  if (/awk|sed/.test(program)) return false;
  const words = part.words.slice(1);
  if (words.some((word) => /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(word.text ?? "")))
    return true;
  const isShell = SHELL.test(program);
  if (isShell && words.some((word) => /^-[a-z]*s/.test(word.start))) return true;
  const code = isShell ? /^-[a-z]*c/ : /^-[a-zA-Z]*[cemnprE]|^--(?:eval|print)/;
  return !words.some((word) => !word.start.startsWith("-") || code.test(word.start));
}

/** Whether it is, or is given, a file that another part of the command fetches. */
function runsFetched(part: CommandPart, { parts, place }: CommandAround, isRunner: boolean): boolean {
  const program = part.words[0]?.text ?? "";
  const scripts = new Set(isRunner ? pathsIn(part) : program.includes("/") ? pathsIn(part, [program]) : []);
  if (scripts.size === 0) return false;
  const fetchers = parts.filter((other) => other !== part && isNetwork(programOf(other)));
  return fetchers.some((other) => pathsIn(other).some((path) => scripts.has(path)));

  function pathsIn({ words, redirects, cwd }: CommandPart, own: readonly string[] = []): readonly string[] {
    const texts = words.slice(1).flatMap((word) => (word.text === undefined ? [] : namesIn(word.text)));
    const targets = redirects.flatMap(({ target }) => target.text ?? []);
    const all = own.length > 0 ? own : [...texts, ...targets];
    return all.map((text) => placePath(text, cwd ?? place.cwd, place).path);
  }
}

/** `curl -O https://host/x.sh` and `wget https://host/x.sh` write x.sh. */
function namesIn(word: string): readonly string[] {
  const name = /^https?:\/\/[^?#]*\/([^/?#]+)/.exec(word)?.[1];
  return name === undefined ? pathTexts(word) : [name];
}
