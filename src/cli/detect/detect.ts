import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Command, InvalidArgumentError, Option } from "commander";
import { instantOf } from "../../claude/limits/zone-clock.js";
import { loadConfig } from "../../config/load-config.js";
import { UserError } from "../../errors.js";
import { localTimeZone } from "../../time/local-zone.js";
import { describeDetection, jsonOfDetection } from "./detect-report.js";
import { look } from "./detect-look.js";
import { LARGEST_SIDE, SOURCE_KINDS, tellSource } from "./detect-source.js";
import type { SourceKind } from "./detect-source.js";
import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import { harmlessJson } from "../../notify/plain-text.js";
import { reportWarnings } from "../report.js";

interface DetectOptions {
  readonly as?: SourceKind;
  readonly now?: string;
  readonly tz?: string;
  readonly size?: TerminalSize;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  tmux capture-pane -p -t %3 | cac detect          what the session in that pane shows
  cac detect ~/.claude/projects/*/SESSION.jsonl    whether that session stopped at a limit
  cac detect --now 2026-11-15T19:09:00Z --tz Europe/Paris screen.txt
  cac detect --json typescript.log

Exit code: 0 a limit was found, 1 none, 2 wrong usage.
If it misses a limit: open an issue with the file and the output of \`cac detect\`.
`;

export function addDetectCommand(program: Command): void {
  program
    .command("detect")
    .description("show what is on a screen, in terminal bytes or in a transcript: a limit, a menu, a prompt")
    .argument("[file]", "the file to read, or - for standard input", "-")
    .addOption(
      new Option("--as <kind>", "what the file is (default: detected from its content)").choices(
        SOURCE_KINDS,
      ),
    )
    .option("--now <time>", "when it was on the screen, as an ISO date and time (default: now)", parseNow)
    .option("--tz <zone>", "the time zone of times that name none (default: this machine's)", parseZone)
    .option(
      "--size <columns>x<rows>",
      "the terminal's size, for bytes (default: taken from the bytes)",
      parseSize,
    )
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(detect);
}

async function detect(file: string, options: DetectOptions): Promise<void> {
  const source = await readSource(file, options.as);
  const timeZone = options.tz ?? localTimeZone();
  const at = {
    now: options.now === undefined ? new Date() : momentOf(options.now, timeZone),
    timeZone,
  };
  const config = loadConfig();
  reportWarnings(config.warnings);
  const found = await look(source.content, source.kind, { at, size: options.size, pattern: config.pattern });
  process.stdout.write(
    options.json ? `${harmlessJson(jsonOfDetection(found))}\n` : describeDetection(found, at),
  );
  process.exitCode = found.limit ? 0 : 1;
}

async function readSource(
  file: string,
  as: SourceKind | undefined,
): Promise<{ content: Buffer; kind: SourceKind }> {
  if (file === "-" && process.stdin.isTTY) {
    throw new UserError("NO_INPUT", "nothing to read: no file was named and standard input is a terminal", {
      fix: "cac detect FILE, or pipe a screen into it: tmux capture-pane -p | cac detect",
      exitCode: 2,
    });
  }
  try {
    const content = fromUtf16(await (file === "-" ? readEnd(process.stdin, 0) : readFileEnd(file)));
    return { content, kind: as ?? tellSource(content) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError("CANNOT_READ", `cannot read ${file === "-" ? "standard input" : file}: ${reason}`, {
      fix: "name a file that exists and that you may read, or - for standard input",
      exitCode: 2,
      cause: error,
    });
  }
}

// What counts is at the end of a transcript or a log, and a screen is never this long.
const LONGEST_BYTES = 64 * 1024 * 1024;

async function readFileEnd(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  const start = Math.max(0, size - LONGEST_BYTES);
  return readEnd(createReadStream(file, { start, highWaterMark: 1024 * 1024 }), start);
}

/** The last bytes of what may have no end. Where something was left out before them, they begin with a whole line. */
async function readEnd(source: Readable, leftOut: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = leftOut > 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    while (length - (chunks[0]?.length ?? 0) >= LONGEST_BYTES) {
      length -= chunks.shift()?.length ?? 0;
      isCut = true;
    }
  }
  const end = Buffer.concat(chunks);
  return isCut ? end.subarray(end.indexOf("\n") + 1) : end;
}

/** What a redirection of PowerShell writes. */
function fromUtf16(content: Buffer): Buffer {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return isUtf16 ? Buffer.from(content.toString("utf16le", 2)) : content;
}

function parseNow(text: string): string {
  if (ISO.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("give an ISO date and time, as 2026-11-15T19:09:00Z");
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without an offset is one of the zone that is asked about. */
function momentOf(text: string, timeZone: string): Date {
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10))) return new Date(text);
  // A date alone is one of UTC to Date already.
  const wall = Date.parse(text.length === 10 ? text : `${text.replace(" ", "T")}Z`);
  return new Date(instantOf(wall, timeZone));
}

function parseZone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    // Intl knows every zone that there is.
    throw new InvalidArgumentError("give an IANA zone, as Europe/Paris");
  }
}

function parseSize(text: string): TerminalSize {
  const match = /^(\d{1,4})x(\d{1,4})$/.exec(text);
  const [columns, rows] = [Number(match?.[1]), Number(match?.[2])];
  if (columns > 0 && rows > 0 && columns <= LARGEST_SIDE && rows <= LARGEST_SIDE) return { columns, rows };
  throw new InvalidArgumentError(`give columns and rows of at most ${LARGEST_SIDE}, as 110x40`);
}
