import { posix } from "node:path";

import type { OptionEffect, ValueKind } from "../programs/description.js";
import { pathsInCode, pathTexts } from "../programs/path-words.js";
import { mountSource } from "../programs/checks/mount.js";
import type { PathUse, Where } from "../path-use.js";
import { topsOf, whereOf } from "../path-use.js";
import type { SettledPlace } from "../place-paths.js";
import { knownWord, type CommandPart, type Word } from "../shell/command-part.js";
import { fedFiles } from "./fed-files.js";
import type { ProgramCall } from "./program-call.js";
import type { Piece, ReadArguments } from "./arguments.js";

type How = Omit<PathUse, "where">;

/** Every path that a call may open, the redirects of its part included. What it runs in turn has uses of its own. */
export function usesOf(
  call: ProgramCall,
  parts: readonly CommandPart[],
  place: SettledPlace,
): readonly PathUse[] {
  const { part, reading, inner } = call;
  const uses = redirectUses(part, place);
  // What the shell itself does with words, it does not open files for.
  if (part.inShell && OPENS_NOTHING.has(part.words[0]?.text ?? "")) return uses;
  const bases = basesOf(call);
  const isGit = call.program?.description.names.split(" ").includes("git") === true;
  const isOwn = (at: number): boolean => reading?.inner === undefined || at < reading.inner.at;
  const seen = new Set<number>(reading?.options.map(({ at }) => at));
  for (const piece of reading?.pieces ?? []) {
    seen.add(piece.at);
    uses.push(...pieceUses(piece, reading, bases, place, isGit));
  }
  // A word that the description does not explain may be any path.
  for (const [at, word] of part.words.slice(1).entries()) {
    if (seen.has(at) || (inner !== undefined && !isOwn(at))) continue;
    uses.push(...anyUses(word, bases, place));
  }
  const command = reading?.command.description;
  const isSearch = hasEffect(reading, "deep") || command?.searchesHere === true;
  // Behind the first operand some programs take `--` for an operand, and some for nothing: `git grep x --`.
  // An archive that is written says nothing of what goes into it.
  const names = command?.searchesHere === true ? READ : NAMES_FILES;
  const isNamed = reading?.pieces.some(
    ({ option, kind, value, at }) =>
      option === undefined &&
      names.has(kind) &&
      value.text !== "--" &&
      // A glob that may be one file alone may be the pattern.
      !(value.count === "files" && reading.pieces.some((other) => other.at === at && !names.has(other.kind))),
  );
  if (isSearch && isNamed !== true)
    for (const base of bases)
      uses.push(
        ...useOf(
          knownWord("."),
          { ...howOf(reading), isDeep: true, access: hasEffect(reading, "writes") ? "write" : "read" },
          base,
          place,
        ),
      );
  if (command?.writesHere === true || hasEffect(reading, "unpacks"))
    for (const base of bases)
      uses.push(...useOf(knownWord("."), { ...PLAIN, access: "write", isDeep: true }, base, place));
  if (part.takesMore && inner === undefined) {
    const fed = fedFiles(call, parts, place);
    if (fed === undefined) uses.push({ ...PLAIN, access: "both", where: { kind: "anywhere", start: "" } });
    for (const root of fed?.roots ?? [])
      uses.push(...useOf(knownWord(root), { ...PLAIN, isDeep: true }, "/", place));
    for (const link of fed?.links ?? []) uses.push(...useOf(knownWord(link), PLAIN, "/", place));
  }
  return uses;
}

const PLAIN: How = { access: "read", isDeep: false, follows: false, skipsHidden: false };
const READ = new Set<ValueKind>(["read", "localread", "plainread", "search", "localsearch", "list", "any"]);
/** Operands that say where a recursive program looks; without one it looks in the current folder. */
const NAMES_FILES = new Set<ValueKind>([
  ...READ,
  "write",
  "localwrite",
  "plainwrite",
  "move",
  "source",
  "plainsource",
]);
const OPENS_NOTHING = new Set(
  "echo printf true false : test [ [[ exit export set unset pwd read command type".split(" "),
);

