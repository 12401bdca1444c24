import type { CommandDescription } from "../description.js";
import { HOOKS } from "./git-options.js";

/** Commands that choose which commit and which files a folder holds. */
export const GIT_WORKTREE_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  bisect: {
    parser: "posix",
    commands: {
      start: {
        options: `
          --no-checkout
          --first-parent`,
        operands: "read*",
      },
      "good bad new old skip": { operands: "text*" },
      reset: { operands: "text?" },
      "log next terms": {},
    },
  },
  worktree: {
    commands: {
      list: {
        options: `
          -v --verbose
          --porcelain
          -z`,
      },
      add: {
        options: `
          -f --force
          -b <text>
          -B <text>
          -d --detach
          --checkout
          --no-checkout
          --lock
          --reason <text>
          -q --quiet
          --orphan
          --track
          --no-track
          --guess-remote
          --no-guess-remote`,
        operands: "write text?",
        runs: HOOKS,
      },
      remove: { options: "-f --force", operands: "write" },
      move: { options: "-f --force", operands: "write write" },
      prune: {
        options: `
          -n --dry-run
          -v --verbose
          --expire <text>`,
      },
      lock: { options: "--reason <text>", operands: "write" },
      unlock: { operands: "write" },
      repair: { operands: "write*" },
    },
  },
  "sparse-checkout": {
    parser: "posix",
    commands: {
      "list disable": {},
      "init reapply": {
        options: `
          --cone
          --no-cone
          --sparse-index
          --no-sparse-index`,
      },
      "set add": {
        options: `
          --cone
          --no-cone
          --sparse-index
          --no-sparse-index
          --skip-checks`,
        operands: "text*",
      },
    },
  },
};
