import { devNull } from "node:os";

import type { FileTrouble } from "../host/file-trouble.js";
import { readJson, type JsonNode } from "../store/json-text.js";
import { readTextFile } from "../store/text-file.js";

/** What stands in the settings file, or why it cannot be used. */
export type ConfigFile =
  | { readonly type: "missing" }
  | { readonly type: "good"; readonly text: string; readonly value: object; readonly root: JsonNode }
  | ({ readonly type: "bad" } & FileTrouble);

/** Never throws: a file that cannot be read is `bad`. */
export function readConfigFile(file: string): ConfigFile {
  // As with other tools, naming the null device means: no file.
  if (file === devNull) return { type: "missing" };
  const found = readTextFile(file, { mostBytes: LARGEST, tooLargeFix: START_AGAIN });
  return found.type === "text" ? readText(found.text) : found;
}

const LARGEST = 1024 * 1024;
const AFRESH = "start again with: cac config init --force";
const START_AGAIN = `correct it, or ${AFRESH}`;

function readText(text: string): ConfigFile {
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
