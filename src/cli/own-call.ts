import { reportError, watchOutput } from "./report.js";

/** Does what one of our verbs asks for, and sets the exit code. Never throws. */
export async function answerOwnCall(args: readonly string[]): Promise<void> {
  watchOutput();
  try {
    // They stay for weeks: what reads command lines need not stay with them.
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
