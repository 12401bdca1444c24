/**
 * The folder of this machine that a container gets: the source of `-v` or `--mount`. Undefined for a volume by name, or without
 * one. Where the text is not understood it may be anything, so it counts as the whole disk: `/`.
 */
export function mountSource(text: string): string | undefined {
  const mount = readMount(text);
  if (mount === undefined) return "/";
  return mount.source.includes("/") ? mount.source : undefined;
}

interface Mount {
  /** A path, the name of a volume, or empty where Docker makes up a name. */
  readonly source: string;
}

const MODES = new Set("ro rw z Z cached delegated consistent nocopy".split(" "));
const VOLUME = /^[A-Za-z0-9][\w.-]*$/;

function readMount(text: string): Mount | undefined {
  // A quote, a blank at either end or a backslash could be read in several ways (--mount takes CSV).
  if (!/^[\w@%+=:,./ ~-]+$/.test(text) || text !== text.trim()) return undefined;
  return text.includes("type=") || /^(?:src|source|dst|destination|target)=/.test(text)
    ? readFields(text)
    : readColons(text);
}

/** `source:target:mode` of -v. */
function readColons(text: string): Mount | undefined {
  const [first = "", second, third, ...more] = text.split(":");
  if (more.length > 0) return undefined;
  if (second === undefined) return first.startsWith("/") ? { source: "" } : undefined;
  if (!second.startsWith("/")) return undefined;
  if (third !== undefined && !third.split(",").every((mode) => MODES.has(mode))) return undefined;
  return isSource(first) ? { source: plainSource(first) } : undefined;
}

/** `type=bind,source=…,target=…` of --mount. */
function readFields(text: string): Mount | undefined {
  const fields = new Map<string, string>();
  for (const field of text.split(",")) {
    const [, name = "", value = ""] = /^([a-z]+)(?:=(.*))?$/.exec(field) ?? [];
    const known = FIELDS[name];
    // Of a field that is given twice the last one counts; nobody means that.
    if (known === undefined || fields.has(known)) return undefined;
    fields.set(known, value);
  }
  const source = fields.get("source") ?? "";
  if (!fields.get("target")?.startsWith("/") || !/^(?:true|1|false|0|)$/.test(fields.get("readonly") ?? ""))
    return undefined;
  switch (fields.get("type")) {
    case "tmpfs":
      return source === "" ? { source } : undefined;
    case "volume":
    case undefined:
      return source === "" || VOLUME.test(source) ? { source } : undefined;
    case "bind":
      return source.includes("/") || /^\.\.?$/.test(source) ? { source: plainSource(source) } : undefined;
    default:
      return undefined;
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  type: "type",
  source: "source",
  src: "source",
  target: "target",
  dst: "target",
  destination: "target",
  readonly: "readonly",
  ro: "readonly",
};

function isSource(source: string): boolean {
  return VOLUME.test(source) || /^\.{1,2}$/.test(source) || /^(?:\/|\.{1,2}\/)/.test(source);
}

/** `.` is a path and not the name of a volume. */
function plainSource(source: string): string {
  return /^\.{1,2}$/.test(source) ? `${source}/` : source;
}
