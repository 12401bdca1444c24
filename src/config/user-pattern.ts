import { createContext, Script } from "node:vm";

import { attacksOn } from "./pattern-attacks.js";

export type UserPattern =
  { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly reason: string };

/** Case is ignored. Without the u flag, which would refuse harmless escapes such as "\-". */
export const FLAGS = "i";

/**
 * A user's pattern, compiled and vetted: it runs on every line that the session prints, so one that never ends
 * would hang it.
 *
 * What this cannot prove: that a pattern is quick on every text. It is tried on texts made from its own
 * repetitions, which finds the known shapes of runaway patterns, not each conceivable one.
 */
export function compileUserPattern(source: string): UserPattern {
  if (source.length > LONGEST)
    return refuse(`it has ${source.length} characters, at most ${LONGEST} are allowed`);
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, FLAGS);
  } catch (error) {
    return refuse(engineReason(error));
  }
  const runaway = findRunaway(source);
  if (runaway !== undefined) return refuse(`it runs away: ${runaway}`);
  const idle = ["", " ", "a", "0"].find((text) => pattern.test(text));
  if (idle !== undefined)
    return refuse(`it is too wide: it matches even ${idle === "" ? "an empty text" : `"${idle}"`}`);
  return { ok: true, pattern };
}

const LONGEST = 1000;
// Good patterns need less than 10 ms for an attack.
const TRIAL_MS = 40;
const MOST_TRIES = 5;

function refuse(reason: string): UserPattern {
  return { ok: false, reason };
}

/** Why the pattern counts as runaway, or undefined. */
function findRunaway(source: string): string | undefined {
  const context = createContext({ source, flags: FLAGS, text: "" });
  const trial = new Script("new RegExp(source, flags).test(text)");
  for (const text of attacksOn(source)) {
    context["text"] = text;
    if (!ends(() => trial.runInContext(context, { timeout: TRIAL_MS }))) {
      return `it was still searching ${text.length} characters, ${JSON.stringify(text.slice(0, 24))}…, after ${TRIAL_MS} ms`;
    }
  }
  return undefined;
}

/** V8 does interrupt a running regular expression when a vm timeout is over (Node 20 to 24). */
function ends(run: () => unknown): boolean {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = process.cpuUsage();
    try {
      run();
      return true;
    } catch (error) {
      // Anything but a timeout is the engine giving up, such as an overflow of its backtracking stack.
      if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT")
        return false;
    }
    // The timeout runs on the wall clock: on a busy machine it may strike before the pattern had its share.
    const { user, system } = process.cpuUsage(before);
    if (user + system >= TRIAL_MS * 1000 * 0.8) return false;
  }
  return true;
}

/** "Invalid regular expression: /(/i: Unterminated group" -> "Unterminated group". */
function engineReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.slice(message.lastIndexOf(": ") + 2);
  return `it is not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
