import { UserError } from "../errors.js";
import { readCall } from "./call.js";
import { reportError, watchOutput } from "./report.js";
import { VERBS } from "./verbs.js";

/** Does what the command line asks for, and sets the exit code. Never throws. */
export async function answerCall(args: readonly string[]): Promise<void> {
  // A session waits for what is loaded here: commander only comes with a verb of ours, the rest after the session.
  try {
    const call = readCall(
      args,
      VERBS.map(({ name }) => name),
    );
    if (call.type === "own") {
      watchOutput();
      // They stay for weeks: what reads command lines need not stay with them.
      if (args.length === 1 && args[0] === "daemon") return await (await import("./daemon.js")).daemon();
      if (args.length === 1 && args[0] === "persona-host") {
        return await (await import("./persona-host.js")).personaHost();
      }
      const code = await (await import("./program.js")).runVerb(args);
      if (code !== undefined) process.exitCode = code;
    } else {
      await (await import("./start.js")).start(call);
    }
  } catch (error) {
    watchOutput();
    reportError(error);
    process.exitCode = error instanceof UserError ? error.exitCode : 1;
  }
}
