import { DIGITS } from "../common-options.js";

/** What every command that prints differences takes (git 2.39). */
export const DIFF = `
  -p -u --patch
  -s --no-patch
  -U --unified [number]
  -W --function-context
  --no-function-context
  --raw
  --patch-with-raw
  --patch-with-stat
  --stat [text]
  --stat-width <number>
  --stat-name-width <number>
  --stat-graph-width <number>
  --stat-count <number>
  --numstat
  --shortstat
  -X --dirstat [text]
  --cumulative
  --dirstat-by-file [text]
  --compact-summary
  --no-compact-summary
  --summary
  --name-only
  --name-status
  --check
  -z
  --binary
  --full-index
  --no-full-index
  --color [always|never|auto]
  --no-color
  --color-moved [text]
  --no-color-moved
  --color-moved-ws <text>
  --ws-error-highlight <text>
  --abbrev [number]
  --no-abbrev
  --src-prefix <text>
  --dst-prefix <text>
  --line-prefix <text>
  --no-prefix
  --default-prefix
  --inter-hunk-context <number>
  --output-indicator-new <text>
  --output-indicator-old <text>
  --output-indicator-context <text>
  -B --break-rewrites [text]
  -M --find-renames [text]
  -C --find-copies [text]
  -D --irreversible-delete
  --find-copies-harder
  --no-renames
  --rename-empty
  --no-rename-empty
  -l <number>
  --follow
  --no-follow
  --minimal
  --patience
  --histogram
  --diff-algorithm <text>
  --anchored <text>
  --indent-heuristic
  --no-indent-heuristic
  -w --ignore-all-space
  -b --ignore-space-change
  --ignore-space-at-eol
  --ignore-cr-at-eol
  --ignore-blank-lines
  -I --ignore-matching-lines <text>
  --word-diff [text]
  --word-diff-regex <text>
  --color-words [text]
  --relative [text]
  --no-relative
  -a --text
  --exit-code
  --quiet
  --no-ext-diff
  --no-textconv
  --ignore-submodules [text]
  --submodule [text]
  --ita-invisible-in-index
  --ita-visible-in-index
  -S <text>
  -G <text>
  --pickaxe-all
  --pickaxe-regex
  -O <read>
  -R
  --rotate-to <text>
  --skip-to <text>
  --find-object <text>
  --diff-filter <text>
  -m
  -c
  --cc
  --diff-merges <text>
  --no-diff-merges
  --remerge-diff
  --combined-all-paths
  -r
  -t
  ! --output <write>
  # programs of the settings
  ! --ext-diff
  ! --textconv`;

/** Which commits are shown, and how. */
export const LOG = `
  ${DIGITS}
  -n --max-count <number>
  --skip <number>
  --since --after <text>
  --since-as-filter <text>
  --until --before <text>
  --max-age <number>
  --min-age <number>
  --author <text>
  --committer <text>
  --grep-reflog <text>
  --grep <text>
  --all-match
  --invert-grep
  -i --regexp-ignore-case
  --basic-regexp
  -E --extended-regexp
  -F --fixed-strings
  -P --perl-regexp
  --remove-empty
  --merges
  --no-merges
  --min-parents [number]
  --max-parents [number]
  --no-min-parents
  --no-max-parents
  --first-parent
  --exclude-first-parent-only
  --not
  --all
  --branches [text]
  --tags [text]
  --remotes [text]
  --glob <text>
  --exclude <text>
  --exclude-hidden <text>
  --reflog
  --alternate-refs
  --single-worktree
  --ignore-missing
  --bisect
  --cherry
  --cherry-mark
  --cherry-pick
  --left-only
  --right-only
  --left-right
  -g --walk-reflogs
  --merge
  --boundary
  --simplify-by-decoration
  --show-pulls
  --full-history
  --dense
  --sparse
  --simplify-merges
  --ancestry-path [text]
  --date-order
  --author-date-order
  --topo-order
  --reverse
  --no-walk [sorted|unsorted]
  --do-walk
  --graph
  --no-graph
  --show-linear-break [text]
  --pretty --format [text]
  --oneline
  --abbrev-commit
  --no-abbrev-commit
  --encoding <text>
  --expand-tabs [number]
  --no-expand-tabs
  --notes --show-notes [text]
  --no-notes
  --show-notes-by-default
  --standard-notes
  --no-standard-notes
  --date <text>
  --relative-date
  --parents
  --children
  --source
  --log-size
  --full-diff
  --decorate [short|full|auto|no]
  --no-decorate
  --decorate-refs <text>
  --decorate-refs-exclude <text>
  --clear-decorations
  --use-mailmap --mailmap
  --no-use-mailmap --no-mailmap
  --show-signature
  --no-show-signature
  # a range of lines and a file of the history
  -L <text>`;

/** The strategies that git brings. Any other name is a program `git-merge-NAME`. */
export const STRATEGY = `
  -s --strategy <ort|recursive|resolve|octopus|ours|subtree>
  -X --strategy-option <text>`;

/** What a merge does with the two histories, by itself or at the end of a pull. */
export const MERGING = `
  --squash
  --no-squash
  --commit
  --no-commit
  --no-edit
  --cleanup <text>
  --ff
  --no-ff
  --ff-only`;

/** With a key they start gpg. */
export const SIGN = `
  -S --gpg-sign [text]
  --no-gpg-sign`;

/** Where names of paths come from. */
export const PATHSPECS = `
  --pathspec-from-file <read>
  --pathspec-file-nul`;

/** How much is fetched, and from where. */
export const FETCH = `
  -v --verbose
  -q --quiet
  --progress
  --no-progress
  --all
  --no-all
  -a --append
  -f --force
  -t --tags
  -p --prune
  --no-prune
  --dry-run
  -k --keep
  --depth <number>
  --deepen <number>
  --shallow-since <text>
  --shallow-exclude <text>
  --unshallow
  --update-shallow
  --refmap <text>
  -o --server-option <text>
  -4 --ipv4
  -6 --ipv6
  --negotiation-tip <text>
  --show-forced-updates
  --no-show-forced-updates
  --set-upstream
  --recurse-submodules [yes|no|on-demand]
  --no-recurse-submodules
  # the program of the other side, which may be this machine
  ! --upload-pack <code>`;

/** Programs that git starts by itself when it talks to another repository. */
export const TRANSPORTS =
  "sh ssh git git-remote-https git-remote-http git-upload-pack git-receive-pack git-upload-archive git-credential-cache git-lfs";

export const HOOKS = "the hooks of the repository";
