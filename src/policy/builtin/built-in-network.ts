import { posix } from "node:path";

import type { BuiltInRule } from "./built-in-rule.js";
import type { CommandPart } from "../shell/command-part.js";
import type { Finding } from "../rules/match.js";
import { baseName } from "../programs/program-name.js";
import { pathTexts } from "../programs/path-words.js";

/** Code from another machine that runs unseen. */
export const NETWORK_TO_SHELL: BuiltInRule = {
  name: "network-to-shell",
  says: 'code from the network that runs unseen: curl … | sh, bash <(curl …), sh -c "$(curl …)", curl -o x … && sh x',
  inCommand({ part }, { parts }) {
    const program = programOf(part);
    const found: Finding = { match: "yes", why: `${program} would run what comes from the network.` };
    const isRunner = SHELL.test(program) || INTERPRETER.test(program) || READS_CODE.has(program);
    if (isRunner && part.fedBy.some(isNetwork) && runsInputAsCode(part)) return found;
    if (!parts.some((other) => isNetwork(programOf(other)))) return undefined;
    if (runsFetched(part, parts, isRunner)) return found;
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

/** Programs that run what they are given as a shell script. */
const SHELL = /^(?:(?:ba|z|da|k|mk|fi|c|tc|a)?sh|pwsh)$/;
/** Programs that run code of some other language. */
const INTERPRETER =
  /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|php|lua|luajit|Rscript|osascript|[gmn]?awk|sed)[\d.]*$/i;
/** Programs that fetch something from another machine. */
const NETWORK = new Set(
  (
    "curl wget wget2 fetch nc ncat netcat socat telnet aria2c axel http https xh lynx w3m links elinks ftp lftp tftp " +
    "ssh scp sftp openssl gsutil"
  ).split(" "),
);
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

function programOf(part: CommandPart): string {
  return baseName(part.words[0]?.text);
}

function isNetwork(program: string): boolean {
  return NETWORK.has(program.slice(program.lastIndexOf("/") + 1));
}

/** With a script, or code in its words, the input is data: `curl … | python3 -m json.tool`. */
function runsInputAsCode(part: CommandPart): boolean {
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

/** Whether it is, or is given, a file of the same name as one that another part of the command fetches or writes. */
function runsFetched(part: CommandPart, parts: readonly CommandPart[], isRunner: boolean): boolean {
  const program = part.words[0]?.text ?? "";
  const scripts = isRunner ? namesIn(part) : new Set(program.includes("/") ? [posix.basename(program)] : []);
  if (scripts.size === 0) return false;
  return parts.some((other) => {
    const isFetching = other !== part && (isNetwork(programOf(other)) || other.fedBy.some(isNetwork));
    return isFetching && [...namesIn(other)].some((name) => scripts.has(name));
  });
}

/** The last names of all paths and addresses in its words: `wget https://host/x.sh` writes x.sh. */
function namesIn({ words, redirects }: CommandPart): ReadonlySet<string> {
  const known = [...words.slice(1), ...redirects.map(({ target }) => target)].flatMap(
    (word) => word.text ?? [],
  );
  const texts = known.flatMap((text) =>
    text.includes("://") ? [text.replace(/[?#].*$/s, "")] : pathTexts(text),
  );
  return new Set(
    texts.map((text) => posix.basename(text)).filter((name) => name !== "" && !name.startsWith("-")),
  );
}
