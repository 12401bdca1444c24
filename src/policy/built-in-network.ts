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
    if (!SHELL.test(program) && !INTERPRETER.test(program) && !READS_CODE.has(program)) return undefined;
    const found: Finding = { match: "yes", why: `${program} would run what comes from the network.` };
    if (part.fedBy.some(isNetwork) && runsItsInput(part)) return found;
    const isUnknown = part.takesMore || part.words.some((word) => word.text === undefined);
    if (!command.parts.some((other) => isNetwork(programOf(other)))) return undefined;
    if (isUnknown && IN_SUBSTITUTION.test(part.source)) return found;
    if (runsFetched(part, command)) return found;
    return isUnknown
      ? { ...found, match: "maybe", why: `${program} may run what comes from the network.` }
      : undefined;
  },
  inText(command) {
    const isIt = PIPED.test(command) || HANDED.test(command);
    return isIt
      ? { match: "yes", why: "It looks like code from the network that a shell would run." }
      : undefined;
  },
};

const READS_CODE = new Set(["eval", "source", ".", "xargs", "parallel"]);

const FETCHERS = "(?:curl|wget2?|fetch|nc|ncat|netcat|socat|telnet|aria2c|lynx|lftp|ftp)";
const RUNNERS = "(?:(?:ba|z|da|k|fi|c|tc|a)?sh|python[\\d.]*|perl|ruby|node|php|eval|source|bun|deno)";
const IN_SUBSTITUTION = new RegExp(`(?:<\\(|\\$\\(|\`)[^]*\\b${FETCHERS}\\b`);
const PIPED = new RegExp(`\\b${FETCHERS}\\b[^\\n;]*\\|[^\\n;]*\\b${RUNNERS}\\b`);
const HANDED = new RegExp(
  `(?:\\b${RUNNERS}|(?:^|[;&|\\s])\\.)\\s[^\\n;]*(?:<\\(|\\$\\(|\`)[^\\n]*\\b${FETCHERS}\\b`,
);

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

/** Whether one of its words is a file that a program before it has fetched. */
function runsFetched(part: CommandPart, { parts, place }: CommandAround): boolean {
  const scripts = new Set(pathsIn(part));
  if (scripts.size === 0) return false;
  return parts.some(
    (other) =>
      other !== part && isNetwork(programOf(other)) && pathsIn(other).some((path) => scripts.has(path)),
  );

  function pathsIn({ words, redirects, cwd }: CommandPart): readonly string[] {
    const texts = words.slice(1).flatMap((word) => (word.text === undefined ? [] : namesIn(word.text)));
    const targets = redirects.flatMap(({ target }) => target.text ?? []);
    return [...texts, ...targets].map((text) => placePath(text, cwd ?? place.cwd, place).path);
  }
}

/** `curl -O https://host/x.sh` and `wget https://host/x.sh` write x.sh. */
function namesIn(word: string): readonly string[] {
  const name = /^https?:\/\/[^?#]*\/([^/?#]+)/.exec(word)?.[1];
  return name === undefined ? pathTexts(word) : [name];
}
