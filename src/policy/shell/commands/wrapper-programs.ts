import { unwrapFind } from "./find-commands.js";
import type { Assignment, Word } from "../command-part.js";
import { NOTHING, unclear, withMark, type Unwrapped } from "./unwrapped.js";
import { OPAQUE } from "../words/variables.js";
import { takeOptions, valuesOf, type OptionTable, type Options } from "./wrapper-options.js";

/** What the program runs; undefined where it is no wrapper, or runs nothing but itself. `name` without its folder. */
export function unwrap(name: string, words: readonly Word[]): Unwrapped | undefined {
  if (name === "find") return unwrapFind(words);
  const wrapper = WRAPPERS.get(name);
  if (wrapper === undefined) return undefined;
  const options = takeOptions(name, words.slice(1), wrapper.options);
  return options.ok ? wrapper.read(options, words) : unclear(options.why);
}

/** Whether the program runs another one that its words name. */
export function isWrapper(name: string): boolean {
  return WRAPPERS.has(name);
}

type TakenOptions = Extract<Options, { ok: true }>;
type Read = (options: TakenOptions, words: readonly Word[]) => Unwrapped | undefined;
interface Wrapper {
  readonly options: OptionTable;
  readonly read: Read;
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const NAME = /^[A-Za-z_]\w*(?==)/;

/** Runs the words behind its options. */
const plain: Read = ({ rest }) =>
  rest.length === 0 ? undefined : { ...NOTHING, runs: [{ words: rest, byShell: false, takesMore: false }] };

/** The same behind one word of its own, which must look like this: some releases do without it. */
function behindOne(pattern: RegExp): Read {
  return (options, words) => {
    const [own, ...rest] = options.rest;
    if (own === undefined || (rest.length === 0 && pattern.test(own.text ?? ""))) return undefined;
    if (!pattern.test(own.text ?? "")) return unclear("runs a program that is not known");
    return plain({ ...options, rest }, words);
  };
}

/** Only where one of these options is given does the program do something else than run the words. */
function unless(letters: readonly string[], read: Read): Read {
  return (options, words) => (valuesOf(options, ...letters).length > 0 ? undefined : read(options, words));
}

const readEnv: Read = (options) => {
  // A lone dash stands for -i.
  const isLone = options.rest[0]?.text === "-";
  const rest = isLone ? options.rest.slice(1) : options.rest;
  const unset = valuesOf(options, "u", "unset").map((word) => word?.text ?? "");
  if (!unset.every((name) => IDENTIFIER.test(name)))
    return unclear("takes away a variable that is not known");
  // An empty environment: the home folder is what a shell is most likely to miss.
  if (isLone || valuesOf(options, "i", "ignore-environment").length > 0) unset.push("HOME");
  const assignments: Assignment[] = unset.map((name) => ({ name, value: OPAQUE }));
  let at = 0;
  for (let word = rest[at]; word !== undefined; word = rest[(at += 1)]) {
    const [name] = NAME.exec(word.start) ?? [];
    if (word.text === undefined && (name === undefined || word.count !== "one"))
      return unclear("runs a program that is not known");
    if (name === undefined) {
      // env takes any word with `=` in it for a variable.
      if (word.start.includes("=")) return unclear("sets a variable that is not known");
      break;
    }
    assignments.push({ name, value: behind(word, name.length + 1) });
  }
  const words = rest.slice(at);
  const directory = valuesOf(options, "C", "chdir").at(-1);
  if (words.length === 0) return undefined;
  return {
    ...NOTHING,
    assignments,
    runs: [{ words, byShell: false, takesMore: false, ...(directory && { directory }) }],
  };
};

/** The word without its first characters, which are known. */
function behind(word: Word, length: number): Word {
  const { text, start, values } = word;
  return {
    text: text?.slice(length),
    start: start.slice(length),
    count: "one",
    ...(values && { values: values.map((value) => value.slice(length)) }),
  };
}

const readXargs: Read = (options, itself) => {
  const files = valuesOf(options, "a", "arg-file").flatMap((word) => word ?? []);
  const redirects = files.map((target) => ({ writes: false, target }));
  if (options.rest.length === 0) return { ...NOTHING, itself, redirects };
  const marks = valuesOf(options, "I", "i", "J", "replace").map((word) =>
    word === undefined ? "{}" : word.text,
  );
  if (marks.some((mark) => mark === undefined || mark === ""))
    return unclear("runs xargs in a way that is not known");
  let words = options.rest;
  for (const mark of marks) words = words.map((word) => withMark(word, mark ?? "{}"));
  if (words[0]?.text === undefined) return unclear("runs a program that comes from its input");
  return { ...NOTHING, redirects, runs: [{ words, byShell: false, takesMore: true }] };
};

const readFlock: Read = ({ rest }) => {
  const [file, command, ...more] = rest;
  if (file === undefined || command === undefined) return undefined;
  if (file.count !== "one") return unclear("runs a program that is not known");
  const redirects = [{ writes: true, target: file }];
  const isText = command.text === "-c" || command.text === "--command";
  if (
    command.text === undefined ||
    (command.text.startsWith("-") && !isText) ||
    (isText && more.length !== 1)
  )
    return unclear("runs flock in a way that is not known");
  const words = isText ? more : [command, ...more];
  return { ...NOTHING, redirects, runs: [{ words, byShell: isText, takesMore: false }] };
};

const readWatch: Read = (options) => {
  const { rest } = options;
  const byShell = valuesOf(options, "x", "exec").length === 0;
  return rest.length === 0 ? undefined : { ...NOTHING, runs: [{ words: rest, byShell, takesMore: false }] };
};

/** GNU parallel makes a shell script of its words and puts its input into the marks; only plain words are followed. */
const readParallel: Read = ({ rest }) => {
  const end = rest.findIndex((word) => /^:::?:?\+?$/.test(word.text ?? ""));
  const words = end === -1 ? rest : rest.slice(0, end);
  if (
    !words.every(({ text }) => /^(?:[\w@%+=:,./-]|\{[.#%/]*\})*$/.test(text ?? "$")) ||
    words[0]?.text?.includes("{") !== false
  )
    return unclear("runs parallel in a way that is not known");
  return {
    ...NOTHING,
    runs: [{ words: words.map((word) => withMark(word, "{")), byShell: false, takesMore: true }],
  };
};

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    "env",
    {
      options: {
        flags: "i0v",
        values: "uC",
        longFlags: ["ignore-environment", "null", "debug", "list-signal-handling"],
        longValues: ["unset", "chdir"],
        longGlued: ["block-signal", "default-signal", "ignore-signal"],
      },
      read: readEnv,
    },
  ],
  [
    "timeout",
    {
      options: {
        flags: "fpv",
        values: "ks",
        longFlags: ["foreground", "preserve-status", "verbose"],
        longValues: ["kill-after", "signal"],
      },
      read: behindOne(/^\d+(?:\.\d+)?[smhd]?$/),
    },
  ],
  ["nice", { options: { values: "n", longValues: ["adjustment"], numbers: true }, read: plain }],
  ["nohup", { options: {}, read: plain }],
  ["setsid", { options: { flags: "cfw", longFlags: ["ctty", "fork", "wait"] }, read: plain }],
  ["stdbuf", { options: { values: "ioe", longValues: ["input", "output", "error"] }, read: plain }],
  // -o writes a file, and is not followed.
  [
    "time",
    {
      options: {
        flags: "pvql",
        values: "f",
        longFlags: ["portability", "verbose", "quiet"],
        longValues: ["format"],
      },
      read: plain,
    },
  ],
  [
    "ionice",
    {
      options: { flags: "t", values: "cn", longFlags: ["ignore"], longValues: ["class", "classdata"] },
      read: plain,
    },
  ],
  [
    "chrt",
    {
      options: { flags: "bfiorRv", longFlags: ["batch", "fifo", "idle", "other", "rr"] },
      read: behindOne(/^\d+$/),
    },
  ],
  [
    "taskset",
    {
      options: { flags: "c", longFlags: ["cpu-list"] },
      read: behindOne(/^(?:0x)?[\da-fA-F]+(?:[-,:][\da-fA-F]+)*$/),
    },
  ],
  ["caffeinate", { options: { flags: "dimsu", values: "tw" }, read: plain }],
  ["unbuffer", { options: { flags: "p" }, read: plain }],
  ["chronic", { options: { flags: "ve" }, read: plain }],
  ["command", { options: { flags: "pvV" }, read: unless(["v", "V"], plain) }],
  ["builtin", { options: {}, read: plain }],
  ["exec", { options: { flags: "cl", values: "a" }, read: plain }],
  [
    "watch",
    {
      options: {
        flags: "btegcxpwr",
        values: "nq",
        glued: "d",
        longFlags: [
          "beep",
          "no-title",
          "errexit",
          "chgexit",
          "color",
          "exec",
          "precise",
          "no-wrap",
          "no-rerun",
        ],
        longValues: ["interval", "equexit"],
        longGlued: ["differences"],
      },
      read: readWatch,
    },
  ],
  [
    "xargs",
    {
      options: {
        flags: "0rtpxo",
        values: "nPLsdEaIJRS",
        glued: "iel",
        longFlags: ["null", "no-run-if-empty", "verbose", "interactive", "exit", "open-tty"],
        longValues: ["max-args", "max-procs", "max-chars", "delimiter", "arg-file"],
        longGlued: ["replace", "eof", "max-lines"],
      },
      read: readXargs,
    },
  ],
  [
    "flock",
    {
      options: {
        flags: "sxeunoF",
        values: "wE",
        longFlags: ["shared", "exclusive", "unlock", "nonblock", "nb", "close", "no-fork", "verbose"],
        longValues: ["timeout", "wait", "conflict-exit-code"],
      },
      read: readFlock,
    },
  ],
  [
    "parallel",
    {
      options: {
        flags: "k0tv",
        values: "jnN",
        longFlags: ["keep-order", "null", "bar", "dry-run", "verbose", "will-cite", "line-buffer"],
        longValues: ["jobs", "halt", "timeout", "max-args"],
      },
      read: readParallel,
    },
  ],
]);
