/** What a command line of `claude` asks for. */
export interface ClaudeCall {
  /**
   * `session`: an interactive session in this terminal; `print`: an answer on standard output (`-p`); `other`: a
   * subcommand, the version, the help, or a session that runs elsewhere.
   */
  readonly kind: "session" | "print" | "other";
  /** Each `--settings`: where its value stands, and the value. */
  readonly settings: readonly SettingsArgument[];
}

export interface SettingsArgument {
  /** The index of the argument that holds the value. */
  readonly index: number;
  /** The value follows a `=` in that argument. */
  readonly attached: boolean;
  readonly value: string;
}

/** Reads arguments as Claude Code does (commander's rules): options may stand anywhere before a `--`. */
export function readClaudeCall(args: readonly string[]): ClaudeCall {
  const settings: SettingsArgument[] = [];
  const flags = new Set<string>();
  let operand: string | undefined;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--") {
      operand ??= args[index + 1];
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      operand ??= arg;
      // What comes behind a subcommand is its own.
      if (SUBCOMMANDS.has(operand)) break;
      continue;
    }
    for (const name of namesIn(arg)) {
      flags.add(name);
      const value = valueOf(name, arg, args, index);
      if (name === "--settings" && value.text !== undefined) {
        settings.push({ index: index + value.taken, attached: value.taken === 0, value: value.text });
      }
      index += value.taken;
    }
  }
  return { kind: kindOf(flags, operand), settings };
}

function kindOf(flags: ReadonlySet<string>, operand: string | undefined): ClaudeCall["kind"] {
  if (operand !== undefined && SUBCOMMANDS.has(operand)) return "other";
  if (ELSEWHERE.some((name) => flags.has(name))) return "other";
  return flags.has("-p") || flags.has("--print") ? "print" : "session";
}

/** `-pc` is `-p -c`; `-rID` is `-r` with a value. */
function namesIn(arg: string): string[] {
  if (arg.startsWith("--")) return [arg.split("=", 1)[0] ?? arg];
  const names: string[] = [];
  for (const letter of arg.slice(1)) {
    names.push(`-${letter}`);
    if (TAKES.has(`-${letter}`)) break;
  }
  return names;
}

/** The value of an option, and how many of the next arguments it takes. */
function valueOf(
  name: string,
  arg: string,
  args: readonly string[],
  index: number,
): { text: string | undefined; taken: number } {
  const takes = TAKES.get(name);
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  if (equals >= 0) return { text: arg.slice(equals + 1), taken: 0 };
  const isAttached = !arg.startsWith("--") && !arg.endsWith(name.slice(1));
  if (takes === undefined || isAttached) return { text: undefined, taken: 0 };
  const rest = args.slice(index + 1);
  const next = rest[0];
  if (next === undefined || (takes === "perhaps" && next.startsWith("-")))
    return { text: undefined, taken: 0 };
  if (takes !== "many") return { text: next, taken: 1 };
  // The first one is taken whatever it is, the others up to the next option.
  const end = rest.findIndex((each, at) => at > 0 && each.startsWith("-"));
  return { text: next, taken: end < 0 ? rest.length : end };
}

/**
 * From `claude --help` of 1.0.64, 1.0.124, 2.0.72, 2.1.32, 2.1.148, 2.1.197 and 2.1.325, and the words that 2.1.325
 * takes without listing them.
 */
export const SUBCOMMANDS: ReadonlySet<string> = new Set(
  `agents attach auth auto-mode bridge config daemon doctor gateway help import install kill logs mcp
   migrate-installer open plugin plugins project ps purge rc remote remote-control respawn rm sandbox setup-token
   stop sync ultrareview update upgrade`.split(/\s+/),
);

/** With these no session of its own comes up in this terminal. */
const ELSEWHERE = [
  "-h",
  "--help",
  "-v",
  "--version",
  "--bg",
  "--background",
  "--cloud",
  "--desktop",
  "--tmux",
];

type Takes = "one" | "many" | "perhaps";

export const TAKES: ReadonlyMap<string, Takes> = new Map([
  ...names(
    "one",
    `-n --agent --agents --advisor --append-system-prompt --append-system-prompt-file --autocompact --debug-file
     --effort --environment --fallback-model --input-format --json-schema --max-budget-usd --max-thinking-tokens
     --max-turns --model --name --output-format --permission-mode --permission-prompt-tool --permission-prompts
     --plugin-dir --plugin-url --prefill --remote-control-session-name-prefix --session-id --setting-sources
     --settings --system-prompt --system-prompt-file --system-prompt-snapshot --teammate-mode --thinking
     --append-subagent-system-prompt --append-subagent-system-prompt-file --fast-mode --managed-settings
     --plan-mode-instructions --resume-drops-turn --resume-session-at --rewind-files --sdk-url --task-budget
     --thinking-display --workload`,
  ),
  ...names(
    "many",
    `--add-dir --allowedTools --allowed-tools --betas --channels --disallowedTools --disallowed-tools --file
     --mcp-config --tools`,
  ),
  ...names(
    "perhaps",
    `-d -r -w --cloud --debug --from-pr --prompt-suggestions --rc --remote --remote-control --resume --teleport
     --worktree`,
  ),
]);

function names(takes: Takes, words: string): [string, Takes][] {
  return words.split(/\s+/).map((name) => [name, takes]);
}

/** The id behind `--resume` or `-r` in a command line of Claude Code; undefined where none is named there. */
export function resumedConversation(command: readonly string[]): string | undefined {
  for (const [index, word] of command.entries()) {
    const attached = /^(?:--resume|-r)=(.+)$/.exec(word)?.[1];
    const id = attached ?? (word === "--resume" || word === "-r" ? command[index + 1] : undefined);
    if (id !== undefined && UUID.test(id)) return id;
  }
  return undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
