import type { BuiltInRule } from "./built-in-rule.js";
import type { Word } from "../shell/command-part.js";
import { gitCommand, isGitsOwn } from "../programs/git/git-command.js";
import type { Finding } from "../rules/match.js";

/** Pushes that take commits away from a remote. */
export const FORCE_PUSH: BuiltInRule = {
  name: "force-push",
  says: "pushes that can take commits away: git push --force, --force-with-lease, --mirror, --delete, --prune, +ref, :ref",
  inCommand({ part }) {
    const command = gitCommand(part);
    if (command === undefined) return undefined;
    const { name } = command;
    if (name === undefined)
      return { match: "maybe", why: "Only running it would tell which of git's commands it is." };
    if (name === "push" || name === "send-pack" || name === "http-push") {
      return inPush(command.arguments, part.takesMore);
    }
    if (!isGitsOwn(name))
      return { match: "maybe", why: `git ${name} is no command of git's own: it may be an alias.` };
    return undefined;
  },
};

function inPush(words: readonly Word[], takesMore: boolean): Finding | undefined {
  const forced = words.find((word) => word.text !== undefined && isForced(word.text));
  if (forced !== undefined) return { match: "yes", why: `The push can take commits away: ${forced.text}.` };
  const isUnknown = takesMore || words.some((word) => word.text === undefined);
  return isUnknown
    ? { match: "maybe", why: "Only running it would tell what is pushed, and whether by force." }
    : undefined;
}

function isForced(text: string): boolean {
  if (text.startsWith("--")) {
    // Git takes any beginning of an option that no other begins with.
    const name = /^--([^=]*)/.exec(text)?.[1] ?? "";
    return name !== "" && TAKING.some((option) => option.startsWith(name)) && !KEEPING.has(name);
  }
  // -o takes the rest of its word as its value.
  if (text.startsWith("-")) return /^-[^o]*[fd]/.test(text);
  return text.startsWith("+") || text.startsWith(":");
}

const TAKING = ["force", "force-with-lease", "mirror", "delete", "prune"];
// They begin as options above do, and are none of them.
const KEEPING = new Set(["p", "pr"]);
