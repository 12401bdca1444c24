import { InvalidArgumentError, type Command } from "commander";

import { stateDir, surroundings } from "../../host/paths.js";
import {
  approvalFiles,
  mergeApprovals,
  readApproval,
  type ApprovalRecord,
} from "../../driver/approval/approval-log.js";
import { RotatedTail } from "../../store/rotated-tail.js";
import { Tail } from "../../store/tail.js";
import { approvalLine, HEAD, jsonOfApproval, tableLine } from "../views/approvals-view.js";
import { linesOf } from "../../hub/find-log.js";
import { follow } from "../views/follow.js";

const EXAMPLES = `
Verdicts: allow, ask (left to you) and deny. Outcomes:
  approved   Enter was pressed, the prompt is gone      answered   the hook answered yes
  left       denied or unsure: the prompt stayed        person     you pressed a key first
  changed    the prompt changed or went before Enter    stuck      Enter was pressed, the prompt stayed
  pending    judged, Enter not pressed yet

Examples:
  cac approvals                  the last 20 permission prompts and their verdicts
  cac approvals --follow         and new ones as they come
  cac approvals --last 100
  cac approvals --json           everything that is kept, one JSON value per line
  cac policy suggest             rules for what you were asked repeatedly

Secrets are masked before they are written. 1 MB and 5 older files are kept.
`;

interface ApprovalsOptions {
  readonly json?: true;
  readonly follow?: true;
  readonly last?: number;
}

export function addApprovalsCommand(program: Command): void {
  program
    .command("approvals")
    .description("show which permission prompts were approved, by which rule, and which were left to you")
    .option("-f, --follow", "keep showing new entries")
    .option("--last <n>", "how many of the newest to show (default: 20, with --json all)", parseCount)
    .option("--json", "print JSON, one value per line")
    .addHelpText("after", EXAMPLES)
    .action(approvals);
}

async function approvals(options: ApprovalsOptions): Promise<void> {
  const files = approvalFiles(stateDir(surroundings()));
  const older: ApprovalRecord[] = [];
  for (const file of files.slice(0, -1)) older.push(...(await recordsOf(linesOf(new Tail(file)))));
  const tail = new RotatedTail(files);
  const all = mergeApprovals([...older, ...(await recordsOf(tail.lines()))]);
  const last = options.last ?? (options.json ? all.length : DEFAULT_LAST);
  const shown = all.slice(Math.max(0, all.length - last));
  if (!options.json && (shown.length > 0 || options.follow)) write([tableLine(HEAD, columns())]);
  print(shown, options);
  if (options.follow) {
    await follow(files.at(-1) ?? "", async () => print(await recordsOf(tail.lines()), options));
  } else if (all.length === 0 && !options.json) {
    write(["No permission prompt has been judged yet. See cac help policy to start."]);
  }
}

const DEFAULT_LAST = 20;

async function recordsOf(lines: AsyncIterable<string>): Promise<ApprovalRecord[]> {
  const records: ApprovalRecord[] = [];
  for await (const line of lines) {
    const record = readApproval(line);
    if (record !== undefined) records.push(record);
  }
  return records;
}

function print(records: readonly ApprovalRecord[], { json }: ApprovalsOptions): void {
  const look = { columns: columns() };
  write(records.map((record) => (json ? jsonOfApproval(record) : approvalLine(record, look))));
}

function write(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

function columns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("give a whole number, such as 50");
  return Number(text);
}
