#!/usr/bin/env node
import { UserError } from "../errors.js";
import { readCall } from "./call.js";
import { reportError, watchOutput } from "./report.js";
import { VERBS } from "./verbs.js";

// A session waits for what is loaded here: commander only comes with a verb of ours, the rest after the session.
try {
  const args = process.argv.slice(2);
  const call = readCall(
    args,
    VERBS.map(({ name }) => name),
  );
  if (call.type === "own") {
    watchOutput();
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
