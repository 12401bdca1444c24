import type { Command } from "commander";

import { UserError } from "../errors.js";
import { isPersonaName } from "../persona/persona-name.js";
import { harmless, harmlessJson } from "./harmless.js";
import { knowPersona, noName } from "./known-persona.js";
import { projectOf, withHost } from "./persona-client.js";

const EXAMPLES = `
The next question starts a new session, which knows what the old one was asked (cac persona memory). A question that is
being answered is cancelled. With --all the process that owns the sessions ends too, and the next question starts another
in the environment of who asks it.

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
    .option("--all", "every persona's, in every project")
    .option("--project <dir>", "the project (default: the one around here)")
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
  if (name !== undefined && !isPersonaName(name)) throw noName(name);
  const ended =
    name === undefined ? await withHost((host) => host.endAll()) : await endOne(name, projectOf(options));
  const none = name === undefined ? "no session runs" : `no session of ${name} runs here`;
  const says = ended === 0 ? none : ended === 1 ? "1 session ended" : `${ended} sessions ended`;
  process.stdout.write(options.json ? `${harmlessJson({ ended })}\n` : `${harmless(says)}\n`);
}

async function endOne(persona: string, projectRoot: string): Promise<number> {
  const ended = await withHost((host) => host.end({ persona, projectRoot }));
  if (ended === 0) await knowPersona(persona, projectRoot);
  return ended;
}
