import type { CommandDescription } from "../description.js";
import { DIGITS } from "../common-options.js";

const LIST_REFS = `
  --contains --with [text]
  --no-contains --without [text]
  --merged [text]
  --no-merged [text]
  --points-at [text]
  --sort <text>
  --format <text>
  --color [always|never|auto]
  --no-color
  --column [text]
  --no-column
  -i --ignore-case`;

/** Commands that name commits, and that list or change branches and tags. */
export const GIT_REF_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  describe: {
    options: `
      --contains
      --debug
      --all
      --tags
      --long
      --first-parent
      --abbrev [number]
      --no-abbrev
      --exact-match
      --candidates <number>
      --match <text>
      --exclude <text>
      --always
      --dirty [text]
      --broken [text]`,
    operands: "read*",
  },
  "name-rev": {
    options: `
      --name-only
      --tags
      --refs <text>
      --exclude <text>
      --all
      --stdin --annotate-stdin
      --undefined
      --no-undefined
      --always`,
    operands: "text*",
  },
  "merge-base": {
    options: `
      -a --all
      --octopus
      --independent
      --is-ancestor
      --fork-point`,
    operands: "text+",
  },
  cherry: {
    options: `
      -v --verbose
      --abbrev [number]`,
    operands: "text*",
  },
  "show-branch": {
    options: `
      ${DIGITS}
      -a --all
      -r --remotes
      --color [always|never|auto]
      --no-color
      --more [number]
      --list
      --no-name
      --current
      --sha1-name
      --merge-base
      --independent
      --topo-order
      --topics
      --sparse
      --date-order
      -g --reflog [text]`,
    operands: "text*",
  },
  "show-ref": {
    options: `
      --tags
      --heads --branches
      --verify
      --exists
      --head
      -d --dereference
      -s --hash [number]
      --abbrev [number]
      -q --quiet
      --exclude-existing [text]`,
    operands: "text*",
  },
  "for-each-ref": {
    options: `
      ${LIST_REFS}
      -s --shell
      -p --perl
      --python
      --tcl
      --count <number>
      --stdin
      --omit-empty
      --exclude <text>`,
    operands: "text*",
  },
  branch: {
    options: `
      ${LIST_REFS}
      -v --verbose
      -q --quiet
      -t --track [direct|inherit]
      --no-track
      -u --set-upstream-to <text>
      --unset-upstream
      -r --remotes
      -a --all
      --abbrev [number]
      --no-abbrev
      -d --delete
      -D
      -m --move
      -M
      -c --copy
      -C
      -l --list
      --show-current
      --create-reflog
      -f --force
      --recurse-submodules
      --omit-empty
      # opens an editor
      ! --edit-description`,
    operands: "text*",
  },
  tag: {
    options: `
      ${LIST_REFS}
      -l --list
      -n [number]
      -d --delete
      -v --verify
      -a --annotate
      -m --message <text>
      -F --file <read>
      -s --sign
      --no-sign
      --cleanup <verbatim|whitespace|strip>
      -u --local-user <text>
      -f --force
      --create-reflog
      --trailer <text>
      --omit-empty
      ! -e --edit`,
    operands: "text*",
    starts: "gpg ssh-keygen",
  },
  "verify-commit verify-tag": {
    options: `
      -v --verbose
      --raw
      --format <text>`,
    operands: "text+",
    starts: "gpg ssh-keygen",
  },
};
