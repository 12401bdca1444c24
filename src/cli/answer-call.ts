import { readCall } from "./call.js";
import { reportError, watchOutput } from "./report.js";
import { VERB_NAMES } from "./verb-names.js";

/**
 * Does what the command line asks for, and sets the exit code. Never throws. A session waits for what is loaded here:
 * the build makes one file of each of the steps to it (scripts/bundle.mjs).
 */
export async function answerCall(args: readonly string[]): Promise<void> {
  try {
    const call = readCall(args, VERB_NAMES);
    if (call.type === "own") await (await import("./own-call.js")).answerOwnCall(args);
    else await (await import("./start.js")).start(call);
  } catch (error) {
    watchOutput();
    reportError(error);
  }
}
