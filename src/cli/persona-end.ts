import type { Command } from "commander";

import { UserError } from "../errors.js";
import { harmlessJson } from "./harmless.js";
import { projectOf, withHost } from "./persona-client.js";

const EXAMPLES = `
The next question starts a new session, which knows what the old one was asked (cac persona memory). A question that is
being answered is cancelled.

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
  const which = name === undefined ? {} : { persona: name, projectRoot: projectOf(options) };
  const ended = await withHost((host) => host.end(which));
  const says = ended === 0 ? "no session runs" : ended === 1 ? "1 session ended" : `${ended} sessions ended`;
  process.stdout.write(options.json ? `${harmlessJson({ ended })}\n` : `${says}\n`);
}
