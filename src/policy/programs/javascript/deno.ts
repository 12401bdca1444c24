import type { ProgramDescription } from "../description.js";

/** Options of deno about what a program may do, and where its modules come from. */
const DENO_RUN = `
  -A --allow-all -P --permission-set
  -E --allow-env [text]
  -I --allow-import [text]
  -N --allow-net [text]
  -R --allow-read [text]
  -S --allow-sys [text]
  -W --allow-write [text]
  --allow-ffi [text]
  --allow-run [text]
  --allow-scripts [text]
  --deny-env [text]
  --deny-ffi [text]
  --deny-net [text]
  --deny-read [text]
  --deny-run [text]
  --deny-sys [text]
  --deny-write [text]
  --no-prompt
  -c --config <script>
  --import-map <script>
  --env-file [script]
  --cached-only
  --check [all|]
  --frozen
  --location <url>
  --lock [read]
  --no-check [remote|]
  --no-config
  --no-lock
  --no-npm
  --no-remote
  --node-modules-dir [auto|manual|none]
  -r --reload [text]
  --seed <number>
  --unstable
  --vendor [true|false]
  --watch [list]
  --no-clear-screen
  ! --preload <script>
  ! --require <script>
  ! --v8-flags [text]
  ! --inspect [text]
`;

export const DENO: ProgramDescription = {
  names: "deno",
  parser: "posix",
  globalOptions: `
  -h --help (alone)
  -V --version (alone)
  -L --log-level <trace|debug|info>
  -q --quiet
  `,
  commands: {
    "run serve watch": {
      options: `
  ${DENO_RUN}
  --host <text>
  --port <number>
  --parallel
  `,
      operands: "script any*",
      runs: "the script",
    },
    test: {
      parser: "gnu",
      options: `
  ${DENO_RUN}
  --clean
  --coverage [write]
  --doc
  --fail-fast [number]
  --filter <text>
  --ignore [text]
  --junit-path <write>
  --no-run
  --parallel
  --permit-no-files
  --reporter <pretty|dot|junit|tap>
  --shuffle [number]
  --trace-leaks
  --hide-stacktraces
  `,
      operands: "script*",
      runs: "the tests of the project",
    },
    bench: {
      parser: "gnu",
      options: `
  ${DENO_RUN}
  --filter <text>
  --ignore [text]
  --json
  --no-run
  `,
      operands: "script*",
      runs: "the benchmarks of the project",
    },
    task: {
      options: `
  -c --config <script>
  --cwd <folder>
  -f --filter <text>
  -r --recursive
  --frozen
  `,
      operands: "task? any*",
      runs: "the task of deno.json",
    },
    fmt: {
      parser: "gnu",
      options: `
  -c --config <script>
  --check
  --ext <text>
  --ignore [text]
  --indent-width <number>
  --line-width <number>
  --no-config
  --no-semicolons [true|false]
  --permit-no-files
  --prose-wrap <always|never|preserve>
  --single-quote [true|false]
  --use-tabs [true|false]
  --watch [list]
  `,
      operands: "write*",
    },
    lint: {
      parser: "gnu",
      options: `
  -c --config <script>
  --compact
  --ext <text>
  --fix (writes)
  --ignore [text]
  --json
  --no-config
  --permit-no-files
  --rules
  --rules-exclude [text]
  --rules-include [text]
  --rules-tags [text]
  --watch [list]
  `,
      operands: "source*",
    },
    check: { parser: "gnu", options: `${DENO_RUN}\n--all\n--doc\n--doc-only`, operands: "source*" },
    "cache install i ci": {
      parser: "gnu",
      options: `${DENO_RUN}\n--entrypoint -e\n--prod\n-d --dev\n! -g --global`,
      operands: "source*",
    },
    "add remove": {
      parser: "gnu",
      options: "-D --dev\n--npm\n--jsr\n--lockfile-only",
      operands: "text+",
    },
    info: { parser: "gnu", options: `${DENO_RUN}\n--json`, operands: "source?" },
    doc: {
      parser: "gnu",
      options: `
  --filter <text>
  --html
  --json
  --lint
  --name <text>
  --output <write>
  --private
  `,
      operands: "source*",
    },
    coverage: {
      parser: "gnu",
      options: `
  --detailed
  --exclude <text>
  --html
  --ignore [text]
  --include <text>
  --lcov
  --output <write>
  --threshold <number>
  `,
      operands: "source*",
    },
    compile: {
      options: `
  ${DENO_RUN}
  -o --output <write>
  --include <source>
  --exclude <text>
  --no-terminal
  --target <x86_64-unknown-linux-gnu|aarch64-unknown-linux-gnu|x86_64-pc-windows-msvc|x86_64-apple-darwin|aarch64-apple-darwin>
  `,
      operands: "source any*",
    },
    outdated: { parser: "gnu", options: "--compatible\n--latest\n-r --recursive", operands: "text*" },
    types: {},
  },
};
