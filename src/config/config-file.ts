import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

import { kindTrouble, readFix, systemCode, type FileTrouble } from "./file-trouble.js";
import { readJson, type JsonNode } from "./json-text.js";

/** What stands in the settings file, or why it cannot be used. */
export type ConfigFile =
  | { readonly type: "missing" }
  | { readonly type: "good"; readonly text: string; readonly value: object; readonly root: JsonNode }
  | ({ readonly type: "bad" } & FileTrouble);

/** Never throws: a file that cannot be read is `bad`. */
export function readConfigFile(file: string): ConfigFile {
  // As with other tools, naming the null device means: no file.
  if (file === devNull) return { type: "missing" };
  let bytes: Buffer | ConfigFile;
  try {
    bytes = readBytes(file);
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (code === "ENOENT") return { type: "missing" };
    return bad(`cannot be read (${code})`, readFix(file, code));
  }
  return Buffer.isBuffer(bytes) ? readText(bytes) : bytes;
}

const LARGEST = 1024 * 1024;

function readBytes(file: string): Buffer | ConfigFile {
  // Without O_NONBLOCK (absent on Windows) a named pipe in the file's place would hold us up until somebody writes.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    const trouble = kindTrouble(stat);
    if (trouble) return { type: "bad", ...trouble };
    if (stat.size > LARGEST) return bad(`is too large (${stat.size} bytes, at most ${LARGEST})`, START_AGAIN);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const AFRESH = "start again with: cac config init --force";
const START_AGAIN = `correct it, or ${AFRESH}`;

function readText(bytes: Buffer): ConfigFile {
  let text: string;
  try {
    // A byte order mark is dropped by the decoder.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bad("is not UTF-8 text", "save it as UTF-8");
  }
  if (text.trim() === "") return bad("is empty", `write {} into it, or ${AFRESH}`);
  if (text.includes("\u0000")) return bad("holds NUL bytes", "save it as UTF-8");
  const json = readJson(text);
  if (!json.ok)
    return bad(`is not JSON: line ${json.line}, column ${json.column}: ${json.reason}`, START_AGAIN);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value)) {
    return bad("must hold an object, { … }", START_AGAIN);
  }
  return { type: "good", text, value: json.value, root: json.root };
}

function bad(says: string, fix: string): ConfigFile {
  return { type: "bad", says, fix };
}
