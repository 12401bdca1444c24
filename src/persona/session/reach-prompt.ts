import { takesSameKeys, type ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Key } from "../../session/life/life.js";
import type { SessionTerminal } from "../terminal/session-terminal.js";
import { Standing } from "../terminal/standing.js";

export interface PromptWanted {
  /** What is at work is stopped; else it is waited for. */
  readonly interrupting: boolean;
  /** A permission prompt of what is waited for may stand so long: the user's rules answer it, or nobody does. */
  readonly patienceMs: number;
  /** Ctrl+S puts a draft aside, and it comes back after the next prompt. */
  readonly hasStash: boolean;
  readonly withinMs: number;
  /** Nobody needs the prompt any more. */
  readonly isOver?: () => boolean;
}

/** What is needed of a session's terminal to get there. */
export interface PromptTerminal extends Pick<SessionTerminal, "look" | "glance" | "isAttended" | "repaint"> {
  readonly keyboard: Pick<SessionTerminal["keyboard"], "press">;
}

/** Brings the session to its empty prompt, one key at a time, each after a look. Returns why it could not. */
export async function reachPrompt(
  terminal: PromptTerminal,
  wanted: PromptWanted,
): Promise<string | undefined> {
  let deadline = performance.now() + wanted.withinMs;
  let seen: ScreenReading | undefined;
  let unreadable = 0;
  const asked = new Standing();
  while (performance.now() < deadline && wanted.isOver?.() !== true) {
    seen = (await terminal.look(LOOK_MS))?.reading;
    if (seen?.state === "idle" && seen.vim !== "normal") return undefined;
    unreadable = (seen?.state ?? "unknown") === "unknown" ? unreadable + 1 : 0;
    // An idle session draws nothing by itself: what got lost on its way to us would stay so.
    if (unreadable > 1) terminal.repaint();
    asked.see(permissionIn(seen));
    const isAtWork = seen?.state === "busy" || (asked.what !== undefined && asked.ms < wanted.patienceMs);
    // A person has asked something, and may have left since: that may take its time.
    if (!wanted.interrupting && isAtWork) {
      deadline = performance.now() + wanted.withinMs;
      continue;
    }
    if (seen === undefined) continue;
    const [on, key] = [seen, keyFor(seen, wanted, terminal.isAttended)];
    const isStillSo = (): boolean => takesSameKeys(terminal.glance(), on);
    if (key !== undefined) await terminal.keyboard.press(key, isStillSo);
  }
  return `its prompt does not come back, the screen shows ${describe(seen)}`;
}

/** What it asks leave for, to be told from another such prompt; undefined where it asks for none. */
export function permissionIn(reading: ScreenReading | undefined): string | undefined {
  return reading?.state === "permission" ? (reading.menu?.above.join("\n") ?? "") : undefined;
}

/** What Claude Code asks, in its own words; else what the screen is. */
export function describe(reading: ScreenReading | undefined): string {
  const question = reading?.menu?.question.split("\n").at(-1);
  if (question) return `"${question}"`;
  return reading === undefined ? "nothing that can be read" : `"${reading.state}"`;
}

/** Undefined: wait. What somebody who is attached has in front of them is theirs. */
function keyFor(reading: ScreenReading, wanted: PromptWanted, isAttended: boolean): Key | undefined {
  switch (reading.state) {
    case "idle":
      return "insert";
    case "draft":
      if (isAttended && wanted.hasStash) return "stash";
      return "clear";
    case "busy":
      return wanted.interrupting ? "escape" : undefined;
    case "limit-menu":
    case "native-wait":
      return "escape";
    case "permission":
    case "question":
    case "plan":
    case "dialog":
    case "shell-mode":
      return isAttended && !wanted.interrupting ? undefined : "escape";
    case "trust":
    case "bypass":
    case "unknown":
      return undefined;
    default:
      return reading.state satisfies never;
  }
}

const LOOK_MS = 5000;
