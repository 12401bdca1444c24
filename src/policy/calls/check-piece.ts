import { posix } from "node:path";

import { isHarmlessAwk } from "../programs/checks/awk.js";
import {
  isCmakeEntry,
  isCompilerFlag,
  isPlainPath,
  isPlainWord,
  isTestArgument,
} from "../programs/checks/compiler-words.js";
import { mountSource } from "../programs/checks/mount.js";
import { isHarmlessSed } from "../programs/checks/sed.js";
import { isHarmlessDuckdb, isHarmlessPsql, isHarmlessSql, isHarmlessSqlite } from "../programs/checks/sql.js";
import {
  isGoModule,
  isGoPackage,
  isHarmlessCloudValue,
  isHarmlessForm,
  isHarmlessGithubPath,
  isHarmlessKubernetesOutput,
  isHarmlessLinkerFlags,
  isHarmlessPair,
  isHarmlessResource,
  isHarmlessWriteOut,
} from "../programs/checks/tool-values.js";
import type { ValueKind } from "../programs/description.js";
import { placePath, isProjectOrBelow, type SettledPlace } from "../place-paths.js";
import type { Word } from "../shell/command-part.js";
import type { Piece } from "./arguments.js";

/**
 * Why a value is not harmless as what it is, as the rest of a sentence that begins with the value; undefined where it is.
 * Whether a path may be read or written is checked elsewhere.
 */
