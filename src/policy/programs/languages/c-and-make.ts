import type { CommandDescription, ProgramDescription } from "../description.js";
import { C_BINARIES } from "./c-binaries.js";
import { COMPILER_STARTS, C_HELP } from "./c-build-options.js";
import { CMAKE, CTEST, MESON } from "./c-cmake-and-meson.js";
import { C_COMPILERS } from "./c-compilers.js";

const MAKE: ProgramDescription = {
  names: "make gmake",
  parser: "gnu",
  options: `
  -h --help -v --version (alone)
  -b -m
  -B --always-make
  -C --directory <folder>
  -d
  --debug [text]
  -e --environment-overrides
  -f --file --makefile <script>
  -i --ignore-errors
  -I --include-dir <script>
  # A number in the next word is the value, and a target to us: neither does harm.
  -j --jobs [number]
  -k --keep-going
  -l --load-average --max-load [number]
  -L --check-symlink-times
  -n --just-print --dry-run --recon
  -o --old-file --assume-old <list>
  -O --output-sync [none|line|target|recurse]
  -p --print-data-base
  -q --question
  -r --no-builtin-rules
  -R --no-builtin-variables
  -s --silent --quiet
  --no-silent
  -S --no-keep-going --stop
  --shuffle [text]
  -t --touch
  --trace
  -w --print-directory
  --no-print-directory
  -W --what-if --new-file --assume-new <list>
  --warn-undefined-variables
  ! -E --eval <code>
  `,
  operands: "target*",
  // `-f -` reads the makefile from there.
  input: "code",
  runs: "the makefile of the project",
  starts: COMPILER_STARTS,
};

const NINJA_TOOL: CommandDescription = {
  commands: {
    "list commands inputs deps missingdeps graph query targets rules compdb restat recompact cleandead clean":
      {
        options: "-a\n-g\n-r\n-s\n-x",
        operands: "task*",
      },
  },
};

const NINJA: ProgramDescription = {
  names: "ninja ninja-build samu",
  parser: "gnu",
  options: `
  ${C_HELP}
  -v --verbose
  --quiet
  -C <folder>
  -f <script>
  -j <number>
  -k <number>
  -l <number>
  -n
  -d <list|stats|explain|keepdepfile|keeprsp|nostatcache>
  -w <text>
  `,
  // Behind -t all words belong to the tool. `-t browse` starts a server.
  commands: { "-t": NINJA_TOOL },
  operands: "task*",
  runs: "the build files of the project",
  starts: COMPILER_STARTS,
};

const BAZEL_BUILD: CommandDescription = {
  options: `
  -c --compilation_mode <fastbuild|dbg|opt>
  -j --jobs <text>
  -k --keep_going
  -s --subcommands
  --nokeep_going
  --config <text>
  --color <yes|no|auto>
  --curses <yes|no|auto>
  --noshow_progress
  --show_progress
  --show_result <number>
  --verbose_failures
  --test_filter <text>
  --test_output <summary|errors|all|streamed>
  --test_size_filters <text>
  --test_tag_filters <text>
  --build_tag_filters <text>
  --test_timeout <text>
  --test_summary <short|terse|detailed|none|testcase>
  --nocache_test_results
  --cache_test_results [yes|no|auto]
  --runs_per_test <text>
  --flaky_test_attempts <text>
  --local_test_jobs <text>
  --nobuild
  --build_tests_only
  `,
  operands: "task*",
  runs: "the BUILD files of the project",
};

const BAZEL: ProgramDescription = {
  names: "bazel bazelisk",
  parser: "gnu",
  unverified: "it is not packaged for Debian",
  commands: {
    "build test coverage": BAZEL_BUILD,
    "query cquery": {
      options: `
  --output <label|label_kind|package|location|graph|minrank|maxrank|build|xml|proto|jsonproto|files|starlark>
  -k --keep_going
  --nokeep_going
  --noimplicit_deps
  --notool_deps
  --order_output <no|deps|auto|full>
  --color <yes|no|auto>
  --config <text>
  `,
      operands: "text",
      runs: "the BUILD files of the project",
    },
    "info version": { operands: "task*" },
    clean: {},
  },
};

const JUST: ProgramDescription = {
  names: "just",
  // Behind the first operand words belong to the recipe.
  parser: "posix",
  unverified: "it is not packaged for Debian 12",
  options: `
  -h --help -V --version (alone)
  -l --list
  --list-heading <text>
  --list-prefix <text>
  --summary
  --groups
  --variables
  --evaluate
  --dump
  --dump-format <just|json>
  -s --show <task>
  -n --dry-run
  -q --quiet
  -v --verbose
  -u --unsorted
  --check
  --color <auto|always|never>
  --no-deps
  --no-dotenv
  --no-highlight
  --timestamp
  --highlight
  --explain
  --one
  -f --justfile <script>
  -d --working-directory <folder>
  ! -c --command <code>
  ! -e --edit
  ! --choose
  ! --chooser <code>
  ! --set <code> <code>
  ! --shell <code>
  ! --shell-arg <code>
  ! --shell-command
  ! -g --global-justfile
  ! -E --dotenv-path <script>
  ! --dotenv-filename <script>
  ! --fmt
  ! --init
  `,
  // `NAME=value` before the recipe sets a variable, and `folder/recipe` leads to another justfile.
  operands: "plainword any*",
  runs: "the justfile of the project",
  starts: "sh bash",
};

/** Builds, compilers, and what looks at programs. */
export const C_AND_MAKE: readonly ProgramDescription[] = [
  MAKE,
  NINJA,
  CMAKE,
  CTEST,
  MESON,
  BAZEL,
  JUST,
  ...C_COMPILERS,
  ...C_BINARIES,
];
