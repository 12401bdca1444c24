import type { CommandPart, Word } from "../../shell/command-part.js";

export interface GitCommand {
  /** `push`; undefined where only running it would tell. */
  readonly name: string | undefined;
  readonly arguments: readonly Word[];
  /** It stands behind options of git's own, such as `-C dir`. */
  readonly hasOptions: boolean;
}

/** Which of git's commands a part runs; undefined where it is not git, or git alone. */
export function gitCommand(part: CommandPart): GitCommand | undefined {
  const [program, ...rest] = part.words;
  if (program?.text === undefined || !/(?:^|\/)git$/i.test(program.text)) return undefined;
  let at = 0;
  for (;;) {
    const word = rest[at];
    if (word === undefined) return undefined;
    if (word.text === undefined) return { name: undefined, arguments: rest.slice(at), hasOptions: at > 0 };
    if (!word.text.startsWith("-"))
      return { name: word.text, arguments: rest.slice(at + 1), hasOptions: at > 0 };
    at += TAKE_A_WORD.has(word.text) ? 2 : 1;
  }
}

/** Git's own options whose value is the next word (git 2.49). */
const TAKE_A_WORD = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
]);

/** Whether git has a command of that name itself; any other may be an alias for anything, or a program on the path. */
export function isGitsOwn(name: string): boolean {
  return OWN.has(name);
}

// An alias cannot hide any of these (git-config(1), alias.*).
const OWN = new Set(
  (
    "add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap " +
    "check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph " +
    "commit-tree config count-objects credential describe diff diff-files diff-index diff-tree difftool fast-export " +
    "fast-import fetch fetch-pack filter-branch for-each-ref for-each-repo format-patch fsck gc grep gui hash-object " +
    "help hook index-pack init init-db interpret-trailers log ls-files ls-remote ls-tree mailinfo mailsplit maintenance " +
    "merge merge-base merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes " +
    "pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push range-diff read-tree rebase reflog " +
    "remote repack replace request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shortlog " +
    "show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree switch " +
    "symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info var verify-commit " +
    "verify-pack verify-tag version whatchanged worktree write-tree"
  ).split(" "),
);
