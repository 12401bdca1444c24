import { execFileSync } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";

import { SLOW } from "./programs.js";

/** What programs do at home by themselves, without being told so by a word of the command. */
interface Allowance {
  /** Names, separated by blanks. */
  readonly programs: string;
  /** Only with one of these subcommands. */
  readonly commands?: string;
  readonly writes?: readonly string[];
  /** Credentials of their own. */
  readonly reads?: readonly string[];
  readonly runs?: readonly string[];
  /** They put back files as the repository has them. Edit rules do not look at that, as the documentation says. */
  readonly restores?: true;
}

const HOME = "/home/ada";
const PROJECT = "/home/ada/app";
/** All but the hooks, which would run something later. */
const GIT_STATE =
  "index objects logs refs packed-refs info HEAD ORIG_HEAD FETCH_HEAD MERGE_HEAD REBASE_HEAD CHERRY_PICK_HEAD REVERT_HEAD AUTO_MERGE BISECT* COMMIT_EDITMSG MERGE_MSG MERGE_MODE MERGE_RR SQUASH_MSG TAG_EDITMSG gc.log gc.pid shallow modules worktrees rebase-merge rebase-apply sequencer rr-cache index.lock NOTES_* ADD_EDIT.patch sharedindex.* config config.worktree hooks/*.sample description branches";

