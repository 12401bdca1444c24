import type { CommandDescription } from "../description.js";

/** Commands for scripts, for the settings and for what is inside a repository. */
export const GIT_PLUMBING_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  config: {
    // `git config KEY VALUE -l` sets a value: options end at the first operand, and a second operand is a value.
    parser: "posix",
    options: `
      --global
      --system
      --local
      --worktree
      --blob <text>
      --get
      --get-all
      --get-regexp
      -l --list
      -t --type <text>
      --bool
      --int
      --bool-or-int
      --bool-or-str
      --path
      --expiry-date
      -z --null
      --name-only
      --includes
      --no-includes
      --show-origin
      --show-scope
      --default <text>
      --fixed-value
      -f --file <read>
      ! --add
      ! --replace-all
      ! --unset
      ! --unset-all
      ! --rename-section
      ! --remove-section
      ! -e --edit`,
    operands: "text?",
    // Since git 2.46.
    commands: {
      get: {
        options: `
          --global
          --system
          --local
          --worktree
          --all
          --regexp
          --show-origin
          --show-scope
          --show-names
          -z --null
          --type <text>
          --default <text>`,
        operands: "text",
      },
      list: {
        options: `
          --global
          --system
          --local
          --worktree
          --show-origin
          --show-scope
          --name-only
          -z --null`,
      },
    },
  },
  "rev-parse": {
    options: `
      --revs-only
      --no-revs
      --flags
      --no-flags
      --default <text>
      --prefix <text>
      --verify
      -q --quiet
      --sq
      --short [number]
      --not
      --abbrev-ref [strict|loose]
      --symbolic
      --symbolic-full-name
      --all
      --branches [text]
      --tags [text]
      --remotes [text]
      --glob [text]
      --exclude [text]
      --exclude-hidden [text]
      --disambiguate [text]
      --local-env-vars
      --path-format [absolute|relative]
      --git-dir
      --git-common-dir
      --absolute-git-dir
      --resolve-git-dir <list>
      --git-path <text>
      --show-toplevel
      --show-superproject-working-tree
      --shared-index-path
      --show-prefix
      --show-cdup
      --show-object-format [text]
      --is-inside-git-dir
      --is-inside-work-tree
      --is-bare-repository
      --is-shallow-repository
      --since --after [text]
      --until --before [text]
      --end-of-options`,
    operands: "read*",
  },
  "cat-file": {
    options: `
      -e
      -p
      -t
      -s
      -z
      -Z
      --allow-unknown-type
      --use-mailmap --mailmap
      --no-use-mailmap --no-mailmap
      --batch [text]
      --batch-check [text]
      --batch-command [text]
      --batch-all-objects
      --buffer
      --unordered
      --follow-symlinks
      --path <text>
      # programs of the settings
      ! --textconv
      ! --filters`,
    operands: "read*",
  },
  "hash-object": {
    options: `
      -t <text>
      -w
      --stdin
      --no-filters
      --literally
      --path <text>
      # opens the files that its input names
      ! --stdin-paths`,
    operands: "read*",
  },
  "ls-files": {
    options: `
      -z
      -t
      -v
      -f
      -c --cached
      -d --deleted
      -m --modified
      -o --others
      -i --ignored
      -s --stage
      -k --killed
      --directory
      # reads the files, also those that are not tracked
      ! --eol
      --empty-directory
      --no-empty-directory
      -u --unmerged
      --resolve-undo
      -x --exclude <text>
      -X --exclude-from <read>
      --exclude-per-directory <text>
      --exclude-standard
      --full-name
      --recurse-submodules
      --error-unmatch
      --with-tree <text>
      --abbrev [number]
      --debug
      --deduplicate
      --sparse
      --format <text>`,
    operands: "list*",
  },
  "ls-tree": {
    options: `
      -d
      -r
      -t
      -z
      -l --long
      --name-only
      --name-status
      --object-only
      --full-name
      --full-tree
      --format <text>
      --abbrev [number]`,
    operands: "text list*",
  },
  "check-ignore": {
    options: `
      -q --quiet
      -v --verbose
      --stdin
      -z
      -n --non-matching
      --no-index`,
    operands: "list*",
  },
  "check-attr": {
    options: `
      -a --all
      --cached
      --stdin
      -z`,
    operands: "list*",
  },
  "check-ref-format": {
    options: `
      --normalize
      --allow-onelevel
      --no-allow-onelevel
      --refspec-pattern
      --branch`,
    operands: "text",
  },
  "symbolic-ref": {
    options: `
      -q --quiet
      --short
      --recurse
      --no-recurse`,
    operands: "text",
  },
  "update-index": {
    options: `
      -q
      --refresh
      --really-refresh
      --add
      --remove
      --force-remove
      --replace
      --unmerged
      --ignore-submodules
      --ignore-missing
      --chmod <+x|-x>
      --assume-unchanged
      --no-assume-unchanged
      --skip-worktree
      --no-skip-worktree
      --again
      -g
      --verbose
      --split-index
      --no-split-index
      --untracked-cache
      --no-untracked-cache
      # opens the files that its input names
      ! --stdin`,
    operands: "read*",
  },
};
