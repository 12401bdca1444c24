import type { JsonMember, JsonNode } from "./json-text.js";

/**
 * The text with the member at `path` set, or taken out where `value` is undefined; every other character stays
 * as the user wrote it. `root` must be the object that readJson found in `text`.
 */
export function editJson(text: string, root: JsonNode, path: readonly string[], value: unknown): string {
  const [key = "", ...rest] = path;
  // JSON.parse takes the last of two equal keys, so that is the one with an effect.
  const member = root.members?.findLast((candidate) => candidate.key === key);
  if (member === undefined) return value === undefined ? text : insert(text, root, key, nest(rest, value));
  if (rest.length > 0 && member.value.members) return editJson(text, member.value, rest, value);
  if (value === undefined) return rest.length > 0 ? text : remove(text, root, member);
  return splice(text, member.value, print(text, nest(rest, value), lead(text, member.start)));
}

function insert(text: string, object: JsonNode, key: string, value: unknown): string {
  const last = object.members?.at(-1);
  if (last === undefined) {
    const outer = lead(text, object.start);
    const inner = outer + indentOf(text);
    const line = newline(text);
    return splice(text, object, `{${line}${inner}${entry(text, key, value, inner)}${line}${outer}}`);
  }
  // The white space in front of the last member is the house style of this object.
  const gap = /\s*$/.exec(text.slice(object.start + 1, last.start))?.[0] ?? "";
  const added = `,${gap}${entry(text, key, value, lead(text, last.start))}`;
  return splice(text, { start: last.value.end, end: last.value.end }, added);
}

function remove(text: string, object: JsonNode, member: JsonMember): string {
  const members = object.members ?? [];
  const index = members.indexOf(member);
  const before = members[index - 1];
  const after = members[index + 1];
  if (before) return splice(text, { start: before.value.end, end: member.value.end }, "");
  if (after) return splice(text, { start: member.start, end: after.start }, "");
  return splice(text, object, "{}");
}

function entry(text: string, key: string, value: unknown, outer: string): string {
  return `${JSON.stringify(key)}: ${print(text, value, outer)}`;
}

function print(text: string, value: unknown, outer: string): string {
  return JSON.stringify(value, undefined, indentOf(text)).replaceAll("\n", newline(text) + outer);
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function splice(text: string, span: { start: number; end: number }, added: string): string {
  return text.slice(0, span.start) + added + text.slice(span.end);
}

/** The white space that the line of this position begins with. */
function lead(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
}

function newline(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
