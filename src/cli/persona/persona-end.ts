import type { Command } from "commander";

import { UserError } from "../../errors.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { checkName, knowPersona } from "./known-persona.js";
import { projectOf, withHost } from "./persona-client.js";

const EXAMPLES = `
The next question starts a new session with a new conversation, which knows what the old one was asked (cac persona
memory). An open question is cancelled. Works also if no session runs: then the old conversation is not continued. With
--all the host process ends too, and the next question starts it in the environment of whoever asks.

Examples:
  cac persona end tester       its session in this project
  cac persona end --all        every persona's session in every project
`;

interface EndOptions {
  readonly all?: true;
  readonly project?: string;
  readonly json?: true;
}

export function addPersonaEnd(persona: Command): void {
  persona
    .command("end")
    .description("end a persona's session")
    .argument("[name]", "the persona")
    .option("--all", "the sessions of all personas in all projects")
    .option("--project <dir>", "the project (default: that of the current directory)")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(end);
}

async function end(name: string | undefined, options: EndOptions): Promise<void> {
  if ((name === undefined) === (options.all === undefined)) {
    throw new UserError("WHICH_ONE", "name a persona, or all of them with --all", {
      fix: "cac persona end NAME, or cac persona end --all",
      exitCode: 2,
    });
  }
  if (name !== undefined) checkName(name);
  const outcome = name === undefined ? await endAll() : await endOne(name, projectOf(options));
  const says = options.json ? harmlessJson(outcome) : harmless(inWords(name, outcome));
  process.stdout.write(`${says}\n`);
}

interface Ended {
  readonly ended: number;
  /** Conversations that nobody goes on with from now on, of sessions that ran and of others. */
  readonly givenUp: number;
}

function inWords(name: string | undefined, { ended, givenUp }: Ended): string {
  const none = name === undefined ? "no session runs" : `no session of ${name} runs here`;
  const says = ended === 0 ? none : ended === 1 ? "1 session ended" : `${ended} sessions ended`;
  if (givenUp <= ended) return says;
  return `${says}; ${givenUp === 1 ? "1 conversation is" : `${givenUp} conversations are`} given up`;
}

function endAll(): Promise<Ended> {
  return withHost(async (host) => ({ givenUp: await host.kept({}), ended: await host.endAll() }));
}

async function endOne(persona: string, projectRoot: string): Promise<Ended> {
  const which = { persona, projectRoot };
  const outcome = await withHost(async (host) => ({
    givenUp: await host.kept(which),
    ended: await host.end(which),
  }));
  if (outcome.ended + outcome.givenUp === 0) await knowPersona(persona, projectRoot);
  return outcome;
}
