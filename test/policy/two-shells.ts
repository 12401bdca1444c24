import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { CommandPart, Word } from "../../src/policy/shell/command-part.js";
import type { ReaderPlace } from "../../src/policy/shell/shell-reader.js";
import { singleQuoted } from "./generated-commands.js";

/** Names that look like options, hold blanks, patterns or code. */
const FILES = [
  "-rf",
  "--output=x",
  "a b",
  "a",
  "b",
  "$(touch pwn)",
  "-n.ts",
  "x.ts",
  ".hidden",
  "=ls",
  "~",
  "[1]",
  "src/a.ts",
  "src/b c.ts",
  "src/-x.ts",
  "src/`touch pwn`.ts",
  "sub/deep/c.ts",
  "plain/a.ts",
  "plain/b.ts",
];

/** What a command prints in place of its words: one list for each time that `show` runs. */
export type Shown = readonly (readonly string[])[];

const OPTIONS = { bash: ["--norc", "--noprofile"], zsh: ["-f"] } as const;
export const SHELL_NAMES = ["bash", "zsh"] as const;

/** A directory with odd names in it, and two real shells that run commands there. */
export class TwoShells {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), "cac-two-shells-")));
  readonly place: ReaderPlace = {
    cwd: join(this.#root, "app"),
    home: join(this.#root, "home"),
    entries: (directory) =>
      existsSync(directory) ? readdirSync(directory).map((name) => ({ name, kind: "file" })) : undefined,
  };

  constructor() {
    mkdirSync(this.place.home);
    for (const file of FILES) {
      mkdirSync(dirname(join(this.place.cwd, file)), { recursive: true });
      writeFileSync(join(this.place.cwd, file), "");
    }
  }

  /** Runs each command in a subshell of its own; undefined where none of its words came out. */
  run(shell: (typeof SHELL_NAMES)[number], commands: readonly string[]): readonly Shown[] {
    // printf stands for any program: it is given the words, and prints them.
    const script = commands
      .map((command) => `(eval ${singleQuoted(command)}) </dev/null 2>/dev/null; ${CANARY}; printf '\\2\\0'`)
      .join("\n");
    const env = {
      PATH: process.env["PATH"],
      HOME: this.place.home,
      LC_ALL: "C.UTF-8",
      BLANKS: "a  b",
      STAR: "*",
      EMPTY: "",
      CODE: "psvar[$(touch pwn)1]",
      BASH_CODE: "a[$(touch pwn)]",
      DASH: "-v",
      ONE: "1",
    };
    const file = join(this.#root, "script");
    writeFileSync(file, script);
    // A file, since Node's pipes are sockets: `read -u 1` would wait there for ever.
    const shown = join(this.#root, "shown");
    const stdout = openSync(shown, "w");
    const { error } = spawnSync(shell, [...OPTIONS[shell], file], {
      cwd: this.place.cwd,
      env,
      stdio: ["ignore", stdout, "ignore"],
      timeout: 90_000,
      killSignal: "SIGKILL",
    });
    closeSync(stdout);
    const results = readFileSync(shown, "utf8").split("\u0002\0").slice(0, -1).map(listsOf);
    if (error !== undefined)
      throw new Error(`${shell} does not get past: ${commands[results.length]}`, { cause: error });
    return results;
  }

  /** What something that must not run has left behind. */
  touched(): readonly string[] {
    const found = readdirSync(this.#root, { recursive: true, encoding: "utf8" });
    return found.filter((path) => /(?:^|\/)pwn$/.test(path));
  }

  end(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

const RAN = "something ran";
/** Says so at once, behind the command that it was. */
const CANARY = String.raw`if [ -e pwn ] || [ -e src/pwn ]; then printf '%s\0' :show: '${RAN}'; rm -f pwn src/pwn; fi`;

/** How commands print their words. */
export const SHOW = String.raw`printf '%s\0' :show: `;

/** The lists behind the marks. */
function listsOf(text: string): Shown {
  const lists: string[][] = [];
  for (const word of text.split("\0").slice(0, -1))
    if (word === ":show:") lists.push([]);
    else lists.at(-1)?.push(word);
  return lists;
}

/** Whether one of the parts says that a program gets these words. */
export function foretells(parts: readonly CommandPart[], words: readonly string[]): boolean {
  return parts.some((part) => part.words[0]?.text === "printf" && isList(part.words.slice(3), words));
}

function isList([claim, ...claims]: readonly Word[], words: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (claim === undefined) return word === undefined;
  if (claim.count === "any") return false;
  if (claim.count === "files") {
    if (isList(claims, words)) return true;
    return word !== undefined && isValue(claim, word) && isList([claim, ...claims], rest);
  }
  return word !== undefined && isValue(claim, word) && isList(claims, rest);
}

function isValue(claim: Word, value: string): boolean {
  if (claim.text !== undefined) return value === claim.text;
  if (!value.startsWith(claim.start)) return false;
  if (claim.values !== undefined && !claim.values.includes(value)) return false;
  if (claim.isNumber === true && !/^-?\d+$/.test(value)) return false;
  return claim.glob === undefined || claim.glob === value || matches(claim.glob, value);
}

/** By the words of the contract, not by ours. */
function matches(glob: string, value: string): boolean {
  const source = glob
    .split("/")
    .map((segment) => (segment === "**" ? ".*" : segmentSource(segment)))
    .join("/")
    .replaceAll(".*/", "(?:.*/)?");
  const isInside = value.split("/").every((segment, at) => {
    const isWritten = glob.split("/")[at] === segment;
    return isWritten || (segment !== "." && segment !== "..");
  });
  return isInside && new RegExp(`^${source}$`, "su").test(value);
}

function segmentSource(segment: string): string {
  const source = segment.replaceAll(/\[[!^]?(?:\[:\w+:\]|[^\]])+\]|[*?]|[^*?[]/gsu, (piece) => {
    if (piece === "*") return "[^/]*";
    if (piece === "?") return "[^/]";
    if (piece.startsWith("[")) return piece.replace(/^\[!/, "[^").replaceAll("[:alpha:]", "a-zA-Z");
    return piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  return /^[*?]/.test(segment) ? `(?!\\.)${source}` : source;
}
