import type { CutRow } from "../../claude/transcript/cut-row.js";
import { asObject, asString } from "../../claude/json.js";
import { mentions, type Row, wholeRow } from "../terminal/whole-row.js";

/**
 * Is this user row that question? `altered`: it begins like it, or holds it, and is not it. What a
 * terminal does not keep does not count: white space at the ends, the forms of line ends and tabs, control characters.
 */
export function comparePrompt(row: Row, question: string): "whole" | "altered" | "other" {
  const asked = plain(question);
  if (typeof row === "object" && "head" in row) return compareEdges(row, asked);
  const texts = textsOf(row).map(plain);
  if (texts.includes(asked)) return "whole";
  return texts.some((text) => isAlike(text, asked)) ? "altered" : "other";
}

/** When the question was sent, where this is its row, whole. Returns undefined for any other row. */
export function findQuestion(row: Row, question: string): Date | undefined {
  const fields = mentions(row, '"type":"user"') ? wholeRow(row) : undefined;
  if (fields?.["type"] !== "user" || fields["isMeta"] === true || fields["isSidechain"] === true)
    return undefined;
  if (comparePrompt(row, question) !== "whole") return undefined;
  const at = new Date(asString(fields["timestamp"]) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function textsOf(row: Row): readonly string[] {
  const content: unknown = asObject(wholeRow(row)?.["message"])?.["content"];
  if (typeof content === "string") return [content];
  return Array.isArray(content) ? content.flatMap((part) => asString(asObject(part)?.["text"]) ?? []) : [];
}

function isAlike(text: string, asked: string): boolean {
  if (text === "") return false;
  return text.startsWith(asked.slice(0, ALIKE)) || asked.startsWith(text) || text.includes(asked);
}

const ALIKE = 200;

/** As 1.0.64 to 2.1.325 take a paste in: composed, tabs as four blanks; 2.1.325 without characters of no width. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").replaceAll("\t", "    ").replaceAll(UNSEEN, "").trim();
}

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]/g;

/**
 * Of a row that is too long to keep, the beginning and the end of its text are compared, and how many bytes lie between.
 * Latin-1 has a character for each byte, so a cut inside a UTF-8 character shifts nothing.
 */
function compareEdges(row: CutRow & { length: number }, asked: string): "whole" | "altered" | "other" {
  const [head, tail] = [latin1(row.head), latin1(row.tail)];
  const text = latin1(Buffer.from(JSON.stringify(asked).slice(1, -1)));
  const opening = /"content":(?:\[\{"type":"text","text":)?"/.exec(head);
  if (!opening) return "other";
  const start = opening.index + opening[0].length;
  if (!head.startsWith(text.slice(0, ALIKE), start)) return "other";
  const ending = `${text.slice(-ALIKE)}"`;
  const end = tail.lastIndexOf(ending) + ending.length - 1;
  const isWhole =
    text.startsWith(head.slice(start)) &&
    tail.includes(ending) &&
    row.length - start - (tail.length - end) === text.length;
  return isWhole ? "whole" : "altered";
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
