import { readFileSync } from "node:fs";

import type { Command } from "commander";

import { parseDuration } from "../../config/duration.js";
import { systemCode, UserError } from "../../errors.js";
import type { Progress } from "../../persona/session/hosted-session.js";
import { chainOf } from "../../persona/definition/consulting.js";
import { HostError, type AskRequest, type HostFault } from "../../persona/host/host-protocol.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { checkName } from "./known-persona.js";
import { localTime } from "../views/logs-view.js";
import { projectOf, warnOfSettings, withHost } from "./persona-client.js";

const EXAMPLES = `
Prints the exact answer to standard output, and progress to standard error. Ctrl+C cancels the question; the session
keeps running.

Examples:
  cac persona ask tester "what is not tested in src/policy?"
  git diff | cac persona ask security-reviewer "is this safe?" --context -
  cac persona ask architect - < question.md
  cac persona ask architect "and now?" --wait --timeout 30m
`;

interface AskOptions {
  readonly context?: string;
  readonly project?: string;
  readonly wait?: true;
  readonly timeout?: string;
  readonly json?: true;
}

export function addPersonaAsk(persona: Command): void {
  persona
    .command("ask")
    .description("ask a persona, and print its answer")
    .argument("<name>", "the persona")
    .argument("<question...>", "what to ask; - reads it from standard input")
    .option("--context <text>", "what the question is about; - reads it from standard input")
    .option("--project <dir>", "the project (default: that of the current directory)")
    .option("--wait", "at a usage limit, wait for the reset")
    .option("--timeout <time>", "how long the answer may take, as in 30m (default: the persona's own limit)")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(ask);
}

async function ask(name: string, words: readonly string[], options: AskOptions): Promise<void> {
  checkName(name);
  const request = requestOf(name, words.join(" "), options);
  warnOfSettings(request.projectRoot);
  const cancel = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => cancel.abort());
  const progress = new ProgressLine();
  await withHost(async (host) => {
    try {
      const asked = await host.ask(request, {
        signal: cancel.signal,
        onProgress: (each) => progress.show(name, each),
      });
      progress.clear();
      process.stdout.write(options.json ? `${harmlessJson(asked)}\n` : `${shown(asked.answer)}\n`);
    } catch (error) {
      progress.clear();
      if (!(error instanceof HostError)) throw error;
      if (options.json) {
        process.stdout.write(`${harmlessJson({ fault: error.fault })}\n`);
        process.exitCode = 1;
        return;
      }
      tellRemembered(error.fault);
      throw inLocalTime(error);
    }
  });
}

/** With the reset in local time; the host sends it in UTC. */
function inLocalTime(error: HostError): HostError {
  const { message, limitedUntil } = error.fault;
  if (limitedUntil === undefined) return error;
  const until = localTime(new Date(limitedUntil), undefined);
  return new HostError({ ...error.fault, message: message.replaceAll(limitedUntil, until) });
}

function requestOf(persona: string, question: string, options: AskOptions): AskRequest {
  if (question === "-" && options.context === "-") {
    throw new UserError("TWICE_STDIN", "question and context cannot both come from standard input", {
      fix: "give one of them as an argument",
      exitCode: 2,
    });
  }
  return {
    persona,
    question: question === "-" ? standardInput() : question,
    context: options.context === "-" ? standardInput() : options.context,
    projectRoot: projectOf(options),
    waitForReset: options.wait === true,
    timeoutMs: timeoutOf(options.timeout),
    chain: chainOf(process.env),
  };
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new UserError(
    "BAD_TIME",
    `--timeout must be a time such as 90s or 30m, got ${JSON.stringify(text)}`,
    {
      fix: "cac persona ask NAME QUESTION --timeout 30m",
      exitCode: 2,
    },
  );
}

function standardInput(): string {
  try {
    return readFileSync(0, "utf8");
  } catch (error) {
    throw new UserError("NO_INPUT", `standard input cannot be read (${systemCode(error) ?? String(error)})`, {
      fix: "pipe a file into it, or give the text as an argument",
      exitCode: 2,
    });
  }
}

/** Exact in a pipe; without control sequences in a terminal. */
function shown(answer: string): string {
  return process.stdout.isTTY ? answer.split("\n").map(harmless).join("\n") : answer;
}

function tellRemembered({ remembered }: HostFault): void {
  if (remembered === undefined) return;
  const text = remembered.answer.split("\n").map(harmless).join("\n");
  process.stderr.write(`cac: its last answer to the same question, of ${remembered.timestamp}:\n${text}\n\n`);
}

/** Progress on one line of a terminal; nothing elsewhere. */
class ProgressLine {
  #isShown = false;

  show(name: string, { state, message }: Progress): void {
    if (!process.stderr.isTTY) return;
    const line = harmless(`${name}: ${state}${message === "" ? "" : `, ${message}`}`);
    process.stderr.write(`\r\x1b[K${line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))}`);
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) process.stderr.write("\r\x1b[K");
    this.#isShown = false;
  }
}
