import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

import { systemCode } from "../errors.js";
import { kindTrouble, readFix, type FileTrouble } from "../host/file-trouble.js";

/** A text that somebody else may have written, or why it cannot be used. */
export type TextFile =
  | { readonly type: "missing" }
  | {
      readonly type: "text";
      readonly text: string;
      /** Stands in front of the text. */ readonly mark: string;
    }
  | ({ readonly type: "bad" } & FileTrouble);

export interface TextFileOptions {
  readonly mostBytes: number;
  /** What to do with a file that is too large. */
  readonly tooLargeFix: string;
  /** How the user names another file in its place. */
  readonly another?: string;
}

/** Reads a whole file of UTF-8. Never throws: a file that cannot be read is `bad`. */
export function readTextFile(file: string, options: TextFileOptions): TextFile {
  try {
    const bytes = readBytes(file, options);
    return Buffer.isBuffer(bytes) ? decode(bytes) : bytes;
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (code === "ENOENT") return { type: "missing" };
    return bad(`cannot be read (${code})`, readFix(file, code, undefined, options.another));
  }
}

function readBytes(file: string, { mostBytes, tooLargeFix }: TextFileOptions): Buffer | TextFile {
  // Without O_NONBLOCK (absent on Windows) a named pipe in the file's place would hold us up until somebody writes.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    const trouble = kindTrouble(stat);
    if (trouble) return { type: "bad", ...trouble };
    if (stat.size > mostBytes)
      return bad(`is too large (${stat.size} bytes, at most ${mostBytes})`, tooLargeFix);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Some editors of Windows put it in front; no JSON reader takes it. */
const BYTE_ORDER_MARK = "\uFEFF";

function decode(bytes: Buffer): TextFile {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bad("is not UTF-8 text", "save it as UTF-8");
  }
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { type: "text", text: text.slice(mark.length), mark };
}

function bad(says: string, fix: string): TextFile {
  return { type: "bad", says, fix };
}