export function redirectUses(part: CommandPart, place: SettledPlace): PathUse[] {
  return part.redirects.flatMap(({ target, writes }) =>
    useOf(target, { ...PLAIN, access: writes ? "write" : "read" }, part.cwd, place),
  );
}

/** The directories that relative paths may count from: where it runs, and where `-C` leads. */
export function basesOf({ part, reading }: ProgramCall): readonly (string | undefined)[] {
  const folders = reading?.pieces.filter(({ kind }) => kind === "folder") ?? [];
  if (folders.length === 0) return [part.cwd];
  let base = part.cwd;
  const bases: (string | undefined)[] = [base];
  for (const { value } of folders) {
    const isKnown = value.text !== undefined && (base !== undefined || value.text.startsWith("/"));
    base = isKnown ? posix.resolve(base ?? "/", value.text ?? "") : undefined;
    bases.push(base);
  }
  return bases;
}

function pieceUses(
  piece: Piece,
  reading: ReadArguments | undefined,
  bases: readonly (string | undefined)[],
  place: SettledPlace,
  isGit: boolean,
): readonly PathUse[] {
  const { kind, value } = piece;
  if (value.values !== undefined)
    return value.values.flatMap((each) =>
      pieceUses({ ...piece, value: knownWord(each) }, reading, bases, place, isGit),
    );
  const how = { ...howOf(reading), ...(isGit && { isDeep: true }) };
  const from = (word: Word, how: How): readonly PathUse[] =>
    bases.flatMap((base) => useOf(word, how, base, place));
  const isWritten = hasEffect(reading, "writes") && piece.option === undefined;
  switch (kind) {
    case "read":
    case "localread":
    case "plainread":
      // `HEAD:secrets/x` of git, `@file` of others.
      return [
        ...from(value, isWritten ? { ...how, access: "write" } : how),
        ...(value.text?.includes(":") === true
          ? from(knownWord(value.text.replace(/^[^]*?:/, "")), how)
          : []),
        ...(isGit ? gitPaths(value, how, place) : []),
      ];
    case "search":
    case "localsearch":
      return from(value, { ...how, isDeep: true, access: isWritten ? "write" : "read" });
    // `yq FILE`: without a filter the first word is a file.
    case "yq":
      return from(value, how);
    case "list":
      return from(value, { ...PLAIN, access: "list" });
    case "move":
      return from(value, { ...PLAIN, access: "both", isDeep: true });
    case "source":
    case "plainsource":
      return from(value, { ...PLAIN, access: "both", isDeep: true, follows: how.follows });
    case "link":
      return from(value, { ...PLAIN, access: "both" });
    case "write":
    case "localwrite":
    case "plainwrite": {
      const uses = from(value, { ...PLAIN, access: "write", isDeep: hasEffect(reading, "deep") });
      return [...uses, ...uses.flatMap((use) => newFileUses(use, piece, reading, place))];
    }
    case "folder":
      return from(value, { ...PLAIN, access: "list" });
    case "script":
      return from(value, isWritten ? { ...PLAIN, access: "write" } : PLAIN);
    case "any":
      return anyUses(value, bases, place);
    case "code":
    case "shell":
      // Where a rule allows code, the names of files in it still count.
      return [
        ...anyUses(value, bases, place),
        ...pathsInCode(value.text ?? "").flatMap((text) =>
          from(knownWord(text), { ...PLAIN, access: "both" }),
        ),
      ];
    case "mount": {
      const source = value.text === undefined ? undefined : mountSource(value.text);
      return source === undefined ? [] : from(knownWord(source), { ...PLAIN, access: "both", isDeep: true });
    }
    case "curldata":
      return value.text?.startsWith("@") === true ? from(knownWord(value.text.slice(1)), PLAIN) : [];
    case "url":
    case "curlform":
    case "remote":
    case "address":
    case "pushed":
    case "package":
    case "requirement":
      return value.text === undefined
        ? []
        : pathTexts(value.text.replace(/\[[\w.,-]*\]$/, "")).flatMap((text) => from(knownWord(text), PLAIN));
    default:
      return [];
  }
}

