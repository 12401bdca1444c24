import type {
  CommandDescription,
  OptionEffect,
  ParserName,
  ProgramDescription,
  ValueKind,
} from "./description.js";

/** One option of a description, ready to be looked up. */
export interface Option {
  /** As it is written in the description, the first spelling. */
  readonly name: string;
  readonly spellings: readonly string[];
  readonly takes: "nothing" | "value" | "gluedValue";
  /** What its values are, one for each word that it takes; empty where it takes none. */
  readonly values: readonly OptionValue[];
  readonly effects: ReadonlySet<OptionEffect>;
  /** False for one that only a rule that spells it allows. */
  readonly isHarmless: boolean;
}

export interface OptionValue {
  readonly kind: ValueKind;
  /** The only values that are harmless; undefined where the kind says it all. */
  readonly choices: readonly string[] | undefined;
}

export interface OperandSlot extends OptionValue {
  readonly times: "one" | "maybe" | "many" | "some";
}

/** A program or subcommand, ready to be looked up. */
export interface CompiledCommand {
  readonly description: CommandDescription;
  readonly parser: ParserName;
  readonly options: ReadonlyMap<string, Option>;
  /** Undefined where it takes no operands. */
  readonly operands: readonly OperandSlot[] | undefined;
  /** By every name of theirs; compiled when asked for. */
  readonly command: (name: string) => CompiledCommand | undefined;
  readonly hasCommands: boolean;
}

export interface CompiledProgram extends CompiledCommand {
  readonly description: ProgramDescription;
}

/** Throws where the description is not well formed: that is a mistake of ours, and a test compiles them all. */
export function compileProgram(description: ProgramDescription): CompiledProgram {
  return { ...compile(description, description.parser, "", description.names), description };
}

const KINDS: ReadonlySet<string> = new Set<ValueKind>([
  "text",
  "number",
  "read",
  "search",
  "list",
  "write",
  "folder",
  "script",
  "task",
  "any",
  "code",
  "command",
  "module",
  "shell",
  "url",
  "remote",
  "address",
  "pushed",
  "package",
  "mount",
  "assignment",
  "curldata",
  "bin",
  "npx",
  "uvx",
  "requirement",
  "pair",
  "testarg",
  "plainword",
  "plainsource",
  "plainread",
  "plainwrite",
  "refspec",
  "gopackage",
  "gomodule",
  "goldflags",
  "githubpath",
  "cflag",
  "cmakeentry",
  "kubeoutput",
  "kuberesource",
  "cloudvalue",
  "psql",
  "duckdb",
  "localsearch",
  "archive",
  "member",
  "rest",
  "target",
  "nowhere",
  "writeout",
  "curlform",
  "again",
  "source",
  "move",
  "link",
  "localread",
  "localwrite",
  "format",
  "pid",
  "digits",
  "jq",
  "yq",
  "sed",
  "awk",
  "sql",
  "sqlite",
]);
const EFFECTS: ReadonlySet<string> = new Set<OptionEffect>([
  "first",
  "last",
  "deep",
  "follows",
  "hidden",
  "writes",
  "reads",
  "packs",
  "unpacks",
  "alone",
]);

function compile(
  description: CommandDescription,
  parser: ParserName,
  inherited: string,
  where: string,
): CompiledCommand {
  const globals = `${inherited}\n${description.globalOptions ?? ""}`;
  const options = new Map<string, Option>();
  for (const line of `${globals}\n${description.options ?? ""}`.split("\n")) {
    const option = compileOption(line, where);
    for (const spelling of option?.spellings ?? []) if (option !== undefined) options.set(spelling, option);
  }
  const names = new Map<string, string>();
  for (const key of Object.keys(description.commands ?? {}))
    for (const name of key.split(" ")) names.set(name, key);
  const compiled = new Map<string, CompiledCommand>();
  return {
    description,
    parser,
    options,
    operands: description.operands === undefined ? undefined : compileOperands(description.operands, where),
    hasCommands: names.size > 0,
    command(name) {
      const key = names.get(name);
      const found = key === undefined ? undefined : description.commands?.[key];
      if (key === undefined || found === undefined) return undefined;
      let command = compiled.get(key);
      if (command === undefined)
        compiled.set(
          key,
          (command = compile(
            inherit(found, description),
            found.parser ?? parser,
            globals,
            `${where} ${name}`,
          )),
        );
      return command;
    },
  };
}

/** One parser reads the words of all subcommands. */
function inherit(command: CommandDescription, parent: CommandDescription): CommandDescription {
  const { dashesAreOptions } = parent;
  return dashesAreOptions === true ? { dashesAreOptions, ...command } : command;
}

/** Undefined for a blank line or a comment. */
function compileOption(line: string, where: string): Option | undefined {
  const text = line.replace(/(?:^|\s)#.*$/, "").trim();
  if (text === "") return undefined;
  const wrong = (): Error => new Error(`${where}: not an option: ${line.trim()}`);
  const form = /^(!\s*)?(\S+(?:\s+[^\s<[(]\S*)*)\s*((?:\s*<[^>]+>)+|\[[^\]]+\])?((?:\s*\(\w+\))*)$/.exec(
    text,
  );
  if (form === null) throw wrong();
  const [, mark, names = "", value = "", effects = ""] = form;
  const spellings = names.split(/\s+/);
  const values = [...value.matchAll(/[<[]([^>\]]+)[>\]]/g)].map(([, each = ""]) => compileValue(each, wrong));
  const effect = [...effects.matchAll(/\w+/g)].map(([each]) => each);
  if (!effect.every((each): each is OptionEffect => EFFECTS.has(each))) throw wrong();
  return {
    name: spellings[0] ?? "",
    spellings,
    takes: value.startsWith("<") ? "value" : value.startsWith("[") ? "gluedValue" : "nothing",
    values,
    effects: new Set(effect),
    isHarmless: mark === undefined,
  };
}

function compileValue(value: string, wrong: () => Error): OptionValue {
  if (isKind(value)) return { kind: value, choices: undefined };
  // One choice alone is written with a bar behind it.
  if (!value.includes("|")) throw wrong();
  return { kind: "text", choices: value.split("|").filter((choice) => choice !== "") };
}

function isKind(text: string): text is ValueKind {
  return KINDS.has(text);
}

function compileOperands(text: string, where: string): readonly OperandSlot[] {
  return text
    .split(/\s+/)
    .filter((each) => each !== "")
    .map((each) => {
      const [, value = "", sign] = /^(.*?)([*+?])?$/.exec(each) ?? [];
      const times = sign === "*" ? "many" : sign === "+" ? "some" : sign === "?" ? "maybe" : "one";
      const { kind, choices } = compileValue(value, () => new Error(`${where}: not an operand: ${each}`));
      return { kind, choices, times };
    });
}
