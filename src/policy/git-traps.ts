import { isAbsolute, relative, resolve } from "node:path";
import type { Word } from "./command-part.js";

/** The word of a git command that runs, loads or writes something else, from the one with index `from` on. */
export function gitTrap(args: readonly Word[], cwd: string | undefined, from: number): string | undefined {
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = textOf(args[at]);
    if (!text.startsWith("-")) break;
    const takesNext = TAKE_A_WORD.has(text);
    const isHarmless = text.startsWith("-C")
      ? isBelow(cwd, text === "-C" ? args[at + 1]?.text : text.slice(2))
      : HARMLESS.test(text);
    if (!isHarmless && at >= from) return text;
    if (takesNext) at += 1;
  }
  const command = textOf(args[at]);
  const dashes = args.findIndex((word, index) => index > at && word.text === "--");
  if (at >= from && isTrap(command, args.slice(at + 1))) return command;
  for (const [index, word] of args.entries()) {
    const text = textOf(word);
    if (index <= at || index < from) continue;
    // A transport that runs a program, also behind `--`; options only before.
    const isOption = dashes === -1 || index < dashes;
    if (/^(?:ext|fd)::/.test(text) || (isOption && isTrapOf(command, text))) return text;
  }
  return undefined;
}

function textOf(word: Word | undefined): string {
  return word?.text ?? word?.start ?? "";
}

/** Git's own options whose value is the next word (git 2.49). */
const TAKE_A_WORD = new Set(
  "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source".split(" "),
);

function isTrap(command: string, rest: readonly Word[]): boolean {
  if (command !== "config") return COMMANDS.has(command) || command.startsWith("credential");
  if (/^(?:get|list)$/.test(rest[0]?.text ?? "")) return false;
  return !rest.some((word) => /^(?:--get.*|--list|-l)$/.test(word.text ?? ""));
}

/** Options of git itself. Any other of them may change where it finds its settings and programs. */
const HARMLESS =
  /^(?:-P|--no-pager|--no-optional-locks|--no-replace-objects|--literal-pathspecs|--glob-pathspecs|--noglob-pathspecs|--icase-pathspecs|--version|-v|--exec-path|--html-path|--man-path|--info-path|--no-lazy-fetch|--no-advice|--bare)$/;

/** They run a program that is named in their words or in the settings, or write elsewhere. */
const COMMANDS = new Set(
  (
    "difftool mergetool filter-branch send-email daemon instaweb web--browse " +
    "hook for-each-repo fast-import cvsserver shell svn p4 bundle maintenance help gui citool imap-send upload-pack " +
    "receive-pack http-backend remote-ext remote-fd sh-i18n sh-setup"
  ).split(" "),
);

const SECOND: Readonly<Record<string, RegExp>> = {
  bisect: /^(?:run|visualize|view)$/,
  submodule: /^foreach$/,
  remote: /^(?:add|set-url)$/,
  notes: /^edit$/,
};

interface Options {
  readonly short?: string;
  /** Short options with a value: what is glued to them is no option. */
  readonly values?: string;
  readonly long?: readonly string[];
}

/** For every command: abbreviations of them count too. */
const LONG =
  "output ext-diff textconv open-files-in-pager upload-pack receive-pack exec help edit-description paginate unsafe-paths".split(
    " ",
  );

const OPTIONS: Readonly<Record<string, Options>> = {
  clone: { short: "uc", values: "ob", long: ["config", "template", "separate-git-dir"] },
  init: { long: ["template", "separate-git-dir"] },
  rebase: { short: "x", values: "sXC" },
  archive: { short: "o", long: ["remote"] },
  "format-patch": { short: "o", long: ["output-directory"] },
  grep: { short: "O", values: "ABCefm" },
  "checkout-index": { long: ["prefix"] },
};

function isTrapOf(command: string, text: string): boolean {
  // A transport that runs a program.
  if (/(?:^|=)(?:ext|fd)::/.test(text) || SECOND[command]?.test(text) === true) return true;
  const { short = "", values = "", long = [] } = OPTIONS[command] ?? {};
  if (text.startsWith("--")) {
    const given = text.slice(2).replace(/=[^]*$/, "");
    return given !== "" && [...LONG, ...long].some((name) => name.startsWith(given));
  }
  if (!text.startsWith("-")) return false;
  for (const letter of text.slice(1)) {
    if (short.includes(letter)) return true;
    if (values.includes(letter)) return false;
  }
  return false;
}

function isBelow(cwd: string | undefined, folder: string | undefined): boolean {
  if (folder === undefined || (isAbsolute(folder) && cwd === undefined)) return false;
  const way = cwd === undefined ? relative("/x", resolve("/x", folder)) : relative(cwd, resolve(cwd, folder));
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
