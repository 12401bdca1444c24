import { reportError, watchOutput } from "./report.js";

/** Runs one of our verbs and sets the exit code. Never throws. */
export async function answerOwnCall(args: readonly string[]): Promise<void> {
  watchOutput();
  try {
    // They run for weeks: the code that reads command lines need not stay in memory.
    if (args.length === 1 && args[0] === "daemon") {
      return await (await import("./daemon-call.js")).answerDaemonCall();
    }
    if (args.length === 1 && args[0] === "persona-host") {
      return await (await import("./persona/persona-host.js")).personaHost();
    }
    const code = await (await import("./program.js")).runVerb(args);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    reportError(error);
  }
}
