import type { CommandDescription } from "../description.js";
import { HOOKS, PATHSPECS, SIGN } from "./git-options.js";

const SWITCH = `
  -q --quiet
  --progress
  --no-progress
  -f --force
  -d --detach
  -t --track [direct|inherit]
  --no-track
  --guess
  --no-guess
  --orphan <text>
  -m --merge
  --conflict <merge|diff3|zdiff3>
  --ignore-other-worktrees
  --overwrite-ignore
  --no-overwrite-ignore
  --recurse-submodules [text]
  --no-recurse-submodules`;

const RESTORE = `
  ${PATHSPECS}
  -2 --ours
  -3 --theirs
  --overlay
  --no-overlay
  --ignore-skip-worktree-bits
  # asks at each piece
  ! -p --patch`;

/** Commands that change the files, the index and the branches. */
export const GIT_WORK_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  "add stage": {
    options: `
      -n --dry-run
      -v --verbose
      # also what is ignored
      ! -f --force
      -u --update
      --renormalize
      -N --intent-to-add
      -A --all --no-ignore-removal (deep)
      --no-all --ignore-removal
      --refresh
      --ignore-errors
      --ignore-missing
      --sparse
      --chmod <+x|-x>
      ${PATHSPECS}
      ! -i --interactive
      ! -p --patch
      ! -e --edit`,
    operands: "search*",
    skipsIgnored: true,
  },
  commit: {
    options: `
      -q --quiet
      -v --verbose
      -F --file <read>
      --author <text>
      --date <text>
      -m --message <text>
      -C --reuse-message <text>
      --fixup <text>
      --squash <text>
      --reset-author
      --trailer <text>
      -s --signoff
      --no-signoff
      --no-edit
      --cleanup <strip|whitespace|verbatim|scissors|default>
      --status
      --no-status
      ${SIGN}
      -a --all
      -i --include
      -o --only
      -n --no-verify
      --verify
      --dry-run
      --short
      --branch
      --ahead-behind
      --no-ahead-behind
      --porcelain
      --long
      -z --null
      --amend
      --no-post-rewrite
      -u --untracked-files [no|normal|all]
      --allow-empty
      --allow-empty-message
      ${PATHSPECS}
      # open an editor, or ask at each piece
      ! -e --edit
      ! -c --reedit-message <text>
      ! -t --template <read>
      ! --interactive
      ! -p --patch`,
    operands: "read*",
    runs: HOOKS,
    starts: "sh gpg ssh-keygen",
  },
  checkout: {
    options: `
      ${SWITCH}
      ${RESTORE}
      -b <text>
      -B <text>
      -l`,
    operands: "write*",
    runs: HOOKS,
  },
  switch: {
    options: `
      ${SWITCH}
      -c --create <text>
      -C --force-create <text>
      --discard-changes`,
    operands: "text*",
    runs: HOOKS,
  },
  restore: {
    options: `
      ${RESTORE}
      -s --source <text>
      -S --staged
      -W --worktree
      --ignore-unmerged
      -q --quiet
      --progress
      --no-progress
      -m --merge
      --conflict <merge|diff3|zdiff3>
      --recurse-submodules [text]
      --no-recurse-submodules`,
    operands: "write*",
  },
  reset: {
    options: `
      -q --quiet
      --no-refresh
      --refresh
      --mixed
      --soft
      --hard
      --merge
      --keep
      --recurse-submodules [text]
      -N --intent-to-add
      ${PATHSPECS}
      ! -p --patch`,
    operands: "read*",
  },
  clean: {
    options: `
      -q --quiet
      -n --dry-run
      # deletes what git does not know, settings of Claude Code among them
      ! -f --force
      -d
      -e --exclude <text>
      -x
      -X
      ! -i --interactive`,
    operands: "write*",
  },
  rm: {
    options: `
      -n --dry-run
      -q --quiet
      --cached
      -f --force
      -r (deep)
      --ignore-unmatch
      --sparse
      ${PATHSPECS}`,
    operands: "write*",
  },
  mv: {
    options: `
      -v --verbose
      -n --dry-run
      -f --force
      -k
      --sparse`,
    operands: "move+ write",
  },
};
