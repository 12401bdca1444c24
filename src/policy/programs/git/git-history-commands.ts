import type { CommandDescription } from "../description.js";
import { DIGITS } from "../common-options.js";
import { DIFF, LOG } from "./git-options.js";

const HISTORY: CommandDescription = {
  options: `
    -q
    ${LOG}
    ${DIFF}`,
  operands: "read*",
  starts: "gpg",
};

const BLAME: CommandDescription = {
  options: `
    --incremental
    --root
    --show-stats
    --progress
    --no-progress
    --score-debug
    -f --show-name
    -n --show-number
    -p --porcelain
    --line-porcelain
    -b
    -c
    -t
    -l
    -s
    -e --show-email
    -w
    --first-parent
    --reverse
    --since <text>
    --date <text>
    --encoding <text>
    --ignore-rev <text>
    --ignore-revs-file <read>
    --color-lines
    --color-by-age
    --minimal
    -S <read>
    --contents <read>
    -C [text]
    -M [text]
    -L <text>
    --abbrev [number]`,
  operands: "read*",
};

/** Commands that look at the history and at the state of the files. */
export const GIT_HISTORY_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  "log show whatchanged": HISTORY,
  diff: {
    options: `
      ${DIFF}
      ${DIGITS}
      --cached --staged
      --merge-base
      --base
      --ours
      --theirs
      --no-index`,
    operands: "read*",
  },
  "diff-tree diff-index diff-files": {
    options: `
      ${DIFF}
      ${DIGITS}
      -q
      -v
      --cached
      --stdin
      --root
      --merge-base
      --no-commit-id
      --always
      --pretty --format [text]
      --base
      --ours
      --theirs`,
    operands: "read*",
  },
  "range-diff": {
    options: `
      ${DIFF}
      --creation-factor <number>
      --no-dual-color
      --notes [text]
      --no-notes
      --left-only
      --right-only`,
    operands: "read*",
  },
  status: {
    options: `
      -s --short
      -b --branch
      --no-branch
      -v --verbose
      --show-stash
      --no-show-stash
      --porcelain [v1|v2|1|2]
      --long
      -z --null
      -u --untracked-files [no|normal|all]
      --no-untracked-files
      --ignored [traditional|no|matching]
      --ignore-submodules [none|untracked|dirty|all]
      --ahead-behind
      --no-ahead-behind
      --renames
      --no-renames
      -M --find-renames [text]
      --column [text]
      --no-column`,
    operands: "list*",
  },
  "blame annotate": BLAME,
  grep: {
    // An option behind the pattern is an error.
    parser: "posix",
    options: `
      ${DIGITS}
      --cached
      --no-index
      --untracked
      --exclude-standard
      --no-exclude-standard
      --recurse-submodules
      -v --invert-match
      -i --ignore-case
      -w --word-regexp
      -a --text
      -I
      --no-textconv
      -r --recursive
      --no-recursive
      --max-depth <number>
      -E --extended-regexp
      -G --basic-regexp
      -F --fixed-strings
      -P --perl-regexp
      -n --line-number
      --column
      -h
      -H
      --full-name
      -l --files-with-matches --name-only
      -L --files-without-match
      -z --null
      -o --only-matching
      -c --count
      --color [always|never|auto]
      --no-color
      --break
      --heading
      -C --context <number>
      -B --before-context <number>
      -A --after-context <number>
      --threads <number>
      -p --show-function
      -W --function-context
      -f <read> (first)
      -e <text> (first)
      --and
      --or
      --not
      -q --quiet
      --all-match
      -m --max-count <number>
      ! -O --open-files-in-pager [code]
      ! --textconv
      ! --ext-grep`,
    operands: "text search*",
    searchesHere: true,
  },
  shortlog: {
    options: `
      ${LOG}
      -c --committer
      -n --numbered
      -s --summary
      -e --email
      -w [text]
      --group <text>`,
    operands: "read*",
  },
  "rev-list": {
    options: `
      ${LOG}
      ${DIFF}
      --count
      --objects
      --objects-edge
      --unpacked
      --header
      --no-commit-header
      --timestamp
      --disk-usage [human|]
      --use-bitmap-index
      --in-commit-order
      --bisect-vars
      --bisect-all
      --quiet
      --no-object-names
      --object-names
      --filter <text>
      --no-filter
      --missing <text>`,
    operands: "read*",
  },
  reflog: {
    options: `
      ${LOG}
      ${DIFF}`,
    operands: "read*",
    commands: {
      show: {
        options: `
          ${LOG}
          ${DIFF}`,
        operands: "read*",
      },
      exists: { operands: "text" },
      expire: {
        options: `
          -n --dry-run
          --rewrite
          --updateref
          -v --verbose
          --expire <text>
          --expire-unreachable <text>
          --stale-fix
          --all
          --single-worktree`,
        operands: "text*",
      },
      delete: {
        options: `
          -n --dry-run
          --rewrite
          --updateref
          -v --verbose`,
        operands: "text+",
      },
    },
  },
};
