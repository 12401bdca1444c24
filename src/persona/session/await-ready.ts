import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import { RESUME_QUESTION } from "../../claude/limits/wordings.js";
import { textOfScreen } from "../../terminal/emulator/emulated-screen.js";
import type { PtyExit } from "../../transport/pty/pty.js";
import { HostError } from "../host/host-protocol.js";
import { StartBlocked } from "./hosted-session.js";
import type { SessionTerminal } from "./session-terminal.js";

export interface ReadyTerminal extends Pick<SessionTerminal, "look" | "glance" | "screen"> {
  readonly keyboard: Pick<SessionTerminal["keyboard"], "press">;
}

export interface Readiness {
  readonly terminal: ReadyTerminal;
  readonly name: string;
  readonly projectRoot: string;
  readonly withinMs: number;
  /** Claude Code has reported its conversation, or never will. */
  readonly isIntroduced: () => boolean;
  /** Claude Code knows the tools of our MCP server, or did not get it. */
  readonly isServed: () => boolean;
  readonly exit: () => PtyExit | undefined;
}

/** Resolves when the session shows its prompt. Rejects with a HostError that says what it shows instead. */
export async function awaitReady(ready: Readiness): Promise<void> {
  const { terminal, withinMs } = ready;
  const begun = performance.now();
  let promptSince: number | undefined;
  let dialog: { readonly key: string; readonly since: number; escapes: number } | undefined;
  while (performance.now() - begun < withinMs) {
    const sight = await terminal.look(LOOK_MS);
    if (ready.exit()) {
      // Its last output may still be being drawn.
      await terminal.look(LAST_LOOK_MS);
      throw notReady(ready, "it ended");
    }
    const state = sight?.reading.state ?? "unknown";
    const now = performance.now();
    if (AT_PROMPT.has(state)) {
      promptSince ??= now;
      const waitedMs = now - promptSince;
      const isIntroduced = ready.isIntroduced() || waitedMs > INTRODUCED_WITHIN_MS;
      if (isIntroduced && (ready.isServed() || waitedMs > SERVED_WITHIN_MS)) return;
    } else promptSince = undefined;
    if (sight && FOR_A_PERSON.has(state)) {
      const key = JSON.stringify(sight.reading.menu);
      if (dialog?.key !== key) dialog = { key, since: now, escapes: 0 };
      const stood = now - dialog.since;
      if (stood >= DIALOG_MS) throw state === "trust" ? untrusted(ready) : notReady(ready, "it asks first");
      if (isOnResuming(sight.reading) && stood >= dialog.escapes * ESCAPE_EVERY_MS) {
        dialog.escapes++;
        await terminal.keyboard.press("escape", () => isOnResuming(terminal.glance()));
      }
    } else dialog = undefined;
  }
  throw notReady(ready, `it was not ready within ${Math.round(withinMs / 1000)} s`);
}

/** A persona resumes its full conversation: it would not know what a summary leaves out. */
function isOnResuming(reading: ScreenReading | undefined): boolean {
  return reading?.menu !== undefined && RESUME_QUESTION.test(reading.menu.question);
}

/** The user decides whether a folder is trusted. */
function untrusted({ name, projectRoot }: Readiness): HostError {
  return new StartBlocked({
    code: "NOT_READY",
    message: `the session of ${name} could not be started: Claude Code asks whether you trust ${projectRoot}`,
    fix: `run claude once in ${projectRoot} and answer its question`,
  });
}

function notReady({ name, projectRoot, terminal }: Readiness, what: string): HostError {
  const shown = lastWords(terminal.screen);
  return new HostError({
    code: "NOT_READY",
    message: `the session of ${name} could not be started: ${what}${shown === "" ? "" : `: ${shown}`}`,
    fix: `run claude once in ${projectRoot} and check that it reaches its prompt`,
  });
}

/** The end of the text on the screen, in one line. */
function lastWords(screen: Screen | undefined): string {
  if (screen === undefined) return "";
  const rows = textOfScreen(screen)
    .split("\n")
    .map((row) => row.replace(/[─-╿▀-▟]+/g, " ").trim())
    .filter((row) => row !== "");
  return rows.slice(-MOST_ROWS).join(" / ").slice(0, MOST_CHARACTERS);
}

const AT_PROMPT: ReadonlySet<ScreenReading["state"]> = new Set([
  "idle",
  "draft",
  "limit-menu",
  "native-wait",
]);
const FOR_A_PERSON: ReadonlySet<ScreenReading["state"]> = new Set(["trust", "bypass", "dialog", "question"]);
const LOOK_MS = 1000;
const LAST_LOOK_MS = 3000;
const INTRODUCED_WITHIN_MS = 5000;
/** A policy may forbid MCP servers: then the persona works without ours. */
const SERVED_WITHIN_MS = 10_000;
/** A dialog may be open for a moment only, while Claude Code is still loading. */
const DIALOG_MS = 2000;
/** A key right after a dialog opened may be lost. */
const ESCAPE_EVERY_MS = 1000;
const MOST_ROWS = 12;
const MOST_CHARACTERS = 400;
