import type { Command } from "commander";

import { surroundings } from "../../host/paths.js";
import { ownProgram } from "../../launch/own-program.js";
import { takeDown, type TakenDown } from "../../install/take-down.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";

const EXAMPLES = `
Examples:
  cac uninstall    remove the hooks and the service, end the daemon, restore your settings

Running sessions are not affected. Waits and logs are kept, and another cac install continues them.
`;

export function addUninstallCommand(program: Command): void {
  program
    .command("uninstall")
    .description("undo cac install: remove the hooks and the service, end the daemon")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(uninstall);
}

async function uninstall(options: { readonly json?: true }): Promise<void> {
  const where = surroundings();
  const done = await takeDown({ where, program: ownProgram(where) });
  process.stdout.write(
    options.json ? `${harmlessJson(done)}\n` : `${linesOf(done).map(harmless).join("\n")}\n`,
  );
}

function linesOf({ settings, service, ended, kept }: TakenDown): string[] {
  const { file, removed, backup } = settings;
  return [
    removed > 0 ? `hooks:    taken out of ${file}` : `hooks:    none of ours were in ${file}`,
    ...(backup === undefined ? [] : [`          the copy from before is still there: ${backup}`]),
    service ? "service:  stopped and removed" : "service:  there was none",
    ...(ended === undefined ? [] : [`daemon:   ended (process ${ended})`]),
    ...(kept === undefined ? [] : [`kept:     waits and logs in ${kept}`]),
  ];
}
