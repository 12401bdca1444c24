import { posix } from "node:path";

import type { SettledPlace } from "../place-paths.js";
import { baseName } from "../programs/program-name.js";
import { segmentPattern } from "../rules/segment-pattern.js";
import type { CommandPart } from "../shell/command-part.js";
import type { ProgramCall } from "./program-call.js";

/** The files that a program gets as words from `xargs`. */
export interface FedFiles {
  /** The folders that they lie below. */
  readonly roots: readonly string[];
  /** The links among them: they lead elsewhere. */
  readonly links: readonly string[];
}

/**
 * What `xargs` hands to a program that only reads, where programs that only list files feed it and every name below their folders
 * is a plain one; undefined where that cannot be told. A name with a blank would become two words, one that begins with a dash
 * an option.
 */
export function fedFiles(
  call: ProgramCall,
  parts: readonly CommandPart[],
  place: SettledPlace,
): FedFiles | undefined {
  const { fedBy } = call.part;
  const feeders = parts.filter((other) => fedBy.includes(baseName(other.words[0]?.text)));
  // A file of names, another folder, or files that are made meanwhile: then it is not what was listed.
  const isSame =
    feeders.every(({ cwd }) => cwd === call.part.cwd) && call.part.redirects.every(({ writes }) => writes);
  const others = parts.filter((other) => other !== call.part && !feeders.includes(other));
  if (!isSame || !others.every((other) => isFilter(other) || isQuiet(other))) return undefined;
  if (feeders.length === 0 || !onlyReads(call) || fedBy.some((name) => name.startsWith("<")))
    return undefined;
  const roots: string[] = [];
  const links: string[] = [];
  for (const feeder of feeders) {
    if (isFilter(feeder)) continue;
    const listing = listingOf(feeder);
    if (listing === undefined) return undefined;
    for (const root of listing.roots) {
      const all = place.below(root);
      if (all === undefined || !all.every(({ path }) => hasPlainNames(path.slice(root.length))))
        return undefined;
      roots.push(root);
      if (listing.links)
        links.push(
          ...all
            .filter((each) => each.kind === "link")
            .map(({ path }) => path)
            .filter(listing.isListed),
        );
    }
  }
  return roots.length > 0 ? { roots, links } : undefined;
}

/** Its operands are files to read or text, and no option makes more of them. */
function onlyReads({ program, reading }: ProgramCall): boolean {
  if (program === undefined || reading === undefined || program.hasCommands) return false;
  const kinds = reading.command.operands ?? [];
  return (
    kinds.every(({ kind }) => READS.has(kind)) &&
    !reading.options.some(({ option }) => option.effects.has("writes"))
  );
}

const READS: ReadonlySet<string> = new Set([
  "read",
  "localread",
  "plainread",
  "search",
  "list",
  "text",
  "number",
  "jq",
]);

function hasPlainNames(path: string): boolean {
  return path.split("/").every((name) => /^(?!-)[\w.@+,%=~^#()&[\]-]*$/.test(name));
}

/** A builtin that makes no file. */
function isQuiet({ inShell, words, redirects }: CommandPart): boolean {
  return inShell && redirects.length === 0 && /^(?:echo|cd|:|true|test|\[)$/.test(words[0]?.text ?? "");
}

/** It hands on some of the lines that it reads, each as it is. */
function isFilter({ words }: CommandPart): boolean {
  const options = words.slice(1).filter(({ start }) => start.startsWith("-"));
  switch (baseName(words[0]?.text)) {
    case "grep":
      return (
        options.every(({ text }) => /^-[viEFw]+$/.test(text ?? "")) && words.length - options.length === 2
      );
    case "head":
    case "tail":
      return words.slice(1).every(({ text }) => /^(?:-n|-\d+|-n\d+|\d+)$/.test(text ?? ""));
    case "sort":
      return (
        options.every(({ text }) => /^-[urnfV]+$/.test(text ?? "")) && words.length - options.length === 1
      );
    case "uniq":
      return words.length === 1;
    default:
      return false;
  }
}

interface Listing {
  readonly roots: readonly string[];
  /** Whether links are among what it lists. */
  readonly links: boolean;
  readonly isListed: (path: string) => boolean;
}

/** Where a program that prints nothing but names of files looks for them; undefined where it may print something else. */
function listingOf({ words, cwd }: CommandPart): Listing | undefined {
  if (cwd === undefined || words.some(({ text }) => text === undefined)) return undefined;
  const [program, ...args] = words.map(({ text }) => text ?? "");
  const from = (paths: readonly string[]): readonly string[] =>
    (paths.length === 0 ? ["."] : paths).map((path) => posix.resolve(cwd, path));
  const options = args.filter((arg) => arg.startsWith("-"));
  const operands = args.filter((arg) => !arg.startsWith("-"));
  switch (baseName(program)) {
    case "find": {
      const end = args.findIndex((arg) => /^(?:-|[(!,]$)/.test(arg));
      if (/^-[HLPOD]/.test(args[0] ?? "") || args.some((arg) => /^-(?:printf|ls|exec|ok)/.test(arg)))
        return undefined;
      const isPlain = !args.some((arg) => /^(?:-o|-or|!|-not|,|\()$/.test(arg));
      const name = isPlain ? args[args.indexOf("-name") + 1] : undefined;
      const isFiles = isPlain && args[args.indexOf("-type") + 1] === "f" && args.includes("-type");
      return {
        roots: from(end === -1 ? args : args.slice(0, end)),
        links: !isFiles,
        isListed: named(args.includes("-name") ? name : undefined),
      };
    }
    case "git": {
      const [command, ...rest] = args;
      const isList = command === "ls-files" || (command === "diff" && rest.includes("--name-only"));
      const isPlain = options.every((arg) =>
        /^--(?:name-only|cached|staged|others|modified|exclude-standard|diff-filter=\w+)?$|^-[comz]$/.test(
          arg,
        ),
      );
      const dashes = rest.indexOf("--");
      const [pattern, more] =
        dashes !== -1 ? rest.slice(dashes + 1) : command === "ls-files" ? operands.slice(1) : [];
      const isName = more === undefined && pattern?.includes("/") === false;
      return isList && isPlain
        ? { roots: from(["."]), links: true, isListed: named(isName ? pattern : undefined) }
        : undefined;
    }
    case "rg":
    case "grep": {
      const isList = options.some((arg) =>
        /^(?:-[rRinwFE]*l[rRinwFE]*|--files(?:-with(?:out)?-match(?:es)?)?)$/.test(arg),
      );
      const isPlain = options.every((arg) =>
        /^(?:-[rinwFEl]+|--files(?:-with(?:out)?-match(?:es)?)?)$/.test(arg),
      );
      if (!isList || !isPlain) return undefined;
      // Neither of them follows links that it meets.
      return {
        roots: from(options.includes("--files") ? operands : operands.slice(1)),
        links: false,
        isListed: named(undefined),
      };
    }
    case "ls":
      return operands.length === 0 && options.every((arg) => arg === "-1")
        ? { roots: from(operands), links: true, isListed: named(undefined) }
        : undefined;
    default:
      return undefined;
  }
}

/** Whether the last name of a path fits; any does where there is no pattern. */
function named(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const shape = new RegExp(`^${segmentPattern(pattern)}$`, "s");
  return (path) => shape.test(posix.basename(path));
}
