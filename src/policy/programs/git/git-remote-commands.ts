import type { CommandDescription } from "../description.js";
import { FETCH, HOOKS, MERGING, SIGN, STRATEGY, TRANSPORTS } from "./git-options.js";

const QUIET = "-q --quiet";

/** Commands that talk to other repositories. */
export const GIT_REMOTE_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  fetch: {
    options: `
      ${FETCH}
      --atomic
      -n --no-tags
      -j --jobs <number>
      --prefetch
      -P --prune-tags
      --write-fetch-head
      --no-write-fetch-head
      -u --update-head-ok
      --refetch
      --negotiate-only
      --filter <text>
      --auto-maintenance --auto-gc
      --no-auto-maintenance --no-auto-gc
      --write-commit-graph
      --no-write-commit-graph`,
    operands: "remote? text*",
    starts: TRANSPORTS,
  },
  pull: {
    options: `
      ${FETCH}
      -r --rebase [true|false|merges]
      --no-rebase
      -n --no-stat
      --stat --summary
      --log [number]
      --no-log
      --signoff [text]
      --no-signoff
      ${MERGING}
      --verify
      --no-verify
      --verify-signatures
      --no-verify-signatures
      --autostash
      --no-autostash
      ${STRATEGY}
      ${SIGN}
      --allow-unrelated-histories
      --no-tags
      -j --jobs [number]
      ! --edit`,
    operands: "remote? text*",
    runs: HOOKS,
    starts: `${TRANSPORTS} gpg`,
  },
  push: {
    options: `
      -v --verbose
      -q --quiet
      --repo <pushed>
      --all --branches
      --tags
      -n --dry-run
      --porcelain
      # a built-in rule denies them
      -f --force
      --mirror
      --force-with-lease [text]
      --force-if-includes
      --no-force-with-lease
      --recurse-submodules <check|on-demand|only|no>
      --no-recurse-submodules
      --thin
      --no-thin
      -u --set-upstream
      --progress
      --no-progress
      --no-verify
      --verify
      --follow-tags
      --no-follow-tags
      --signed [true|false|yes|no|if-asked]
      --no-signed
      --atomic
      --no-atomic
      -o --push-option <text>
      -4 --ipv4
      -6 --ipv6
      # branches of others
      ! -d --delete
      ! --prune
      # the program of the other side, which may be this machine
      ! --receive-pack --exec <code>`,
    operands: "pushed? refspec*",
    runs: HOOKS,
    starts: `${TRANSPORTS} gpg`,
  },
  clone: {
    options: `
      -v --verbose
      -q --quiet
      --progress
      --reject-shallow
      --no-reject-shallow
      -n --no-checkout
      --bare
      --mirror
      -l --local
      --no-local
      --no-hardlinks
      -s --shared
      --recurse-submodules --recursive [text]
      -j --jobs <number>
      --reference <read>
      --reference-if-able <read>
      --dissociate
      -o --origin <text>
      -b --branch <text>
      --depth <number>
      --shallow-since <text>
      --shallow-exclude <text>
      --single-branch
      --no-single-branch
      --no-tags
      --shallow-submodules
      --no-shallow-submodules
      --server-option <text>
      -4 --ipv4
      -6 --ipv6
      --filter <text>
      --also-filter-submodules
      --remote-submodules
      --no-remote-submodules
      --sparse
      ! -u --upload-pack <code>
      ! -c --config <code>
      # brings hooks
      ! --template <code>
      ! --separate-git-dir <code>`,
    operands: "address write?",
    starts: TRANSPORTS,
  },
  "ls-remote": {
    parser: "posix",
    options: `
      -q --quiet
      -t --tags
      -h --heads
      -b --branches
      --refs
      --get-url
      --sort <text>
      --exit-code
      --symref
      -o --server-option <text>
      ! --upload-pack --exec <code>`,
    operands: "remote? text*",
    starts: TRANSPORTS,
  },
  remote: {
    options: "-v --verbose",
    operands: "",
    starts: TRANSPORTS,
    commands: {
      add: {
        options: `
          -f --fetch
          --tags
          --no-tags
          -t --track <text>
          -m --master <text>
          --mirror [fetch|push]`,
        operands: "text address",
        starts: TRANSPORTS,
      },
      show: { options: "-n", operands: "remote*", starts: TRANSPORTS },
      "get-url": {
        options: `
          --push
          --all`,
        operands: "text",
      },
      rename: {
        options: `
          --progress
          --no-progress`,
        operands: "text text",
      },
      "remove rm": { operands: "text" },
      "set-head": {
        options: `
          -a --auto
          -d --delete`,
        operands: "text text?",
        starts: TRANSPORTS,
      },
      "set-branches": { options: "--add", operands: "text text+" },
      prune: { options: "-n --dry-run", operands: "text+", starts: TRANSPORTS },
      update: { options: "-p --prune", operands: "text*", starts: TRANSPORTS },
    },
  },
  submodule: {
    // Options end at the first path.
    parser: "posix",
    options: `
      ${QUIET}
      --cached`,
    operands: "",
    commands: {
      status: {
        options: `
          ${QUIET}
          --cached
          --recursive`,
        operands: "read*",
      },
      init: { options: QUIET, operands: "read*" },
      update: {
        options: `
          ${QUIET}
          -v --verbose
          --progress
          -i --init
          --remote
          -N --no-fetch
          -f --force
          --checkout
          --merge
          --rebase
          --recommend-shallow
          --no-recommend-shallow
          --single-branch
          --no-single-branch
          --recursive
          --depth <number>
          -j --jobs <number>
          --filter <text>
          --reference <read>
          --dissociate`,
        operands: "write*",
        runs: HOOKS,
        starts: TRANSPORTS,
      },
      add: {
        options: `
          ${QUIET}
          -b --branch <text>
          -f --force
          --name <text>
          --depth <number>
          --progress
          --reference <read>
          --dissociate`,
        operands: "address write?",
        starts: TRANSPORTS,
      },
      sync: {
        options: `
          ${QUIET}
          --recursive`,
        operands: "read*",
      },
      deinit: {
        options: `
          ${QUIET}
          -f --force
          --all`,
        operands: "write*",
      },
      summary: {
        options: `
          --cached
          --files
          -n --summary-limit <number>`,
        operands: "read*",
      },
      absorbgitdirs: { options: QUIET, operands: "write*" },
    },
  },
};
