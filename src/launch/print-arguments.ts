import { TAKES } from "../claude/hooks/command-line.js";

/** How a command line of `claude` wants its answer, and what it says about the session. */
export interface PrintArguments {
  readonly output: "text" | "json" | "stream-json";
  readonly input: "text" | "stream-json";
  /** A session begins whose id nobody has chosen yet. */
  readonly isNewSession: boolean;
  /** The id that the session will have, where the user gave it. */
  readonly sessionId: string | undefined;
  /** The id of the session that is carried on, where the user gave it. */
  readonly resumedId: string | undefined;
  /** The session can be resumed later. */
  readonly isSaved: boolean;
}

export function readPrintArguments(args: readonly string[]): PrintArguments {
  const pieces = piecesOf(args);
  const valueOf = (...names: string[]): string | undefined =>
    pieces.findLast(({ option = "", value }) => names.includes(option) && value !== undefined)?.value;
  const has = (names: ReadonlySet<string>): boolean =>
    pieces.some(({ option }) => option !== undefined && names.has(option));
  const output = valueOf("--output-format");
  const resumed = valueOf("-r", "--resume");
  // A name, a file or an address may stand there as well, and a fork has an id of its own.
  const isKnown = resumed !== undefined && SESSION_ID.test(resumed) && !has(new Set(["--fork-session"]));
  return {
    output: output === "json" || output === "stream-json" ? output : "text",
    input: valueOf("--input-format") === "stream-json" ? "stream-json" : "text",
    isNewSession: !has(SESSION_OPTIONS),
    sessionId: valueOf("--session-id"),
    resumedId: isKnown ? resumed : undefined,
    isSaved: !has(new Set(["--no-session-persistence"])),
  };
}

/** What is known of the run that is to be carried on. */
export interface EarlierRun {
  readonly sessionId: string;
  /** Whether standard input brought anything: then the arguments need not hold a prompt. */
  readonly hadInput: boolean;
  /** Where the session works, where it is known. */
  readonly cwd: string | undefined;
}

/**
 * The same command for the same session, without its prompt, which is to come on standard input: there no list of
 * tools can swallow it. Undefined where it would work in another place than the first run did.
 */
export function resumeArguments(args: readonly string[], earlier: EarlierRun): string[] | undefined {
  const pieces = piecesOf(args);
  const prompt = promptOf(pieces, earlier.hadInput);
  const kept: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (prompt.has(piece) || (piece.option !== undefined && SESSION_OPTIONS.has(piece.option))) continue;
    kept.push(piece.text);
    if (!isUnnamedWorktree(piece, pieces[index + 1])) continue;
    // Without its name a second worktree would be made, and the work of the first left behind.
    const name = /[\\/]\.claude[\\/]worktrees[\\/]([^\\/]+)/.exec(earlier.cwd ?? "")?.[1];
    if (name === undefined) return undefined;
    kept.push(name);
  }
  return ["--resume", earlier.sessionId, ...kept];
}

/** One argument. Short options that stand together are pieces of their own: `-pc` is `-p`, `-c`. */
interface Piece {
  readonly text: string;
  /** The option that it is, or is a value of; undefined for an operand and for `--`. */
  readonly option?: string;
  readonly value?: string;
  /** Perhaps no value but the prompt: behind an option that we do not know, or one more in a list. */
  readonly isDoubtful?: boolean;
}

/** By commander's rules, which Claude Code goes by: see the table of what each option takes. */
function piecesOf(args: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let open: { option: string; takes: Takes; taken: number } | undefined;
  for (const [index, text] of args.entries()) {
    if (open !== undefined && wants(open, text)) {
      const isDoubtful = open.takes === "unknown" || (open.takes === "many" && open.taken > 0);
      pieces.push({ text, option: open.option, value: text, isDoubtful });
      open.taken++;
      continue;
    }
    open = undefined;
    if (text === "--") return [...pieces, ...args.slice(index).map((each) => ({ text: each }))];
    if (!isOption(text)) {
      pieces.push({ text });
      continue;
    }
    const split = splitOption(text);
    pieces.push(...split);
    const last = split.at(-1);
    const takes = last?.option === undefined || last.value !== undefined ? undefined : takesOf(last.option);
    if (last?.option !== undefined && takes !== undefined) open = { option: last.option, takes, taken: 0 };
  }
  return pieces;
}

type Takes = "one" | "many" | "perhaps" | "unknown";

function wants({ takes, taken }: { takes: Takes; taken: number }, text: string): boolean {
  if (takes === "one") return taken === 0;
  if (takes === "many") return taken === 0 || !isOption(text);
  return taken === 0 && !isOption(text);
}

function takesOf(option: string): Takes | undefined {
  const known = TAKES.get(option);
  if (known !== undefined || !option.startsWith("--")) return known;
  return FLAGS.has(option) || SWITCH.test(option) ? undefined : "unknown";
}

function splitOption(text: string): Piece[] {
  if (text.startsWith("--")) {
    const equals = text.indexOf("=");
    if (equals < 0) return [{ text, option: text }];
    return [{ text, option: text.slice(0, equals), value: text.slice(equals + 1) }];
  }
  const pieces: Piece[] = [];
  for (let at = 1; at < text.length; at++) {
    const option = `-${text[at]}`;
    pieces.push({ text: option, option });
    if (!TAKES.has(option) || at + 1 === text.length) continue;
    const value = text.slice(at + 1);
    return [...pieces, { text: value, option, value }];
  }
  return pieces;
}

function isOption(text: string): boolean {
  return text.length > 1 && text.startsWith("-");
}

/** The pieces that hold the prompt, and a `--` before it. */
function promptOf(pieces: readonly Piece[], hadInput: boolean): ReadonlySet<Piece> {
  const operands = pieces.filter(({ option }) => option === undefined);
  if (operands.length > 0 || hadInput) return new Set(operands);
  // There was a prompt, or the run would not have come to its limit.
  const doubtful = pieces.findLast(({ isDoubtful }) => isDoubtful);
  return new Set(doubtful && [doubtful]);
}

function isUnnamedWorktree({ option, value }: Piece, next: Piece | undefined): boolean {
  return (option === "-w" || option === "--worktree") && value === undefined && next?.option !== option;
}

const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** What chooses the session, or a place in it: after a limit there is only one to go on with. */
const SESSION_OPTIONS: ReadonlySet<string> = new Set(
  `-c -r --continue --fork-session --from-pr --resume --resume-drops-turn --resume-session-at --rewind-files
   --session-id --teleport`.split(/\s+/),
);

/** The options that take no value, from `claude --help` of 1.0.64 to 2.1.325 and the code of 1.0.64, 2.0.72, 2.1.325. */
const FLAGS: ReadonlySet<string> = new Set(
  `--ax-screen-reader --background --bare --bg --brief --chrome --continue --dangerously-skip-permissions
   --debug-to-stderr --desktop --exclude-dynamic-system-prompt-sections --fork-session --forward-subagent-text
   --help --ide --init --init-only --maintenance --mcp-debug --print --replay-user-messages --restricted
   --safe-mode --strict-mcp-config --tmux --verbose --version`.split(/\s+/),
);
/** How the names of others begin that take none, in every release seen. */
const SWITCH = /^--(?:no|enable|disable|allow|include)-(?!tools)/;
