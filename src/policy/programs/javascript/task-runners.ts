import type { ProgramDescription } from "../description.js";
import { NODE_HELP, TOOL } from "./tool-options.js";

/** Programs that run or help the tasks of one package. */
export const TASK_RUNNERS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "npm-run-all npx:npm-run-all run-s npx:run-s run-p npx:run-p npm-run-all2",
    options: `
  ${NODE_HELP}
  -c --continue-on-error
  -l --print-label
  -n --print-name
  -p --parallel
  -r --race
  -s --sequential --serial --silent
  --aggregate-output
  --max-parallel <number>
  ! --npm-path <code>
  `,
    operands: "task+",
    runs: "the scripts of package.json",
    starts: "node npm sh",
  },
  {
    ...TOOL,
    names: "changeset npx:changeset npx:@changesets/cli",
    operands: "",
    options: "--help --version (alone)",
    commands: {
      add: {
        options: `
  --empty
  --since <text>
  --message <text>
  ! --open
  `,
        starts: "node git",
      },
      version: {
        options: `
  --ignore <text>
  --snapshot [text]
  --snapshot-prerelease-template <text>
  `,
        runs: "the changelog code of its configuration",
        starts: "node git",
      },
      status: {
        options: `
  -o --output <write>
  -v --verbose
  --since <text>
  `,
        starts: "node git",
      },
      init: {},
      pre: { operands: "enter|exit text?" },
    },
  },
  {
    ...TOOL,
    names: "rimraf npx:rimraf",
    options: `
  -h --help (alone)
  --version (alone)
  -G --no-glob
  -I --no-interactive
  -V --no-verbose
  -v --verbose
  --preserve-root
  --max-retries <number>
  --retry-delay <number>
  --backoff <number>
  --impl <rimraf|native|manual|posix|windows>
  ! -g --glob
  ! --no-preserve-root
  ! --tmp <write>
  `,
    operands: "plainwrite+",
  },
  {
    ...TOOL,
    names: "nodemon npx:nodemon",
    // It looks for its own options behind the script too.
    options: `
  ${NODE_HELP}
  -C --on-change-only
  -I --no-stdin
  -L --legacy-watch
  -V --verbose
  -d --delay <text>
  -e --ext <text>
  -i --ignore <text>
  -q --quiet
  -w --watch <list>
  --config <script>
  ! -x --exec <shell>
  ! -r --require <script>
  `,
    operands: "script any*",
    runs: "the script",
  },
  {
    ...TOOL,
    names: "hereby npx:hereby",
    options: `
  -h --help (alone)
  --version (alone)
  -T --tasks
  --herebyfile <script>
  `,
    operands: "task any*",
    runs: "the tasks of the Herebyfile",
  },
  {
    ...TOOL,
    names: "gulp npx:gulp",
    options: `
  ${NODE_HELP}
  -L
  -S --silent
  -T --tasks
  --color
  --no-color
  --continue
  --series
  --tasks-simple
  -f --gulpfile <script>
  --cwd <folder>
  ! --require --preload <script>
  `,
    operands: "task*",
    runs: "the tasks of the gulpfile",
  },
];