export function whyNotHarmless({ kind, value, choices }: Piece, place: SettledPlace): string | undefined {
  const { text } = value;
  if (choices !== undefined)
    return allOf(value, (each) => choices.includes(each))
      ? undefined
      : "is not among the values that are known to be harmless";
  const check = CHECKS[kind];
  if (check !== undefined) return allOf(value, check.passes) ? undefined : check.why;
  switch (kind) {
    case "code":
    case "shell":
      return "is code, or a program that would run";
    case "script":
      if (text === "-" || /^\/(?:dev|proc)\//.test(value.start)) return "is code on standard input";
      // Deno fetches what it is told to run.
      if (ADDRESS.test(value.start)) return "is code from elsewhere";
      return isSettled(value) ? undefined : UNKNOWN;
    case "source":
      // Formatters expand braces by themselves: `{src,../other}`.
      if (/[{,](?:\/|~|[^}]*\.\.)/.test(text ?? "")) return "may lead out of the project";
      return isSettled(value) ? undefined : UNKNOWN;
    case "folder":
    case "move":
    case "link":
      return isSettled(value) ? undefined : UNKNOWN;
    case "localread":
    case "localwrite":
    case "localsearch":
      // 7z expands patterns by itself.
      if (value.start.startsWith("@") || (kind === "localsearch" && /[*?[]/.test(text ?? "")))
        return "may stand for further words";
      return /^[^/]*:/.test(value.start) || (text === undefined && value.start === "")
        ? "may be on another machine"
        : undefined;
    case "format":
      return value.start.startsWith("+") ? undefined : "would set the clock";
    case "pid":
    case "digits":
      return value.isNumber === true || /^\d+$/.test(text ?? "") ? undefined : "is not a plain number";
    case "url":
      return isWebAddress(value) ? undefined : "is not an address of the web";
    case "pair":
      // How it begins is enough.
      return isHarmlessPair(text ?? value.start) ? undefined : "would hand on a variable of this machine";
    case "requirement":
      return allOf(
        value,
        (each) =>
          PACKAGE.test(each) ||
          (!/^[\w+.-]+:/.test(each) && isBelowProject(each.replace(/\[[\w.,-]*\]$/, ""), place)),
      )
        ? undefined
        : "is neither the name of a package nor a folder of the project";
    case "mount": {
      if (text === undefined) return UNKNOWN;
      const source = mountSource(text);
      return source === undefined || isBelowProject(source, place)
        ? undefined
        : "opens a folder outside the project to the container";
    }
    case "number":
      // Some programs take anything else for an operand.
      return text === undefined || /^[+-]?\.?\d[\w.,:%/+-]*$/.test(text) || /^\w+$/.test(text)
        ? undefined
        : "is not a number";
    case "curldata":
      // What is read from a file is looked at as a path, where the file is known.
      return isSettled(value) || /^[^@]/.test(value.start) ? undefined : "may name a file";
    default:
      return undefined;
  }
}

interface TextCheck {
  readonly passes: (text: string) => boolean;
  readonly why: string;
}

const SCRIPT = "may run or write something";
const OTHER_FILES = "may read other files or the environment";

/** Kinds whose text decides alone. */
const CHECKS: Readonly<Partial<Record<ValueKind, TextCheck>>> = {
  task: { passes: (text) => TASK.test(text), why: "is not the plain name of a task" },
  target: {
    passes: (text) => (TASK.test(text) && !/^[/~]|\.\./.test(text)) || isPlainAssignment(text),
    why: "is neither a plain target nor a harmless variable",
  },
  assignment: { passes: isPlainAssignment, why: "sets a variable that may run something" },
  remote: { passes: (text) => REMOTE.test(text) && !text.includes("::"), why: "is not a plain remote" },
  address: { passes: isFarRemote, why: "is not a remote on another machine" },
  pushed: {
    passes: (text) => isFarRemote(text) || /^[A-Za-z][\w-]*$/.test(text),
    why: "is a folder, whose hooks would run",
  },
  package: { passes: (text) => PACKAGE.test(text), why: "is not the name of a package in a registry" },
  nowhere: { passes: (text) => text === "/dev/null" || text === "-", why: "is a file that would be written" },
  writeout: { passes: isHarmlessWriteOut, why: "may read or write a file" },
  curlform: { passes: isHarmlessForm, why: "may send a file" },
  testarg: { passes: isTestArgument, why: "may write a file" },
  plainword: { passes: isPlainWord, why: "is not a plain word" },
  plainsource: { passes: isPlainPath, why: "is not a plain path" },
  plainread: { passes: isPlainPath, why: "is not a plain path" },
  plainwrite: { passes: isPlainPath, why: "is not a plain path" },
  refspec: { passes: (text) => /^[\w.@/~^-]+(?::[\w./-]+)?$/.test(text), why: "may take commits away" },
  gopackage: { passes: isGoPackage, why: "is not a package of the project" },
  gomodule: { passes: isGoModule, why: "is not a plain module" },
  goldflags: { passes: isHarmlessLinkerFlags, why: "may run or write something" },
  githubpath: { passes: isHarmlessGithubPath, why: "is not known to be only read" },
  cflag: { passes: isCompilerFlag, why: "is not known to be harmless" },
  cmakeentry: { passes: isCmakeEntry, why: "may choose a program or a file" },
  kubeoutput: { passes: isHarmlessKubernetesOutput, why: "may read a file" },
  kuberesource: { passes: isHarmlessResource, why: "may be secret" },
  cloudvalue: { passes: isHarmlessCloudValue, why: "may name a file" },
  sed: { passes: isHarmlessSed, why: SCRIPT },
  awk: { passes: isHarmlessAwk, why: SCRIPT },
  jq: { passes: (text) => !/\b(?:import|include|input_filename|env)\b|\$ENV\b/.test(text), why: OTHER_FILES },
  yq: {
    passes: (text) => !/\b(?:load\w*|env|strenv|envsubst|eval|system|import|include)\b/.test(text),
    why: OTHER_FILES,
  },
  sql: { passes: isHarmlessSql, why: "may run or write something outside the database" },
  psql: { passes: isHarmlessPsql, why: "may run or write something outside the database" },
  duckdb: { passes: isHarmlessDuckdb, why: "may run or write something outside the database" },
  sqlite: { passes: isHarmlessSqlite, why: "may run or write something outside the database" },
};

/** `https://…`, `ssh://…`, `user@host:path`; not a folder, nor `file://`. */
function isFarRemote(text: string): boolean {
  if (!REMOTE.test(text) || text.includes("::")) return false;
  return /^(?:https?|ssh|git):\/\//.test(text) || /^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)/.test(text);
}

/** Known, or one of several that are. */
function isSettled({ text, glob, values }: Word): boolean {
  return text !== undefined || glob !== undefined || values !== undefined;
}

function isBelowProject(path: string, place: SettledPlace): boolean {
  return isProjectOrBelow(placePath(posix.normalize(path), place.cwd, place), place);
}

const UNKNOWN = "is not known before it runs";
const ADDRESS = /^(?:https?|file|npm|jsr|node|data|blob):/i;
const TASK = /^[\w@%+:,./~#*[\]-]+$/;
const REMOTE = /^[\w.~/][\w.@:/~+-]*$/;
const PACKAGE = /^(?:@[\w.~-]+\/)?[\w.~-]+(?:\[[\w.,-]+\])?(?:@[\w.~^<>=*|:-]+|(?:[=<>~!^]=?=?[\w.*]+,?)+)?$/;

/** Whether the value, or each that it can be, passes. */
function allOf({ text, values }: Word, passes: (text: string) => boolean): boolean {
  return text === undefined ? (values?.every(passes) ?? false) : passes(text);
}

function isWebAddress({ text, start }: Word): boolean {
  if (/^https?:\/\//i.test(start)) return true;
  // Without a scheme curl takes it for http: a host, a port, a path.
  return text !== undefined && /^[\w.-]+(?::\d+)?(?:[/?#].*)?$/s.test(text);
}

/** What make and its built-in rules run or read, and names that Makefiles use for programs and folders. */
const RUNS_AS_VARIABLE =
  /^(?:SHELL|MAKE\w*|MFLAGS|GNUMAKEFLAGS|CURDIR|VPATH|RM|AR|AS|CC|CXX|CPP|FC|F77|M2C|PC|CO|GET|LEX|YACC|LINT|LD|CTANGLE|CWEAVE|TEX|TEXI2DVI|TANGLE|WEAVE|LDLIBS|LOADLIBES|PATH|HOME|IFS|ENV|BASH_ENV|GO|CARGO|NPM|NODE\w*|PYTHON\w*|PERL\w*|RUBY\w*|DOCKER|PIP|UV|CMAKE|NINJA|SED|AWK|GREP|INSTALL|CURL|SUDO|PKG_CONFIG|STRIP|OBJCOPY|RANLIB|NM|RUSTC|CLANG\w*|CCACHE|CROSS_COMPILE|DESTDIR|TARGET_ARCH|TARGET_MACH|LD_\w+|DYLD_\w+|GIT_\w+|\w*(?:FLAGS|CMD|COMMAND|EXEC|EXE|TOOL|WRAPPER|LAUNCHER|INTERPRETER|EDITOR|PAGER|CC|CXX|LD|AR|RUNNER|SCRIPT|HOOK|BIN|PROG|PROGRAM|COMPILER|LINKER|PREFIX|DIR|PATH|FILE|OPTS|ARGS))$/;

function isPlainAssignment(text: string): boolean {
  const [, name = "", value = ""] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
  if (name === "" || /[$`\\;&|<>()\n"'!]/.test(value)) return false;
  if (/FLAGS/.test(name) && !/^(?:MAKE|M|GNUMAKE|LD|GO|RUST)FLAGS$/.test(name))
    return value.split(" ").every(isPlainFlag);
  return !RUNS_AS_VARIABLE.test(name) && !/^[-/~@]|\.\./.test(value);
}

/** For a compiler, and for CMake where the Makefile hands it there. */
function isPlainFlag(text: string): boolean {
  return (
    isCompilerFlag(text) && (!text.startsWith("-D") || isCmakeEntry(text.slice(2)) || /^-D\w+$/.test(text))
  );
}
