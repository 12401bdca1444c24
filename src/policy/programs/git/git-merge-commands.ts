import type { CommandDescription } from "../description.js";
import { DIFF, HOOKS, LOG, MERGING, PATHSPECS, SIGN, STRATEGY } from "./git-options.js";

const SEQUENCE = `
  --continue
  --abort
  --skip
  --quit
  --cleanup <text>
  -n --no-commit
  --no-edit
  -s --signoff
  -m --mainline <number>
  --rerere-autoupdate
  --no-rerere-autoupdate
  --strategy <ort|recursive|resolve|octopus|ours|subtree>
  -X --strategy-option <text>
  ${SIGN}
  ! -e --edit`;

const STASH_PUSH = `
  -k --keep-index
  --no-keep-index
  -S --staged
  -q --quiet
  # takes away what git does not know, settings of Claude Code among them
  ! -u --include-untracked
  ! -a --all
  -m --message <text>
  ${PATHSPECS}
  ! -p --patch`;

/** Commands that bring changes from elsewhere: other commits, the stash, patches. */
export const GIT_MERGE_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  merge: {
    options: `
      -n
      --stat
      --no-stat
      --summary
      --log [number]
      --no-log
      ${MERGING}
      --rerere-autoupdate
      --no-rerere-autoupdate
      --verify-signatures
      --no-verify-signatures
      ${STRATEGY}
      -m --message <text>
      -F --file <read>
      --into-name <text>
      -v --verbose
      -q --quiet
      --abort
      --quit
      --continue
      --allow-unrelated-histories
      --progress
      --no-progress
      ${SIGN}
      --autostash
      --no-autostash
      --overwrite-ignore
      --no-overwrite-ignore
      --signoff
      --no-verify
      --verify
      ! -e --edit`,
    operands: "text*",
    runs: HOOKS,
    starts: "gpg",
  },
  rebase: {
    options: `
      --onto <text>
      --keep-base
      --no-verify
      --verify
      -q --quiet
      -v --verbose
      -n --no-stat
      --stat
      --signoff
      --committer-date-is-author-date
      --reset-author-date --ignore-date
      -C <number>
      --ignore-whitespace
      --whitespace <text>
      -f --force-rebase
      --no-ff
      --ff
      --continue
      --skip
      --abort
      --quit
      --show-current-patch
      --apply
      -m --merge
      --rerere-autoupdate
      --no-rerere-autoupdate
      --empty <drop|keep|stop>
      -k --keep-empty
      --no-keep-empty
      --autosquash
      --no-autosquash
      --update-refs
      --no-update-refs
      ${SIGN}
      --autostash
      --no-autostash
      --allow-empty-message
      -r --rebase-merges [text]
      --no-rebase-merges
      --fork-point
      --no-fork-point
      ${STRATEGY}
      --root
      --reschedule-failed-exec
      --no-reschedule-failed-exec
      --reapply-cherry-picks
      --no-reapply-cherry-picks
      # runs after each commit
      ! -x --exec <code>
      ! -i --interactive
      ! --edit-todo`,
    operands: "text*",
    runs: HOOKS,
    starts: "gpg",
  },
  "cherry-pick": {
    options: `
      ${SEQUENCE}
      -x
      --ff
      --allow-empty
      --allow-empty-message
      --keep-redundant-commits`,
    operands: "text*",
    runs: HOOKS,
    starts: "gpg",
  },
  revert: {
    options: `
      ${SEQUENCE}
      --reference`,
    operands: "text*",
    runs: HOOKS,
    starts: "gpg",
  },
  stash: {
    options: STASH_PUSH,
    operands: "",
    commands: {
      push: { options: STASH_PUSH, operands: "read*" },
      save: { options: STASH_PUSH, operands: "text*" },
      "pop apply": {
        options: `
          -q --quiet
          --index
          --no-index`,
        operands: "text?",
      },
      drop: { options: "-q --quiet", operands: "text?" },
      clear: {},
      branch: { operands: "text text?" },
      list: {
        options: `
          ${LOG}
          ${DIFF}`,
        operands: "read*",
      },
      show: {
        options: `
          ${DIFF}
          -u --include-untracked
          --no-include-untracked
          --only-untracked`,
        operands: "text?",
      },
      create: { operands: "text*" },
    },
  },
  apply: {
    options: `
      --exclude <text>
      --include <text>
      -p <number>
      --no-add
      --stat
      --numstat
      --summary
      --check
      --index
      -N --intent-to-add
      --cached
      --apply
      -3 --3way
      -z
      -C <number>
      --whitespace <nowarn|warn|fix|error|error-all>
      --ignore-space-change --ignore-whitespace
      -R --reverse
      --unidiff-zero
      --binary --allow-binary-replacement
      --reject
      --allow-overlap
      -v --verbose
      -q --quiet
      --inaccurate-eof
      --recount
      --directory <text>
      --allow-empty
      # paths outside the repository
      ! --unsafe-paths
      ! --build-fake-ancestor <write>`,
    // A patch may write any file of the project.
    operands: "code+",
    input: "code",
  },
  am: {
    options: `
      -3 --3way
      --no-3way
      -q --quiet
      -s --signoff
      -u --utf8
      --no-utf8
      -k --keep
      --keep-non-patch
      --keep-cr
      --no-keep-cr
      -c --scissors
      --no-scissors
      -m --message-id
      --whitespace <text>
      --ignore-space-change --ignore-whitespace
      --directory <text>
      --exclude <text>
      --include <text>
      -C <number>
      -p <number>
      --patch-format <text>
      --reject
      --continue --resolved -r
      --skip
      --abort
      --quit
      --show-current-patch [diff|raw]
      --allow-empty
      --empty <stop|drop|keep>
      --committer-date-is-author-date
      --ignore-date
      --rerere-autoupdate
      --no-rerere-autoupdate
      --no-verify
      ${SIGN}
      ! -i --interactive`,
    // A patch may write any file of the project.
    operands: "code+",
    input: "code",
    runs: HOOKS,
    starts: "gpg",
  },
};