const ALLOWANCES: readonly Allowance[] = [
  {
    programs: "git",
    writes: GIT_STATE.split(" ").map((name) => `${PROJECT}/.git/${name}`),
    // Some subcommands are scripts of the shell; the last is the editor that Claude Code sets.
    runs: [
      ..."git-upload-pack git-receive-pack git-upload-archive ssh".split(" "),
      ..."sh basename dirname sed uname gettext cat tr expr rm mkdir ls wc grep envsubst true".split(" "),
    ],
    reads: [`${HOME}/.ssh`, `${HOME}/.netrc`],
  },
  // A commit is signed by gpg, with a key of the user's.
  { programs: "git", reads: [`${HOME}/.gnupg`], writes: [`${HOME}/.gnupg`], runs: ["gpg-agent"] },
  {
    programs: "git",
    commands:
      "stash checkout switch restore reset merge rebase pull cherry-pick revert am apply clean rm mv bisect submodule worktree read-tree checkout-index sparse-checkout init clone subtree",
    writes: [PROJECT],
    restores: true,
  },
  { programs: "ag", runs: ["sh", "git"] },
  {
    programs: "cc gcc g++ c++ c89 c99 clang clang++ gcc-12 g++-12 clang-14 clang++-14",
    writes: [
      `${PROJECT}/*a.out`,
      `${PROJECT}/*.o`,
      `${PROJECT}/*.s`,
      `${PROJECT}/*.i`,
      `${PROJECT}/*.ii`,
      "/tmp/cc*",
      "/tmp/main-*",
    ],
    runs: ["as", "ld", "collect2", "go1", "gnat1", "f951", "cc1", "cc1plus", "cc1obj", "cc1objplus", "d21"],
  },
  { programs: "git", commands: "format-patch", writes: [`${PROJECT}/*.patch`] },
  { programs: "node", writes: ["/tmp/node-coverage-*"] },
  { programs: "python-m:compileall python-m:py_compile", writes: [PROJECT] },
  {
    programs: "ssh scp sftp rsync ssh-keyscan",
    reads: [`${HOME}/.ssh`],
    writes: [`${HOME}/.ssh/known_hosts*`],
  },
  {
    programs: "npm npx node-gyp",
    reads: [`${HOME}/.npmrc`],
    writes: [`${HOME}/.npm`, `${HOME}/.cache`],
  },
  {
    programs: "pnpm yarn bun",
    reads: [`${HOME}/.npmrc`],
    writes: [".cache", ".local", ".yarn", ".bun"].map((name) => `${HOME}/${name}`),
  },
  {
    programs:
      "pip pip3 uv poetry python-m:poetry pipx pipenv python-m:pipenv twine python-m:venv python-m:ensurepip virtualenv python-m:pip",
    // What system it is.
    runs: "lsb_release getopt cut tr sed head uname ldconfig rustc file".split(" "),
    reads: [`${HOME}/.netrc`, `${HOME}/.pypirc`],
    writes: [`${HOME}/.cache`, `${HOME}/.local`, `${HOME}/.config/pypoetry`, "/tmp/tmp*", "/tmp/pip-*"],
  },
  { programs: "wget", reads: [`${HOME}/.netrc`], writes: [`${HOME}/.wget-hsts`] },
  { programs: "http https xh", reads: [`${HOME}/.netrc`], writes: [`${HOME}/.config/httpie`] },
  { programs: "tmux", writes: ["/tmp/tmux-1000"] },
  // It adds the ending to a name without one.
  { programs: "zip", writes: [`${PROJECT}/*.zip`] },
  { programs: "mktemp", writes: ["/tmp/tmp.*", `${PROJECT}/*tmp.*`] },
  { programs: "top", writes: [`${HOME}/.config/procps`] },
  {
    programs: "pipenv virtualenv tox nox pyproject-build",
    writes: [`${HOME}/.local/share`, `${HOME}/.cache`],
  },
  // They give the project's tests and builds the settings of the project.
  { programs: "vitest vite", reads: [`${PROJECT}/.env`], writes: ["/tmp/*"] },
  {
    programs: "pipenv python-m:pipenv",
    reads: [`${PROJECT}/.env`],
    // A run that ends at the limit leaves its folder for requirements behind.
    writes: [`${PROJECT}/Pipfile*`, "/tmp/pipenv-*"],
    // The one of the environment that it has made.
    runs: ["python", "python3"],
  },
  { programs: "go", commands: "clean", writes: [PROJECT] },
  { programs: "npm", commands: "shrinkwrap", writes: [`${PROJECT}/npm-shrinkwrap.json`] },
  { programs: "npm", commands: "audit", writes: ["/tmp/*"] },
  { programs: "npm", commands: "init", writes: [`${PROJECT}/package.json`] },
  { programs: "cargo", writes: [`${PROJECT}/Cargo.lock`, `${PROJECT}/target`] },
  {
    programs: "composer",
    runs: ["sh", "stty", "grep", "git"],
    writes: [`${HOME}/.local/share/composer`, `${HOME}/.config/composer`, `${HOME}/.cache/composer`],
  },
  // A build folder may have any name.
  { programs: "meson", runs: ["dpkg-architecture", "gcc"], writes: [PROJECT] },
  // It puts changes that are not staged aside, and back.
  {
    programs: "pre-commit python-m:pre_commit",
    runs: ["git"],
    writes: [`${HOME}/.cache/pre-commit`, PROJECT],
    restores: true,
  },
  { programs: "mkdocs python-m:mkdocs", writes: ["/tmp/mkdocs_*"] },
  {
    programs: "go gofmt gotestsum golangci-lint staticcheck dlv govulncheck",
    runs: ["gcc", "as", "ld", "uname"],
    writes: [
      "/tmp/go-build*",
      ...[".cache/go-build", ".cache/golangci-lint", ".cache/staticcheck", "go", ".config/go"].map(
        (name) => `${HOME}/${name}`,
      ),
    ],
  },
  {
    programs: "cargo rustc rustfmt",
    reads: [`${HOME}/.cargo`],
    writes: [`${HOME}/.cargo/.package-cache*`, `${HOME}/.cargo/registry`, `${HOME}/.cargo/.global-cache*`],
  },
  { programs: "vim vi view ex nvim", writes: [`${HOME}/.viminfo*`, `${HOME}/.vim`, `${HOME}/.cache/nvim`] },
  { programs: "docker", reads: [`${HOME}/.docker`] },
  { programs: "gh", reads: [`${HOME}/.config/gh`] },
  { programs: "psql pg_dump", reads: [`${HOME}/.pgpass`] },
  { programs: "pg_isready pg_dump pg_restore pg_dumpall", reads: [`${HOME}/.pgpass`] },
  { programs: "split csplit", writes: [`${PROJECT}/*x*`, `${PROJECT}/src*`, `${PROJECT}/vendor*`] },
  { programs: "nano pico rnano", writes: [`${HOME}/.local/share/nano`] },
  { programs: "man", runs: ["apropos", "whatis"] },
  { programs: "python3 python", runs: ["uname"] },
  {
    programs:
      "bandit python-m:bandit black python-m:black pylint python-m:pylint flake8 python-m:flake8 mypy python-m:mypy isort python-m:isort",
    writes: [`${HOME}/.cache`],
  },
  {
    programs: "pyproject-build python-m:build",
    writes: ["/tmp/build-*", `${HOME}/.local/share`, "/tmp/tmp*"],
  },
  { programs: "batch", runs: ["at"] },
  { programs: "red", runs: ["sed", "ed"] },
  { programs: "valgrind", runs: ["valgrind.bin"], writes: ["/tmp/vgdb-*"] },
  {
    programs: "bundle bundler",
    // Its help is a page of man.
    runs: "sh stty tput man nroff troff groff grotty preconv tbl col locale less pager".split(" "),
    writes: [`${HOME}/.bundle`],
  },
];

