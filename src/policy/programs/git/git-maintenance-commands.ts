import type { CommandDescription } from "../description.js";

/** Commands that check and pack a repository. */
export const GIT_MAINTENANCE_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  "count-objects": {
    options: `
      -v --verbose
      -H --human-readable`,
  },
  fsck: {
    options: `
      -v --verbose
      --unreachable
      --dangling
      --no-dangling
      --tags
      --root
      --cache
      --reflogs
      --no-reflogs
      --full
      --no-full
      --connectivity-only
      --strict
      --progress
      --no-progress
      --name-objects`,
    operands: "text*",
  },
  gc: {
    options: `
      -q --quiet
      --prune [text]
      --no-prune
      --cruft
      --no-cruft
      --aggressive
      --auto
      --force
      --keep-largest-pack`,
  },
  prune: {
    options: `
      -n --dry-run
      -v --verbose
      --progress
      --expire <text>`,
    operands: "text*",
  },
  repack: {
    options: `
      -a
      -A
      -d
      -f
      -F
      -q --quiet
      -l --local
      -n
      -b --write-bitmap-index
      -k --keep-unreachable
      --window <number>
      --depth <number>
      --threads <number>`,
  },
  "pack-refs": {
    options: `
      --all
      --prune
      --no-prune`,
  },
  "commit-graph": {
    commands: {
      verify: {
        options: `
          --shallow
          --progress
          --no-progress`,
      },
      write: {
        options: `
          --reachable
          --append
          --changed-paths
          --no-changed-paths
          --split [text]
          --progress
          --no-progress`,
      },
    },
  },
  rerere: { operands: "", commands: { "status diff remaining gc": {}, forget: { operands: "read+" } } },
  var: { options: "-l", operands: "text?" },
  version: { options: "--build-options" },
};
