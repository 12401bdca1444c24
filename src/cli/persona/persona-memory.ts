import { InvalidArgumentError, type Command } from "commander";

import { stateDir, surroundings } from "../../host/paths.js";
import { UserError } from "../../errors.js";
import { type Exchange, exchangesWith, Memory, personasWithMemory } from "../../persona/memory/memory.js";
import { DEFAULT_LIMITS } from "../../persona/definition/persona.js";
import { projectRootOf } from "../../persona/definition/project-root.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { checkName, knowPersona } from "./known-persona.js";
import { exchangeLines, jsonOfExchange, summaryLines, type MemorySummary } from "./persona-memory-view.js";

const EXAMPLES = `
Examples:
  cac persona memory                              the size of every memory in this project
  cac persona memory architect                    the last 10 questions and answers
  cac persona memory architect cache invalidation    those that contain all of these words
  cac persona memory architect --json             all, as one JSON value per line, the oldest first
  cac persona memory architect --forget           deletes its memory of this project

A new session of the persona starts with a digest of its memory. Above 1 MB per project (limits.memory in its persona.json)
the oldest exchanges are forgotten.
`;

interface MemoryCallOptions {
  readonly project?: string;
  readonly last?: number;
  readonly json?: true;
  readonly forget?: true;
}

/** Adds `memory` to `cac persona`. */
export function addPersonaMemory(persona: Command): void {
  persona
    .command("memory")
    .description("show, search or clear what a persona was asked in this project")
    .argument("[name]", "the persona; default: all that have a memory")
    .argument("[words...]", "only exchanges that contain all of these words")
    .option("--project <dir>", "the project (default: that of the current directory)")
    .option("--last <n>", "how many of the newest (default 10, with --json all)", parseCount)
    .option("--forget", "delete the memory")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(memory);
}

async function memory(
  name: string | undefined,
  words: readonly string[],
  options: MemoryCallOptions,
): Promise<void> {
  const projectRoot = projectRootOf(options.project ?? process.cwd(), surroundings());
  if (name === undefined) {
    if (options.forget) {
      throw new UserError("WHICH_PERSONA", "--forget needs the name of a persona", {
        fix: "cac persona memory lists them; then cac persona memory NAME --forget",
        exitCode: 2,
      });
    }
    return overview(projectRoot, options);
  }
  checkName(name);
  const found = memoryOf(name, projectRoot);
  const { exchanges, says } = await found.read();
  if (says !== undefined) {
    throw new UserError("MEMORY_UNREADABLE", `${found.file} ${says}`, {
      fix: "check who wrote it, and move it away",
    });
  }
  if (exchanges.length === 0) await knowPersona(name, projectRoot);
  if (options.forget) return forget(found, exchanges.length, { name, words });
  show(exchangesWith(exchanges, words.join(" ")), options, nothing(name, projectRoot, exchanges.length));
}

function show(exchanges: readonly Exchange[], { json, last }: MemoryCallOptions, ifNone: string): void {
  const count = last ?? (json ? exchanges.length : DEFAULT_LAST);
  const shown = exchanges.slice(Math.max(0, exchanges.length - count));
  if (json) write(shown.map(jsonOfExchange));
  else
    write(exchanges.length === 0 ? [harmless(ifNone)] : shown.flatMap((exchange) => exchangeLines(exchange)));
}

const DEFAULT_LAST = 10;

async function overview(projectRoot: string, { json }: MemoryCallOptions): Promise<void> {
  const summaries: MemorySummary[] = [];
  for (const persona of await personasWithMemory(stateDir(surroundings()))) {
    const { exchanges } = await memoryOf(persona, projectRoot).read();
    const newest = exchanges.at(-1)?.timestamp;
    if (newest !== undefined) summaries.push({ persona, exchanges: exchanges.length, newest });
  }
  write(json ? [harmlessJson(summaries)] : summaryLines(summaries, projectRoot));
}

async function forget(
  found: Memory,
  count: number,
  { name, words }: { readonly name: string; readonly words: readonly string[] },
): Promise<void> {
  if (words.length > 0) {
    throw new UserError("FORGET_ALL", "--forget deletes everything, and takes no words", {
      fix: `cac persona memory ${name} --forget; for a single exchange, remove its line from ${found.file}`,
      exitCode: 2,
    });
  }
  const trouble = await found.forget();
  if (trouble) throw new UserError("NOT_FORGOTTEN", `${trouble.path} ${trouble.says}`, { fix: trouble.fix });
  const forgotten = count === 1 ? "1 exchange forgotten." : `${count} exchanges forgotten.`;
  write([forgotten, `Its conversation may still contain them: cac persona end ${name} begins a new one.`]);
}

function memoryOf(persona: string, projectRoot: string): Memory {
  const { memoryBytes } = DEFAULT_LIMITS;
  // Nothing is added here, so the limit does not matter.
  return new Memory({
    stateDirectory: stateDir(surroundings()),
    persona,
    projectRoot,
    mostBytes: memoryBytes,
  });
}

function nothing(name: string, projectRoot: string, count: number): string {
  return count === 0
    ? `${name} was not asked anything in ${projectRoot} yet.`
    : `None of the ${count} exchanges has all of these words.`;
}

function write(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("give a whole number, such as 50");
  return Number(text);
}
