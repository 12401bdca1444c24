import { readLimit } from "./limit.js";
import type { Limit } from "./limit.js";
import type { Moment } from "./moment.js";
import { StreamText } from "../screen/stream-text.js";
import { fold } from "./wordings.js";

/** A line that stands where Claude Code puts its banners. */
export interface BannerLine {
  /** The sentence, without its sign. */
  readonly text: string;
  /** The column at which the sentence begins: its second line begins there too. */
  readonly column: number;
  readonly sign: string | undefined;
}

/**
 * The sentence of a line that stands like a banner: at the beginning, or behind `⎿`. Returns undefined for all
 * else: indented text, list points, diff signs, quotation marks, frames and line numbers come before a quote.
 * Behind `⚠` stands one notice only (2.1.267 and later). The same notice behind `●` is not taken: an answer
 * begins with that sign too, and on every release seen a banner or the `⚠` comes with it.
 */
export function bannerOf(line: string): BannerLine | undefined {
  const { indent = "", sign, gap = "", text = "" } = STANDING.exec(line)?.groups ?? {};
  if (text === "" || indent.length > (sign ? DEEPEST_SIGN : DEEPEST_TEXT)) return undefined;
  if (sign === "⚠" && !NOTICE.test(fold(text))) return undefined;
  return { text, column: indent.length + (sign?.length ?? 0) + gap.length, sign };
}

/** The line says that it goes on in the next: a narrow terminal wraps a banner between two words. */
export function breaksOff(text: string, limit: Limit | undefined): boolean {
  const folded = fold(text);
  if (!limit) return BEGUN.test(folded);
  return OPEN_END.test(folded) || (limit.resetsAt === undefined && ANNOUNCED.test(folded));
}

/** The two lines as one sentence, or undefined where the second is none of the first. */
export function joinLines(held: BannerLine, line: string, at: Moment): BannerLine | undefined {
  const text = line.trimStart();
  const joined = { ...held, text: `${held.text} ${text}` };
  if (held.sign && line.length - text.length === held.column) return joined;
  if (text.startsWith("(")) return joined;
  const before = readLimit(held.text, at)?.resetsAt;
  return before === undefined && readLimit(joined.text, at)?.resetsAt ? joined : undefined;
}

/**
 * The last line of `raw` is the header of a tool call, such as `● Bash(cat job.log)`, or a command of the shell
 * mode, `! cat job.log`: what stands below it is its output. A long header goes on in indented lines.
 */
export function endsInToolHeader(raw: string, bytes: boolean): boolean {
  const header = textLines(raw, bytes).findLast((line) => !/^\s{3,}\S/.test(line));
  return header !== undefined && TOOL_HEADER.test(header);
}

/** The lines of a piece of a stream that hold text, as far as they are known to be whole. */
export function textLines(raw: string, bytes: boolean): string[] {
  const start = raw.search(/[\r\n]/);
  if (start < 0) return [];
  const reader = new StreamText({ bytes, column: 0 });
  const lines: string[] = [];
  for (let index = start; index < raw.length; index = reader.at) {
    reader.read(raw, index, "");
    lines.push(reader.text);
  }
  return lines.filter((line) => line !== "");
}

const STANDING = /^(?<indent>[\s\u00a0]*)(?:(?<sign>[⎿⚠])(?<gap>[\s\u00a0]+))?(?<text>[\p{L}\d].*)$/u;
// `⎿` and `⚠` stand in column 2 on every release seen; the text of an answer does too, so text may not.
const DEEPEST_SIGN = 2;
const DEEPEST_TEXT = 1;

const NOTICE = /^usage limit reached ·/i;
const TOOL_HEADER = /^\s{0,2}(?:!\s|[●⏺○◯]?\s*(?:\p{Lu}[\w-]*(?: \p{Lu}[\w-]*)*|\S.* \(MCP\))\()/u;

/** Not a limit yet, but perhaps with the next line. */
const BEGUN =
  /^you(?:'ve| have|'re| are) (?:hit|reached|out)\b|\blimit reached(?: ·)?(?: resets?(?: at)?)?$/i;
/** Broken off whatever was read so far. 1.0.64 always names the zone: "Your limit will reset at 1pm (…)." */
const OPEN_END = /[·|,(]$|\([^)]*$|\blimit reached\. your\b[^(]*[^(.]$/i;
/** Broken off where no time was read so far. */
const ANNOUNCED = /\b(?:resets?|limit reached|at|on|to|or|and|the|your|run|visit)$/i;
