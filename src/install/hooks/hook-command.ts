import { shellWord } from "../../host/shell-word.js";
import type { OwnProgram } from "../../launch/own-program.js";

/**
 * The command that Claude Code hands to a shell at each event: sh, or Git's bash on Windows. Its last word marks it
 * as ours, wherever the package is by then.
 */
export function hookCommand({ node, script }: OwnProgram, platform: NodeJS.Platform): string {
  const word = platform === "win32" ? windowsWord : shellWord;
  return `${word(node)} ${word(script)} hook ${MARK}`;
}

/** Whether the command in somebody's settings is one that we put there. */
export function isOurCommand(command: string): boolean {
  return new RegExp(`[\\\\/]main\\.js['"]? hook ${MARK}$`).test(command.trim());
}

/** The files that the command needs, as hookCommand wrote them; undefined for a command of another form. */
export function programIn(command: string): OwnProgram | undefined {
  const [node, script] = [...command.matchAll(WORD)].map(([, bare, single, double]) => {
    return bare ?? single?.replaceAll("'\\''", "'") ?? double ?? "";
  });
  return isOurCommand(command) && node && script ? { node, script } : undefined;
}

const MARK = "claude-auto-continue";
/** What shellWord and windowsWord make. */
const WORD = /([^\s'"]+)|'((?:[^']|'\\'')*)'|"([^"]*)"/g;

/** Both bash and cmd take forward slashes inside double quotes as they are. */
function windowsWord(path: string): string {
  return `"${path.replaceAll("\\", "/")}"`;
}
