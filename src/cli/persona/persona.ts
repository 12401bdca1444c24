import type { Command } from "commander";

import { loadConfig } from "../../config/load-config.js";
import { nearestName } from "../../host/nearest-name.js";
import { personasDir, surroundings } from "../../host/paths.js";
import { UserError } from "../../errors.js";
import {
  findPersona,
  listPersonas,
  personaFolders,
  projectPersonasDir,
} from "../../persona/definition/find-personas.js";
import { badName, newPersona } from "../../persona/definition/new-persona.js";
import { isPersonaName } from "../../persona/definition/persona.js";
import { BLANK, type Template, TEMPLATES } from "../../persona/definition/templates.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { addHelpCommand } from "../help.js";
import { addPersonaAsk } from "./persona-ask.js";
import { addPersonaChat } from "./persona-chat.js";
import { projectOf } from "./persona-client.js";
import { addPersonaEnd } from "./persona-end.js";
import { addPersonaMemory } from "./persona-memory.js";
import { addPersonaStatus } from "./persona-status.js";
import { reportWarnings } from "../report.js";
import { jsonOfListed, jsonOfPersona, listLines, madeLines, personaLines } from "./persona-view.js";

const EXAMPLES = `
A persona is a folder: CLAUDE.md says who it is, persona.json (optional) what it may do. Yours are in
~/.config/claude-auto-continue/personas/NAME/, a project's in .claude/personas/NAME/. If both exist,
they are merged: your text first, then the project's.

persona.json, every key of it optional:
  {
    "description": "what to ask it, in one line",
    "model": "opus",
    "allowedTools": ["Read", "Bash(npm test)"],   what it may use without a prompt, in Claude Code's syntax
    "permissionMode": "default",                  or plan, acceptEdits, dontAsk; in yours also auto, bypassPermissions
    "limits": {
      "idle": "30m",                              after this time without a question its session ends (persona.idle)
      "timeout": "10m",                           how long an answer may take
      "memory": "1mb",                            how much it remembers of a project
      "driftEvery": 0                             check every N questions that it still knows who it is; 0: never
    }
  }
A project's description, model and limits win over yours. The tools of both are allowed. Your permissionMode wins.

Examples:
  cac persona new security-reviewer                  from the template of that name
  cac persona new ada --from architect --project     in this project, for everybody in it
  cac persona ask ada "where would you put a cache?"
  cac persona chat ada                               in its own terminal; Ctrl+] twice leaves it
  claude mcp add personas -- cac mcp                 let your own sessions ask it
`;

const NEW_EXAMPLES = `
Templates:
${TEMPLATES.map(({ name, description }) => `  ${name.padEnd(20)} ${description}`).join("\n")}

Examples:
  cac persona new tester                             from the template of that name
  cac persona new grace --from tester --project      in this project's .claude/personas
  cac persona new ada                                an empty one to fill in
`;

interface Output {
  readonly json?: true;
}

interface InProject extends Output {
  readonly project?: string;
}

export function addPersonaCommand(program: Command): void {
  const persona = program
    .command("persona")
    .description("ask Claude Code sessions that have their own identity and memory")
    .addHelpText("after", EXAMPLES);
  persona
    .command("list", { isDefault: true })
    .description("show every persona that can be asked here")
    .option("--project <dir>", PROJECT)
    .option("--json", "print JSON")
    // A mistyped command arrives here, as the default one's arguments.
    .allowExcessArguments()
    .action((options: InProject, command: Command) => list(options, command));
  persona
    .command("new")
    .description("create a persona from a template")
    .argument("<name>", "its name")
    .option("--from <template>", "the template (default: the one with that name, else an empty one)")
    .option("--project [dir]", "create it in the project, not for all your projects")
    .option("--json", "print JSON")
    .addHelpText("after", NEW_EXAMPLES)
    .action(make);
  persona
    .command("show")
    .description("show who a persona is and what it may do")
    .argument("<name>", "the persona")
    .option("--project <dir>", PROJECT)
    .option("--json", "print JSON")
    .action(show);
  addPersonaAsk(persona);
  addPersonaChat(persona);
  addPersonaStatus(persona);
  addPersonaEnd(persona);
  addPersonaMemory(persona);
  addHelpCommand(persona);
}

const PROJECT = "the project (default: that of the current directory)";

async function list(options: InProject, command: Command): Promise<void> {
  const [word] = command.args;
  if (word !== undefined) throw unknownCommand(word, command.parent);
  reportWarnings(loadConfig().warnings);
  const projectRoot = projectOf(options);
  const found = await listPersonas(projectRoot, surroundings());
  print(options, found.map(jsonOfListed), listLines(found));
}

async function make(
  name: string,
  options: Output & { project?: string | true; from?: string },
): Promise<void> {
  if (!isPersonaName(name)) throw badName(name);
  const template = options.from === undefined ? ofSameName(name) : named(options.from);
  const { project } = options;
  const personas =
    project === undefined
      ? personasDir(surroundings())
      : projectPersonasDir(projectOf(project === true ? {} : { project }));
  const folder = await newPersona(name, template, personas);
  print(options, { name, folder, template: template.name }, madeLines(name, folder, template));
}

async function show(name: string, options: InProject): Promise<void> {
  reportWarnings(loadConfig().warnings);
  const projectRoot = projectOf(options);
  const persona = await findPersona(name, projectRoot, surroundings());
  if (persona === undefined) throw await noSuchPersona(name, projectRoot);
  const folders = (await personaFolders(name, projectRoot, surroundings())).map(({ directory }) => directory);
  print(options, { ...jsonOfPersona(persona), folders }, personaLines(persona, folders));
}

async function noSuchPersona(name: string, projectRoot: string): Promise<UserError> {
  const names = (await listPersonas(projectRoot, surroundings())).map((each) => each.name);
  const meant = nearestName(name, names);
  const make = isPersonaName(name) ? `cac persona new ${name}` : "cac persona list";
  return new UserError("NO_SUCH_PERSONA", `there is no persona ${JSON.stringify(name)} in ${projectRoot}`, {
    fix: meant ? `did you mean ${meant}?` : make,
  });
}

function ofSameName(name: string): Template {
  return TEMPLATES.find((each) => each.name === name) ?? BLANK;
}

function named(name: string): Template {
  const found = [...TEMPLATES, BLANK].find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = TEMPLATES.map((each) => each.name);
  const meant = nearestName(name, names);
  throw new UserError("NO_SUCH_TEMPLATE", `there is no template ${JSON.stringify(name)}`, {
    fix: meant ? `did you mean ${meant}?` : `the templates are: ${names.join(", ")}`,
    exitCode: 2,
  });
}

function unknownCommand(word: string, persona: Command | null): UserError {
  const meant = nearestName(word, persona?.commands.map((each) => each.name()) ?? []);
  return new UserError("NO_SUCH_COMMAND", `unknown command '${word}'`, {
    fix: meant ? `did you mean ${meant}?` : "cac help persona",
    exitCode: 2,
  });
}

function print(options: Output, json: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${lines.map(harmless).join("\n")}\n`);
}
