import type { CommandDescription } from "../description.js";
import { DIGITS } from "../common-options.js";
import { DIFF } from "./git-options.js";

const NOTE = `
  -m --message <text>
  -F --file <read>
  -C --reuse-message <text>
  --allow-empty
  -f --force
  ! -c --reedit-message <text>`;

/** Commands that write archives, patches, notes and the text of messages. */
export const GIT_PATCH_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  archive: {
    options: `
      ${DIGITS}
      --format <tar|zip|tgz|tar.gz>
      --prefix <text>
      --add-file <read>
      --add-virtual-file <text>
      -o --output <write>
      --worktree-attributes
      -v --verbose
      -l --list
      ! --remote <remote>
      ! --exec <code>`,
    operands: "text? read*",
    starts: "gzip sh",
  },
  "format-patch": {
    options: `
      ${DIFF}
      ${DIGITS}
      # these mean something else here
      -n --numbered
      -N --no-numbered
      -s --signoff
      -p --no-stat
      --no-signoff
      --stdout
      --cover-letter
      --no-cover-letter
      --numbered-files
      --start-number <number>
      -v --reroll-count <1|2|3|4|5|6|7|8|9|10>
      --filename-max-length <number>
      --rfc
      --cover-from-description <text>
      --subject-prefix <text>
      -o --output-directory <write>
      -k --keep-subject
      --no-binary
      --zero-commit
      --ignore-if-in-upstream
      --add-header <text>
      --to <text>
      --no-to
      --cc <text>
      --no-cc
      --from [text]
      --no-from
      --in-reply-to <text>
      --attach [text]
      --no-attach
      --inline [text]
      --thread [shallow|deep]
      --no-thread
      --signature <text>
      --no-signature
      --signature-file <read>
      --base <text>
      --no-base
      --root
      --progress
      --interdiff <text>
      --range-diff <text>
      --creation-factor <number>
      # a part of the name of a file
      ! --suffix <text>`,
    operands: "read*",
  },
  notes: {
    options: "--ref <text>",
    operands: "",
    commands: {
      list: { operands: "text?" },
      show: { operands: "text?" },
      add: { options: NOTE, operands: "text?" },
      append: { options: NOTE, operands: "text?" },
      copy: {
        options: `
          -f --force
          --stdin
          --for-rewrite <text>`,
        operands: "text*",
      },
      remove: {
        options: `
          --ignore-missing
          --stdin`,
        operands: "text*",
      },
      prune: {
        options: `
          -n --dry-run
          -v --verbose`,
      },
      "get-ref": {},
    },
  },
  init: {
    options: `
      -q --quiet
      --bare
      --shared [text]
      -b --initial-branch <text>
      --object-format <sha1|sha256>
      # brings hooks
      ! --template <code>
      ! --separate-git-dir <code>`,
    operands: "write?",
  },
  "merge-file": {
    options: `
      -p --stdout
      --diff3
      --zdiff3
      --ours
      --theirs
      --union
      --marker-size <number>
      -q --quiet
      -L <text>`,
    operands: "write read read",
  },
  "merge-tree": {
    parser: "posix",
    options: `
      --write-tree
      --trivial-merge
      --messages
      --no-messages
      --name-only
      -z
      --allow-unrelated-histories
      --merge-base <text>`,
    operands: "text+",
  },
  "interpret-trailers": {
    options: `
      --trim-empty
      --where <text>
      --if-exists <text>
      --if-missing <text>
      --only-trailers
      --only-input
      --unfold
      --parse
      --no-divider
      --trailer <text>
      ! --in-place (writes)`,
    operands: "read*",
  },
  stripspace: {
    options: `
      -s --strip-comments
      -c --comment-lines`,
  },
  "patch-id": {
    options: `
      --stable
      --unstable
      --verbatim`,
  },
  column: {
    options: `
      --command <text>
      --mode [text]
      --width <number>
      --indent <text>
      --nl <text>
      --padding <number>`,
  },
};
