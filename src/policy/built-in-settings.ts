import type { BuiltInRule } from "./built-in-rule.js";
import type { CommandPart } from "./command-part.js";
import { mayWrite, programOf } from "./part-paths.js";
import { isWithin } from "./place-paths.js";

/** What decides about approvals is not for a session to change: our settings and state, and Claude Code's. */
export const OWN_SETTINGS: BuiltInRule = {
  name: "own-settings",
  says: "changes of our own or Claude Code's settings: .claude, .mcp.json, cac config, cac install, claude config, claude mcp",
  inCommand(part, { place }) {
    const program = programOf(part);
    const isThere =
      part.cwd !== undefined && place.settings.some((settings) => isWithin(part.cwd ?? "", settings));
    if (isThere && mayWrite(part)) return { match: "maybe", why: `${program} may write among the settings.` };
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
    if (!use.writes) return undefined;
    const { placed } = use;
    if (placed === undefined) {
      const isThere =
        place.settings.some((settings) => isWithin(use.start, settings)) || SETTINGS.test(use.start);
      if (isThere) return { match: "yes", why: `${use.start}… is among the settings.` };
      const mayBe =
        use.mayBeAny || place.settings.some((settings) => use.start !== "" && settings.startsWith(use.start));
      return mayBe
        ? { match: "maybe", why: "Only running it would tell whether it changes settings." }
        : undefined;
    }
    const paths = placed.real === undefined ? [placed.path] : [placed.path, placed.real];
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

function firstName(part: CommandPart): string | undefined {
  return part.words.slice(1).find((word) => word.text === undefined || !word.text.startsWith("-"))?.text;
}
