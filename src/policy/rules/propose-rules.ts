import { posix } from "node:path";

import { asString } from "../../claude/json.js";
import { readProgramCall } from "../calls/program-call.js";
import { PROGRAMS } from "../programs/all-programs.js";
import type { CommandPart } from "../shell/command-part.js";
import { MASK } from "../mask-secrets.js";
import { readCommand } from "../shell/read-command.js";
import type { Place, ToolCall } from "../tool-call.js";

/**
 * The rules that would cover the call, as narrow as still says something about the next one; none where no rule should
 * be proposed, because it would allow more than anybody means. `isCovered` says whether a command needs no rule.
 */
export function proposeRules(
  call: ToolCall,
  place: Place,
  isCovered: (command: string) => boolean,
): readonly string[] {
  // What was masked or cut in the log is not what was asked.
  if (JSON.stringify(call.input).includes(MASK)) return [];
  if (call.tool === "Bash") return rulesForCommand(asString(call.input["command"]) ?? "", place, isCovered);
  const rule = ruleForTool(call, place);
  return rule === undefined ? [] : [rule];
}

function rulesForCommand(
  command: string,
  place: Place,
  isCovered: (command: string) => boolean,
): readonly string[] {
  if (command.length > LONGEST_COMMAND) return [];
  const read = readCommand(command, place);
  if (!read.ok) return [];
  const rules = read.parts.filter((part) => !isCovered(part.source)).map((part) => ruleForPart(part, place));
  return rules.every((rule) => rule !== undefined) ? rules : [];
}

const LONGEST_COMMAND = 1000;
/** Words that mean themselves, in a rule as in a shell. */
const PLAIN = /^[\w@%+:,./-]+$/;

function ruleForPart(part: CommandPart, place: Place): string | undefined {
  const [program, second, third] = part.words.map(({ text }) => text);
  if (program === undefined || DOES_ANYTHING.test(program) || isMoreThanItSays(part, place)) return undefined;
  const fixed = [program, second, third].slice(0, fixedWords(program, second, third));
  if (fixed.length > 0 && fixed.every((word) => word !== undefined && PLAIN.test(word))) {
    return `Bash(${fixed.join(" ")} *)`;
  }
  const isKnown = part.words.every(({ text }) => text !== undefined) && !part.takesMore;
  return isKnown && !/[*\n]/.test(part.source) ? `Bash(${part.source})` : undefined;
}

/** An option or a value in it runs, loads or writes something: a rule for it should be the person's own idea. */
function isMoreThanItSays(part: CommandPart, place: Place): boolean {
  const { reading } = readProgramCall(part, PROGRAMS, place);
  if (reading === undefined) return false;
  return (
    reading.refusals.length > 0 ||
    reading.options.some(({ option }) => !option.isHarmless) ||
    reading.pieces.some(({ kind }) => kind === "code" || kind === "shell")
  );
}

/** How many words make the kind of a command whose further words may be any; 0 where only the whole command will do. */
function fixedWords(program: string, second: string | undefined, third: string | undefined): 0 | 1 | 2 | 3 {
  if (READERS.has(program)) return 1;
  if (second === undefined || second.startsWith("-")) return 0;
  if (RUNNERS.has(program) && second === "run") return third === undefined || third.startsWith("-") ? 0 : 3;
  if (program === "npx" && READERS.has(second)) return 2;
  return SUBCOMMANDS[program]?.split(" ").includes(second) ? 2 : 0;
}

/** What they are given decides what they do: no rule of theirs means one thing. Or what they do cannot be undone. */
const DOES_ANYTHING =
  /^(?:.*\/)?(?:(?:ba|z|da|k|fi|c|tc|a)?sh|pwsh|powershell|cmd|eval|exec|source|\.|command|builtin|sudo|doas|su|pkexec|runas|rm|rmdir|unlink|shred|srm|truncate|dd|mkfs.*|fdisk|parted|chmod|chown|chgrp|ssh|scp|sftp|kill|killall|pkill|shutdown|reboot|crontab|at|osascript|expect|env|xargs|parallel|nohup|watch|script|tmux|screen|docker|podman|kubectl|terraform|aws|gcloud|az|cac|claude|claude-auto-continue)$/;

/** They look and change nothing, or check and build what is in the project; their dangerous options are traps. */
const READERS = new Set(
  (
    "ls cat head tail wc grep rg tree stat file diff cmp sort uniq cut nl column tr which basename dirname realpath jq du df " +
    "date find tsc eslint oxlint biome prettier stylelint vitest jest mocha pytest mypy ruff black flake8 pyright rspec rubocop " +
    "phpunit phpstan shellcheck golangci-lint"
  ).split(" "),
);

const RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"]);

const SUBCOMMANDS: Readonly<Record<string, string>> = {
  git: "status diff log show blame add commit ls-files rev-parse describe shortlog grep",
  npm: "test ls outdated view audit",
  pnpm: "test ls outdated",
  yarn: "test",
  bun: "test",
  cargo: "build check test clippy fmt doc bench tree metadata",
  go: "build test vet list doc",
  dotnet: "build test",
  mvn: "compile test verify",
  gradle: "build test check",
  "./gradlew": "build test check",
  make: "test check build lint all",
  deno: "check fmt lint test",
};

function ruleForTool({ tool, input }: ToolCall, place: Place): string | undefined {
  if (tool.startsWith("mcp__") || tool === "WebSearch") return tool;
  if (tool === "WebFetch") {
    const url = asString(input["url"]) ?? "";
    const host = URL.canParse(url) ? new URL(url).hostname : "";
    return host === "" ? undefined : `WebFetch(domain:${host})`;
  }
  if (tool === "Skill") {
    const skill = asString(input["skill"]) ?? "";
    return PLAIN.test(skill) ? `Skill(${skill})` : undefined;
  }
  const path = asString(input["file_path"] ?? input["notebook_path"] ?? input["path"]);
  if (path === undefined || !posix.isAbsolute(path) || !PLAIN.test(path)) return undefined;
  if (EDITS.has(tool)) return inProject("Edit", path, place);
  return READS.has(tool) ? (inProject("Read", path, place) ?? elsewhere(path, place)) : undefined;
}

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const READS = new Set(["Read", "Glob", "Grep", "LS", "NotebookRead"]);

/** By the directory at the top of the project in which it is; a file that stands there itself, or is hidden, alone. */
function inProject(tool: string, path: string, place: Place): string | undefined {
  const [top = "", ...rest] = posix.relative(place.project, path).split("/");
  if (top === "" || top === "..") return undefined;
  if (rest.length === 0 || top.startsWith(".")) return `${tool}(/${[top, ...rest].join("/")})`;
  return `${tool}(/${top}/**)`;
}

/** By the directory in which it is. */
function elsewhere(path: string, place: Place): string | undefined {
  const directory = posix.dirname(path);
  const inHome = posix.relative(place.home, directory);
  if (inHome === "") return `Read(~/${posix.basename(path)})`;
  if (!inHome.startsWith("..")) return inHome.startsWith(".") ? undefined : `Read(~/${inHome}/**)`;
  // A directory of the system's own is too much.
  return directory.split("/").length > 2 ? `Read(/${directory}/**)` : undefined;
}
