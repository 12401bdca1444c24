import type { Command } from "commander";

import { surroundings } from "../../host/paths.js";
import { examine, type Finding } from "../../install/doctor/doctor.js";
import { ownProgram } from "../../launch/own-program.js";
import { examinePersonas } from "../../install/doctor/examine-personas.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { namedClaude } from "../run-config.js";
import { ownVersion } from "../version.js";

const EXAMPLES = `
Examples:
  cac doctor           what works, what could be better, what is broken, and how to fix it
  cac doctor --json    an array of findings, for programs

It changes nothing, and exits with 1 if something is wrong.
`;

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "check releases, hooks, approval, service, files, terminals and personas, and show how to fix problems",
    )
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(doctor);
}

async function doctor(options: { readonly json?: true }): Promise<void> {
  const where = surroundings();
  const program = ownProgram(where);
  const cwd = process.cwd();
  const findings = [
    ...(await examine({ where, program, claude: await namedClaude(where), project: cwd })),
    ...(await examinePersonas({ where, program, version: ownVersion(), cwd })),
  ];
  process.stdout.write(
    options.json ? `${harmlessJson(findings)}\n` : `${linesOf(findings).map(harmless).join("\n")}\n`,
  );
  if (findings.some(({ state }) => state === "bad")) process.exitCode = 1;
}

function linesOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ about, state, says, fix }) => {
    const line = `${SIGNS[state]} ${about.padEnd(WIDEST)} ${says}`;
    return fix === undefined ? [line] : [line, `${" ".repeat(WIDEST + 6)}fix: ${fix}`];
  });
}

const SIGNS = { good: "ok  ", note: "note", bad: "BAD " } as const;
const WIDEST = "releases".length;
