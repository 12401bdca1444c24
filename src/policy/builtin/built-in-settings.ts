import type { BuiltInRule } from "./built-in-rule.js";
import type { ProgramCall } from "../calls/program-call.js";
import { pathsOf, writes } from "../path-use.js";
import { isWithin } from "../place-paths.js";
import { baseName } from "../programs/program-name.js";
import type { CommandPart } from "../shell/command-part.js";

/** What decides about approvals is not for a session to change: our settings and state, and Claude Code's. */
export const OWN_SETTINGS: BuiltInRule = {
  name: "own-settings",
  says: "changes of our own or Claude Code's settings: .claude, .mcp.json, cac config, cac install, claude config, claude mcp",
  inCommand(call, { place }) {
    const { part } = call;
    const program = baseName(part.words[0]?.text);
    const isThere =
      part.cwd !== undefined && place.settings.some((settings) => isWithin(part.cwd ?? "", settings));
    if (isThere && mayWrite(call)) return { match: "maybe", why: `${program} may write among the settings.` };
    const isUnknown = part.takesMore || part.words.some((word) => word.text === undefined);
    if (program === "cac" || program === "claude-auto-continue") {
      if (OURS.has(firstName(part) ?? "") || part.words.some((word) => word.start.startsWith("--appr"))) {
        return { match: "yes", why: `${part.source} changes our own settings.` };
      }
      return isUnknown ? { match: "maybe", why: "It may change our own settings." } : undefined;
    }
    if (program === "claude" || program === "claude-code") {
      if (CLAUDES.has(firstName(part) ?? "") || part.words.some((word) => PERMISSIVE.test(word.start))) {
        return { match: "yes", why: `${part.source} changes Claude Code's settings.` };
      }
      return isUnknown ? { match: "maybe", why: "It may change Claude Code's settings." } : undefined;
    }
    return undefined;
  },
  inPath(use, place) {
    if (!writes(use)) return undefined;
    const { where } = use;
    if (where.kind === "anywhere") {
      const { start } = where;
      const isThere = place.settings.some((settings) => isWithin(start, settings)) || SETTINGS.test(start);
      if (isThere) return { match: "yes", why: `${start}… is among the settings.` };
      return { match: "maybe", why: "Only running it would tell whether it changes settings." };
    }
    const found = pathsOf({ ...use, isDeep: false }, place);
    if (found === undefined)
      return { match: "maybe", why: "Only running it would tell whether it changes settings." };
    const paths = found.flatMap(({ path, real = path }) => [path, real]);
    const isSetting = (path: string): boolean =>
      SETTINGS.test(path) ||
      place.settings.some((settings) => isWithin(path.toLowerCase(), settings.toLowerCase())) ||
      // A directory that holds them, moved or copied over; the project's own is used all day.
      (use.isDeep &&
        !isWithin(place.project, path) &&
        place.settings.some((settings) => isWithin(settings, path)));
    const path = paths.find(isSetting);
    return path === undefined
      ? undefined
      : { match: "yes", why: `${path} is among our own or Claude Code's settings.` };
  },
};

const OURS = new Set(["config", "policy", "install", "uninstall"]);
const CLAUDES = new Set(["config", "mcp", "plugin", "plugins", "install", "setup-token"]);
// These give a session of its own other rules.
const PERMISSIVE =
  /^--(?:dangerously|allow-dangerously|permission-mode|settings|allowed-?[tT]ools|mcp-config)/;
const SETTINGS = /\/(?:\.claude\/(?:settings[^/]*\.json$|hooks(?:\/|$))|\.claude\.json$|\.mcp\.json$)/i;

/** In that folder even a program that nobody described may write. */
function mayWrite({ part, reading }: ProgramCall): boolean {
  if (part.inShell && /^(?:cd|echo|printf|pwd|test|\[|\[\[|true|false|:)$/.test(part.words[0]?.text ?? ""))
    return false;
  if (reading === undefined) return true;
  const writesOwn = reading.options.some(({ option }) => option.effects.has("writes"));
  const kinds = new Set<string>(reading.pieces.map(({ kind }) => kind));
  return (
    writesOwn ||
    reading.refusals.length > 0 ||
    reading.command.description.runs !== undefined ||
    reading.command.description.writesHere === true ||
    ["write", "any", "script", "code", "shell"].some((kind) => kinds.has(kind))
  );
}

function firstName(part: CommandPart): string | undefined {
  return part.words.slice(1).find((word) => word.text === undefined || !word.text.startsWith("-"))?.text;
}
