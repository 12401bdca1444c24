import { Argument, type Command } from "commander";

import { LocalHub } from "../../hub/local-hub.js";
import { doneOr, pickPrompt } from "../../hub/pick-session.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";

const EXAMPLES = `
Examples:
  cac status           shows the permission prompts that are open, each with its id
  cac answer p4x yes   selects Yes, this once; the beginning of the id is enough
  cac answer p4x no    selects the option labelled No

The id is valid for this prompt only: an answer never goes to another one. The keys are sent only while the screen
shows the prompt, as with every key that cac sends.
`;

export function addAnswerCommand(program: Command): void {
  program
    .command("answer")
    .description("answer a permission prompt of a session that runs under cac")
    .argument("<prompt>", "the id of the prompt, as cac status shows it")
    .addArgument(new Argument("<decision>", "what to select").choices(["yes", "no"]))
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(answer);
}

async function answer(
  given: string,
  decision: "yes" | "no",
  options: { readonly json?: true },
): Promise<void> {
  const hub = new LocalHub();
  const { session, prompt } = pickPrompt(await hub.list(), given.toLowerCase());
  const { id } = session.record;
  const { says = "answered" } = doneOr(await hub.act(id, { type: "answer", prompt, decision }, "cac answer"));
  const json = { id, prompt, decision, says };
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${id}: ${harmless(says)}\n`);
}
