import type { CommandDescription, ProgramDescription } from "../../../src/policy/programs/description.js";

/** A wrong line in a description: what a mistake of ours would look like. */
export interface Mutation {
  /** As in `FAMILIES`. */
  readonly family: string;
  readonly program: string;
  /** The subcommand's key, where it is one. */
  readonly command?: string;
  readonly says: string;
  /** How a line of the options begins, or the operands; and what is put in its place. */
  readonly from: string;
  readonly to: string;
  /** What the sandbox sees first, or among the first. */
  readonly seen: RegExp;
  /** A script in the program's place, where it cannot run here: it does what the real one would do. */
  readonly standIn?: string;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    family: "git",
    program: "git",
    command: "diff",
    says: "the file that --output writes is text",
    from: "! --output <write>",
    to: "--output <text>",
    seen: /^(?:made|changed) /,
  },
  {
    family: "git",
    program: "git",
    command: "grep",
    says: "the pager of -O is text",
    from: "! -O --open-files-in-pager [code]",
    to: "-O --open-files-in-pager [text]",
    seen: /evil/,
  },
  {
    family: "search",
    program: "rg",
    says: "the program of --pre is text",
    from: "! --pre <code>",
    to: "--pre <text>",
    seen: /evil/,
  },
  {
    family: "text",
    program: "sort",
    says: "the file that -o writes is text",
    from: "! -o --output <write>",
    to: "-o --output <text>",
    seen: /^(?:made|changed) /,
  },
  {
    family: "text",
    program: "sed",
    says: "a script of sed is text",
    from: "sed read*",
    to: "text read*",
    seen: /evil|^made |^changed |^read /,
  },
  {
    family: "files",
    program: "cp",
    says: "the folder of -t is text",
    from: "-t --target-directory <write> (last)",
    to: "-t --target-directory <text> (last)",
    seen: /^made /,
  },
  {
    family: "archives",
    program: "tar",
    says: "the program of -I is text",
    from: "! -I --use-compress-program <code>",
    to: "-I --use-compress-program <text>",
    seen: /^(?:ran|looked for) /,
  },
  {
    family: "JavaScript",
    program: "node",
    says: "the module of --require is text",
    from: "-r --require <tsx|",
    to: "-r --require <text>",
    seen: /canary\.log/,
  },
  {
    family: "Python",
    program: "pytest",
    says: "the file of --junitxml is text",
    from: "--junitxml --junit-xml <plainwrite>",
    to: "--junitxml --junit-xml <text>",
    seen: /^(?:made|changed) /,
  },
  {
    family: "Go",
    program: "gofmt",
    says: "the file of -cpuprofile is text",
    from: "-cpuprofile <write>",
    to: "-cpuprofile <text>",
    seen: /^(?:made|changed) /,
  },
  {
    family: "Rust",
    program: "rustc",
    says: "the file of -o is text",
    from: "-o <plainwrite>",
    to: "-o <text>",
    // It also takes `@file` for words that are read from there.
    seen: /^(?:made|changed|read) /,
  },
  {
    family: "C and make",
    program: "make",
    says: "the makefile of --eval is text",
    from: "! -E --eval <code>",
    to: "-E --eval <text>",
    seen: /evil/,
  },
  {
    family: "other languages",
    program: "ruby",
    says: "the file of -r is text",
    from: "! -r --require <code>",
    to: "-r --require <text>",
    seen: /canary\.log/,
  },
  {
    family: "cloud",
    program: "dpkg",
    says: "the package of --contents is text",
    from: "-c --contents <read>",
    to: "-c --contents <text>",
    seen: /^read /,
  },
  {
    family: "databases",
    program: "sqlite3",
    says: "a command of sqlite3 is text",
    from: "localwrite sqlite*",
    to: "localwrite text*",
    seen: /evil|^made |^changed |^read /,
  },
  {
    family: "network",
    program: "curl",
    says: "the file of --output is text",
    from: "-o --output <nowhere>",
    to: "-o --output <text>",
    seen: /^(?:made|changed) /,
  },
  {
    family: "editors and pagers",
    program: "less",
    says: "a file is text",
    from: "remote*",
    to: "text*",
    seen: /^read /,
  },
  {
    family: "containers",
    program: "docker",
    command: "run",
    says: "the folder of --volume is text",
    from: "-v --volume <mount>",
    to: "-v --volume <text>",
    seen: /^read /,
    standIn: `while [ $# -gt 0 ]; do
  case $1 in
    -v | --volume) opened=$2 ;;
    --volume=*) opened=\${1#*=} ;;
    *) opened= ;;
  esac
  [ -n "$opened" ] && cat "\${opened%%:*}"
  shift
done
`,
  },
];

/** The descriptions with the mistake in them. Throws where the line is not there: then the mutation is out of date. */
export function mutate(
  descriptions: readonly ProgramDescription[],
  { program, command, from, to }: Mutation,
): ProgramDescription {
  const found = descriptions.find(({ names }) => names.split(" ").includes(program));
  if (found === undefined) throw new Error(`${program} is not described`);
  if (command === undefined) return { ...found, ...replaced(found, from, to) };
  const key = Object.keys(found.commands ?? {}).find((each) => each.split(" ").includes(command));
  const inner = key === undefined ? undefined : found.commands?.[key];
  if (key === undefined || inner === undefined) throw new Error(`${program} ${command} is not described`);
  return { ...found, commands: { ...found.commands, [key]: replaced(inner, from, to) } };
}

function replaced(description: CommandDescription, from: string, to: string): CommandDescription {
  if (description.operands === from) return { ...description, operands: to };
  const lines = (description.options ?? "").split("\n");
  const at = lines.findIndex((line) => line.trim().startsWith(from));
  if (at === -1) throw new Error(`there is no line ${from}`);
  return { ...description, options: lines.with(at, to).join("\n") };
}
