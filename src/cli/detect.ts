import { open, readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config/load-config.js";
import { UserError } from "../errors.js";
import { describeSight, jsonOfSight } from "./detect-report.js";
import { look } from "./detect-look.js";
import { SOURCE_KINDS, tellSource } from "./detect-source.js";
import type { SourceKind, TerminalSize } from "./detect-source.js";
import { reportWarnings } from "./report.js";

interface DetectOptions {
  readonly as?: SourceKind;
  readonly now?: Date;
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
A wording that is missed: open an issue with the file and what \`cac detect\` says of it.
`;

export function addDetectCommand(program: Command): void {
  program
    .command("detect")
    .description("say what a screen, terminal bytes or a transcript show: a limit, a menu, a prompt")
    .argument("[file]", "the file to read, or - for standard input", "-")
    .addOption(
      new Option("--as <kind>", "what the file is (default: told by its content)").choices(SOURCE_KINDS),
    )
    .option("--now <time>", "when it was on the screen, as an ISO date and time (default: now)", parseNow)
    .option("--tz <zone>", "the time zone of times that name none (default: this machine's)", parseZone)
    .option(
      "--size <columns>x<rows>",
      "the terminal's size, for bytes (default: told by the bytes)",
      parseSize,
    )
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(detect);
}

async function detect(file: string, options: DetectOptions): Promise<void> {
  const source = await readSource(file, options.as);
  const at = {
    now: options.now ?? new Date(),
    timeZone: options.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const config = loadConfig();
  reportWarnings(config.warnings);
  const sight = await look(source.content, source.kind, { at, size: options.size, pattern: config.pattern });
  process.stdout.write(options.json ? `${JSON.stringify(jsonOfSight(sight))}\n` : describeSight(sight, at));
  process.exitCode = sight.limit ? 0 : 1;
}

// What counts is at the end of a transcript, and a screen is never this long.
const LONGEST_BYTES = 64 * 1024 * 1024;

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
  const content = file === "-" ? await buffer(process.stdin) : await readEnd(file);
  return { content, kind: as ?? tellSource(content) };
}

async function readEnd(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size <= LONGEST_BYTES) return await readFile(handle);
      const content = Buffer.alloc(LONGEST_BYTES);
      const { bytesRead } = await handle.read(content, 0, LONGEST_BYTES, size - LONGEST_BYTES);
      // The first line may be cut; it is not the one that counts.
      return content.subarray(content.indexOf("\n") + 1, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new UserError(
      "CANNOT_READ",
      `cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`,
      {
        fix: "name a file that exists and that you may read, or - for standard input",
        exitCode: 2,
        cause: error,
      },
    );
  }
}

function parseNow(text: string): Date {
  const now = new Date(text);
  if (Number.isNaN(now.getTime())) {
    throw new InvalidArgumentError("give an ISO date and time, as 2026-11-15T19:09:00Z");
  }
  return now;
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
  if (columns > 0 && rows > 0) return { columns, rows };
  throw new InvalidArgumentError("give columns and rows, as 110x40");
}
