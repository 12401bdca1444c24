import type { ProgramDescription } from "../description.js";
import { GIT_HISTORY_COMMANDS } from "./git-history-commands.js";
import { GIT_MAINTENANCE_COMMANDS } from "./git-maintenance-commands.js";
import { GIT_MERGE_COMMANDS } from "./git-merge-commands.js";
import { GIT_PATCH_COMMANDS } from "./git-patch-commands.js";
import { GIT_PLUMBING_COMMANDS } from "./git-plumbing-commands.js";
import { GIT_REF_COMMANDS } from "./git-ref-commands.js";
import { GIT_REMOTE_COMMANDS } from "./git-remote-commands.js";
import { GIT_WORK_COMMANDS } from "./git-work-commands.js";
import { GIT_WORKTREE_COMMANDS } from "./git-worktree-commands.js";

/**
 * Git 2.39, with options of later releases where an older one refuses them. Commands that run what their words or the settings
 * name are not here (difftool, filter-branch, submodule foreach, bisect run, merge-index …), nor any that git does not bring
 * itself: those may be aliases. What the settings of the repository and of the user name, git runs in any case: it is theirs.
 */
export const GIT: readonly ProgramDescription[] = [
  {
    names: "git",
    parser: "gnu",
    options: `
      -C <folder>
      -P --no-pager
      --no-replace-objects
      --no-optional-locks
      --no-lazy-fetch
      --no-advice
      --literal-pathspecs
      --glob-pathspecs
      --noglob-pathspecs
      --icase-pathspecs
      # settings for this once, which may name programs
      ! -c <code>
      ! --config-env <code>
      # another repository, with settings of its own
      ! --git-dir <code>
      ! --work-tree <code>
      ! --bare
      ! --exec-path [code]
      ! --namespace <text>
      ! --attr-source <text>
      ! -p --paginate
      -v --version --html-path --man-path --info-path (alone)`,
    commands: {
      ...GIT_HISTORY_COMMANDS,
      ...GIT_REF_COMMANDS,
      ...GIT_WORK_COMMANDS,
      ...GIT_MERGE_COMMANDS,
      ...GIT_WORKTREE_COMMANDS,
      ...GIT_REMOTE_COMMANDS,
      ...GIT_PLUMBING_COMMANDS,
      ...GIT_PATCH_COMMANDS,
      ...GIT_MAINTENANCE_COMMANDS,
    },
  },
];