/** Files that it makes besides the path that it is given to write. */
function newFileUses(
  { where, ...how }: PathUse,
  piece: Piece,
  reading: ReadArguments | undefined,
  place: SettledPlace,
): readonly PathUse[] {
  const newFiles = reading?.command.description.newFiles;
  const paths = topsOf(where, place)?.map(({ path, real }) => real ?? path) ?? [];
  const startingWith = (start: string): PathUse => ({
    ...how,
    where: { kind: "anywhere", start },
    isNew: true,
  });
  if (newFiles === "none") return [];
  if (newFiles === "prefixed") return paths.map(startingWith);
  const folders = paths
    .filter((path) => mayBeFolder(path, place))
    .map((path) => (path === "/" ? path : `${path}/`));
  const names = newFiles === "sameNames" ? otherNames(piece, reading) : undefined;
  if (names === undefined) return folders.map(startingWith);
  const files = folders.flatMap((folder) => names.map((name) => folder + name));
  return [
    ...files.flatMap((file) => useOf(knownWord(file), how, "/", place)),
    // What is copied may be a folder with anything in it.
    ...(how.isDeep ? files.map((file) => startingWith(`${file}/`)) : []),
  ];
}

/** The names of the other operands; undefined where one of them is not known. */
function otherNames(piece: Piece, reading: ReadArguments | undefined): readonly string[] | undefined {
  const names: string[] = [];
  for (const { at, option, value } of reading?.pieces ?? []) {
    if (at === piece.at || option !== undefined) continue;
    for (const text of value.values ?? [value.text]) {
      const name = posix.basename(text ?? "");
      if (["", ".", ".."].includes(name)) return undefined;
      names.push(name);
    }
  }
  return names;
}

function mayBeFolder(path: string, place: SettledPlace): boolean {
  const around = place.entries(posix.dirname(path));
  const name = posix.basename(path);
  return around?.some((entry) => entry.name === name && entry.kind === "directory") !== false;
}

/** `:/x`, `:(top)x`, `sec*` and `HEAD:x` of git count from the root of the repository; a pattern may be any file of it. */
function gitPaths(value: Word, how: How, place: SettledPlace): readonly PathUse[] {
  const text = value.text ?? "";
  const isPattern = /^:|[*?[\\]/.test(text);
  const named = text.slice(text.lastIndexOf(":") + 1);
  return [
    ...(isPattern ? useOf(knownWord("."), { ...how, isDeep: true }, place.project, place) : []),
    ...(text.includes(":") ? useOf(knownWord(named === "" ? "." : named), how, place.project, place) : []),
  ];
}

function howOf(reading: ReadArguments | undefined): How {
  const skips = reading?.command.description.skipsHidden === true;
  return {
    access: "read",
    isDeep: hasEffect(reading, "deep"),
    follows: hasEffect(reading, "follows") || reading?.command.description.followsLinks === true,
    skipsHidden: skips && !hasEffect(reading, "hidden"),
    skipsIgnored: reading?.command.description.skipsIgnored === true,
  };
}

export function hasEffect(reading: ReadArguments | undefined, effect: OptionEffect): boolean {
  return reading?.options.some(({ option }) => option.effects.has(effect)) ?? false;
}

/** A word that some code gets: itself, and what stands in it behind a sign, as far as it looks like a path. */
function anyUses(
  word: Word,
  bases: readonly (string | undefined)[],
  place: SettledPlace,
): readonly PathUse[] {
  const how: How = { ...PLAIN, access: "both" };
  if (word.isPipe === true || word.isNumber === true) return [];
  if (word.values !== undefined) return word.values.flatMap((each) => anyUses(knownWord(each), bases, place));
  if (word.text === undefined) return bases.flatMap((base) => useOf(word, how, base, place));
  const texts = pathTexts(word.text).filter(
    (text) => /[/.~]/.test(text) || text.startsWith("id_") || text === word.text,
  );
  return texts.flatMap((text) => bases.flatMap((base) => useOf(knownWord(text), how, base, place)));
}

function useOf(word: Word, how: How, from: string | undefined, place: SettledPlace): readonly PathUse[] {
  if (word.isPipe === true) return [];
  return whereOf(word, from, place).map((where: Where): PathUse => Object.assign({ where }, how));
}
