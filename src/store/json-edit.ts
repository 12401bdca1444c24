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
  return splice(text, member.value, print(nest(rest, value), lead(text, member.start), styleOf(text)));
}

/** The text with one more item at the end of the array that readJson found in it. */
export function appendItem(text: string, array: JsonNode, value: unknown): string {
  return append(text, array, array.items ?? [], (lead, style) => print(value, lead, style));
}

/** The text without that item of the array that readJson found in it. */
export function removeItem(text: string, array: JsonNode, index: number): string {
  return removeSpan(text, array, array.items ?? [], index);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Style {
  readonly indent: string;
  readonly newline: string;
}

function insert(text: string, object: JsonNode, key: string, value: unknown): string {
  return append(
    text,
    object,
    spansOf(object),
    (lead, style) => `${JSON.stringify(key)}: ${print(value, lead, style)}`,
  );
}

function append(
  text: string,
  container: Span,
  held: readonly Span[],
  write: (lead: string, style: Style) => string,
): string {
  const style = styleOf(text);
  const last = held.at(-1);
  if (last === undefined) {
    const outer = lead(text, container.start);
    const inner = outer + style.indent;
    const [opening, closing] = [text[container.start], text[container.end - 1]];
    const line = style.newline;
    return splice(
      text,
      container,
      `${opening}${line}${inner}${write(inner, style)}${line}${outer}${closing}`,
    );
  }
  // The white space in front of the last one is the house style of this object or array.
  const gap = /\s*$/.exec(text.slice(container.start + 1, last.start))?.[0] ?? "";
  const isOneLine = !text.slice(container.start, container.end).includes("\n");
  const written = write(lead(text, last.start), isOneLine ? ONE_LINE : style);
  return splice(text, { start: last.end, end: last.end }, `,${gap}${written}`);
}

function remove(text: string, object: JsonNode, member: JsonMember): string {
  return removeSpan(text, object, spansOf(object), (object.members ?? []).indexOf(member));
}

function removeSpan(text: string, container: Span, held: readonly Span[], index: number): string {
  const [gone, before, after] = [held[index], held[index - 1], held[index + 1]];
  if (gone === undefined) return text;
  if (before) return splice(text, { start: before.end, end: gone.end }, "");
  if (after) return splice(text, { start: gone.start, end: after.start }, "");
  return splice(text, { start: container.start + 1, end: container.end - 1 }, "");
}

function spansOf(object: JsonNode): Span[] {
  return (object.members ?? []).map(({ start, value }) => ({ start, end: value.end }));
}

function print(value: unknown, outer: string, { indent, newline }: Style): string {
  return JSON.stringify(value, undefined, indent).replaceAll("\n", newline + outer);
}

const ONE_LINE: Style = { indent: "", newline: "" };

function styleOf(text: string): Style {
  return {
    indent: /\n([ \t]+)"/.exec(text)?.[1] ?? "  ",
    newline: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function splice(text: string, span: Span, added: string): string {
  return text.slice(0, span.start) + added + text.slice(span.end);
}

/** The white space that the line of this position begins with. */
function lead(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