export interface Granted {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly runs: readonly string[];
  readonly restores: boolean;
}

/** By a program's name, or that and a subcommand's. */
export function allowanceOf(call: string): Granted {
  const [program = "", command] = call.split(" ");
  const found = ALLOWANCES.filter(
    ({ programs, commands }) =>
      programs.split(" ").includes(program) &&
      (command === undefined ? commands === undefined : commands?.split(" ").includes(command) === true),
  );
  return {
    // Tools that take long keep what they have found out.
    writes: [...found.flatMap(({ writes = [] }) => writes), ...(SLOW.has(program) ? [`${HOME}/.cache`] : [])],
    reads: found.flatMap(({ reads = [] }) => reads),
    restores: found.some(({ restores }) => restores === true),
    runs: [...found.flatMap(({ runs = [] }) => runs), ...interpretersOf(program)],
  };
}

/** The folder of a Rust that rustup has installed for root, whose home is not there in the sandbox. */
export const RUST = ((): string | undefined => {
  try {
    const found = execFileSync("rustup", ["which", "cargo"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return join(realpathSync(found.trim()), "../..");
  } catch {
    return undefined;
  }
})();
const PATH = [
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  ...(RUST === undefined ? [] : [join(RUST, "bin")]),
];
/** Names that Debian has given to programs whose own names were taken. */
const RENAMED: Readonly<Record<string, string>> = { fd: "fdfind", bat: "batcat" };
const interpreters = new Map<string, readonly string[]>();

/** Where the sandbox finds the program; undefined where it does not. */
export function findProgram(name: string): string | undefined {
  return PATH.map((folder) => join(folder, RENAMED[name] ?? name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The programs in the first line of a script: they run because it runs. */
function interpretersOf(name: string): readonly string[] {
  let found = interpreters.get(name);
  if (found === undefined) {
    const path = findProgram(name);
    const line = path === undefined ? "" : firstLine(path);
    const words = line.startsWith("#!") ? line.slice(2).trim().split(/\s+/) : [];
    found = words.filter((word) => !word.startsWith("-")).map((word) => basename(word));
    interpreters.set(name, found);
  }
  return found;
}

function firstLine(path: string): string {
  const file = openSync(realpathSync(path), "r");
  const bytes = Buffer.alloc(200);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes.toString("latin1", 0, length).split("\n")[0] ?? "";
}
