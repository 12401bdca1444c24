/**
 * Texts on which this pattern would run away, if it can: for each repetition, what leads up to it, then what it
 * repeats, many times over, then something that makes the match fail, so that every way to split the repeats
 * is tried. `source` must be a pattern that RegExp accepts (without the u and v flags).
 */
export function attacksOn(source: string): string[] {
  const root = parse(source);
  const characters = new Set<string>();
  collectCharacters(root, characters);
  const ending = `\n\u0000${[...characters].join("")}`;
  const attacks = new Set<string>();
  visitRepeats(root, "", (prefix, body) => {
    const words = samples(body).filter((word) => word !== "");
    // Two alternatives may only be ambiguous in a row: (a|bcd|ab|cd)* on "abcd".
    const pairs = words.flatMap((a) => words.map((b) => a + b));
    for (const pump of new Set([...words, ...characters, ...pairs].slice(0, MOST_PUMPS))) {
      const times = Math.ceil(ATTACK_LENGTH / pump.length);
      attacks.add(prefix + pump.repeat(times) + ending);
    }
  });
  return [...attacks].slice(0, MOST_ATTACKS);
}

// A line of a very wide terminal. Longer texts would also refuse what is merely slow, such as ".*limit.*resets".
const ATTACK_LENGTH = 500;
const MOST_PUMPS = 24;
const MOST_ATTACKS = 96;
const MOST_SAMPLES = 6;

type Node =
  /** One character; the samples are members of its set, `outside` is what the set leaves out. */
  | { readonly type: "character"; readonly samples: readonly string[]; readonly outside: string }
  | { readonly type: "sequence"; readonly parts: readonly Node[] }
  | { readonly type: "choice"; readonly options: readonly Node[] }
  | { readonly type: "repeat"; readonly body: Node; readonly min: number; readonly max: number }
  /** Takes no characters itself: an anchor, a back reference, a look-around with its body. */
  | { readonly type: "nothing"; readonly body: Node | undefined };

/** A few texts that the node matches, one per way through its choices. */
function samples(node: Node): string[] {
  switch (node.type) {
    case "character":
      return node.samples.slice(0, MOST_SAMPLES);
    case "choice":
      return node.options.flatMap(samples).slice(0, MOST_SAMPLES);
    case "sequence":
      return node.parts.reduce<string[]>(
        (heads, part) => {
          const tails = samples(part);
          return heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, MOST_SAMPLES);
        },
        [""],
      );
    case "repeat":
      return samples(node.body).map((text) => text.repeat(Math.min(Math.max(node.min, 1), 50)));
    case "nothing":
      return [""];
  }
}

function visitRepeats(node: Node, prefix: string, visit: (prefix: string, body: Node) => void): void {
  switch (node.type) {
    case "sequence":
      node.parts.reduce((before, part) => {
        visitRepeats(part, before, visit);
        return before + (samples(part)[0] ?? "");
      }, prefix);
      break;
    case "choice":
      for (const option of node.options) visitRepeats(option, prefix, visit);
      break;
    case "repeat":
      if (node.max > 1) visit(prefix, node.body);
      visitRepeats(node.body, prefix, visit);
      break;
    case "nothing":
      if (node.body) visitRepeats(node.body, prefix, visit);
      break;
    case "character":
      break;
  }
}

function collectCharacters(node: Node, into: Set<string>): void {
  if (node.type === "character")
    for (const text of [...node.samples, ...node.outside.split("")]) into.add(text);
  else if (node.type === "sequence") for (const part of node.parts) collectCharacters(part, into);
  else if (node.type === "choice") for (const option of node.options) collectCharacters(option, into);
  else if (node.body) collectCharacters(node.body, into);
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const GROUP = /\((\?(?:<?[=!]|:|<\w+>))?/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|k<\w+>|[1-9]\d*|[^])/y;

function parse(source: string): Node {
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | undefined => {
    token.lastIndex = at;
    const found = token.exec(source) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };

  const choice = (): Node => {
    const options = [sequence()];
    while (source[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 && options[0] ? options[0] : { type: "choice", options };
  };

  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom()));
    return { type: "sequence", parts };
  };

  const repeated = (body: Node): Node => {
    const found = take(QUANTIFIER);
    if (found === undefined) return body;
    const [text, low, range, high] = found;
    if (low === undefined) {
      return {
        type: "repeat",
        body,
        min: text.startsWith("+") ? 1 : 0,
        max: text.startsWith("?") ? 1 : Infinity,
      };
    }
    const max = range === undefined ? Number(low) : high ? Number(high) : Infinity;
    return { type: "repeat", body, min: Number(low), max };
  };

  const atom = (): Node => {
    const group = take(GROUP);
    if (group) {
      const body = choice();
      at += 1;
      return /[=!]$/.test(group[1] ?? "") ? { type: "nothing", body } : body;
    }
    if (source[at] === "[") return set();
    const escape = take(ESCAPE);
    if (escape) return escaped(escape[0]);
    const sign = source[at++] ?? "";
    if (sign === "^" || sign === "$") return { type: "nothing", body: undefined };
    return { type: "character", samples: sign === "." ? ["a", " "] : [sign], outside: "" };
  };

  const set = (): Node => {
    at += 1;
    const negated = source[at] === "^";
    if (negated) at += 1;
    let members = "";
    while (at < source.length && source[at] !== "]") {
      const escape = take(ESCAPE);
      members += escape ? memberOf(escape[0]) : source[at++];
    }
    at += 1;
    // First characters of ranges are enough: where two ranges overlap, one of their first characters is in both.
    if (!negated) return { type: "character", samples: members.split(""), outside: "" };
    const free = ["a", " ", "0", "-", "\u00e9"].filter((candidate) => !members.includes(candidate));
    return { type: "character", samples: free, outside: members };
  };

  return choice();
}

function escaped(text: string): Node {
  if (/^\\(?:[bB]|k<|[1-9])/.test(text)) return { type: "nothing", body: undefined };
  return { type: "character", samples: [memberOf(text)], outside: "" };
}

const CLASSES: Readonly<Record<string, string>> = { d: "0", D: "a", w: "a", W: " ", s: " ", S: "a" };
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  v: "\v",
  b: "\b",
  "0": "\0",
};

/** One character that the escape stands for. */
function memberOf(text: string): string {
  const sign = text[1] ?? "";
  if (/^\\[xu]./.test(text)) return String.fromCharCode(Number.parseInt(text.slice(2), 16));
  if (/^\\c[A-Za-z]/.test(text)) return String.fromCharCode(text.charCodeAt(2) % 32);
  return CLASSES[sign] ?? CONTROLS[sign] ?? sign;
}
