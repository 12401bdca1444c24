import type { ValueKind } from "../../../src/policy/programs/description.js";
import type { Random } from "./random.js";
import { SCRIPT_TEXTS } from "./script-texts.js";
import { TEXT, TEXTS } from "./texts.js";
import {
  CODE_WORDS,
  DENIED_WORDS,
  FOLDERS,
  HOSTILE_TEXTS,
  OUTSIDE_FILES,
  OUTSIDE_FOLDERS,
  quoted,
  READABLE,
  READABLE_WORDS,
  WRITABLE,
} from "./words.js";

/** How a value is to be filled in. */
export interface ValueOptions {
  /** One that does harm where the description is wrong about it. */
  readonly isHostile: boolean;
  /** The program runs files of the project by design, so only canaries elsewhere may not run. */
  readonly runsScripts: boolean;
}

/** Shell text of one word for a value of that kind; `command`, `shell` and `module` are filled in by the caller. */
export function wordFor(kind: ValueKind, random: Random, options: ValueOptions): string {
  const { isHostile } = options;
  // Code that the shell itself would run is wrong in every place.
  if (isHostile && random.chance(0.08)) return random.pick(CODE_WORDS);
  const same = SAME[kind] ?? kind;
  const paths = PATHS[same];
  if (paths !== undefined) return pathWord(paths, random, options);
  const texts = TEXTS[same] ?? SCRIPT_TEXTS[same] ?? TEXT;
  if (!isHostile) return quoted(random.pick(texts.harmless), random);
  if (texts.hostile.length > 0 && random.chance(0.7)) return quoted(random.pick(texts.hostile), random);
  return quoted(hostileText(random, options), random);
}

/** A program that takes scripts may run one of the project by right: there the canary is one outside. */
function hostileText(random: Random, { runsScripts }: ValueOptions): string {
  const text = random.pick(HOSTILE_TEXTS);
  return runsScripts ? text.replaceAll(/(?<![\w/])(?:\.\/)?(?=evil)/g, "../") : text;
}

/** Kinds that are filled in as another one. */
const SAME: Partial<Record<ValueKind, ValueKind>> = {
  localread: "read",
  plainread: "read",
  link: "read",
  member: "read",
  localsearch: "search",
  localwrite: "write",
  plainwrite: "write",
  move: "write",
  plainsource: "source",
  target: "assignment",
  requirement: "package",
  address: "remote",
  pushed: "remote",
  psql: "sql",
  duckdb: "sql",
  yq: "jq",
};

/** What is written, wherever it stands. */
export const WRITTEN: ReadonlySet<ValueKind> = new Set<ValueKind>([
  "write",
  "localwrite",
  "plainwrite",
  "move",
  "archive",
]);

interface Paths {
  readonly harmless: readonly string[];
  /** Shell words, not to be quoted. */
  readonly words?: readonly string[];
  readonly hostile: readonly string[];
}

function pathWord({ harmless, words, hostile }: Paths, random: Random, options: ValueOptions): string {
  if (options.isHostile) {
    const style = random.below(4);
    if (style === 0) return random.pick(DENIED_WORDS);
    if (style === 1) return quoted(hostileText(random, options), random);
    return quoted(random.pick(hostile), random);
  }
  if (words !== undefined && random.chance(0.3)) return random.pick(words);
  return quoted(random.pick(harmless), random);
}

const SCRIPTS = [
  "scripts/ok.js",
  "scripts/ok.mjs",
  "scripts/ok.py",
  "scripts/ok.sh",
  "./scripts/ok.js",
  "scripts/ok.pl",
  "scripts/ok.rb",
  "scripts/ok.sed",
  "scripts/ok.awk",
  "scripts/ok.sql",
  "pkg/tool.py",
  "tests/test_tool.py",
  "src/add.test.ts",
  "Makefile",
  "sub/Makefile",
  "main.go",
  "c/main.c",
  "tsconfig.json",
  "pyproject.toml",
  "requirements.txt",
];
const OUTSIDE_SCRIPTS = [
  "/home/ada/evil.js",
  "../evil.py",
  "/srv/elsewhere/evil.sh",
  "out/evil.js",
  "src/out/evil.mk",
  "../evil.mk",
  "scripts/../../evil.sh",
  "~/evil.sql",
  "/home/ada/evil.json",
  "../evil.toml",
  "../evil.ini",
];

const PATHS: Partial<Record<ValueKind, Paths>> = {
  read: { harmless: READABLE, words: READABLE_WORDS, hostile: [...OUTSIDE_FILES, "-", "/etc/hostname"] },
  search: {
    harmless: [...READABLE, ...FOLDERS],
    words: READABLE_WORDS,
    hostile: [...OUTSIDE_FOLDERS, "secrets", "src/shortcut"],
  },
  list: {
    harmless: [...READABLE, ...FOLDERS],
    words: READABLE_WORDS,
    hostile: [...OUTSIDE_FOLDERS, "secrets/key.txt", "/home/ada/.ssh"],
  },
  write: {
    harmless: WRITABLE,
    words: ["build/*", '"made.txt"', "*.log", "$PWD/made.txt"],
    hostile: OUTSIDE_FILES,
  },
  folder: { harmless: FOLDERS, hostile: OUTSIDE_FOLDERS },
  script: { harmless: SCRIPTS, hostile: OUTSIDE_SCRIPTS },
  source: { harmless: [...SCRIPTS, ...FOLDERS], hostile: [...OUTSIDE_SCRIPTS, ...OUTSIDE_FOLDERS] },
  archive: {
    harmless: ["archive.tar", "archive.tar.gz", "archive.zip", "build/made.tar", "made.tar.gz"],
    hostile: [...OUTSIDE_FILES, "localhost:made", "-"],
  },
};
