/** A piece of a command, with what it may do. Paths are as in `/home/ada/app`. */
export interface Draft {
  readonly text: string;
  /** Programs that it names, and those that their descriptions say they start; `*` any but a canary. */
  readonly runs: ReadonlySet<string>;
  /** Where it may write. */
  readonly writes: ReadonlySet<string>;
  /** Credentials that its programs read by design: ssh its keys. */
  readonly reads: ReadonlySet<string>;
  /** The programs, for counting. */
  readonly programs: ReadonlySet<string>;
  /** It puts back files as a repository has them, which no Edit rule looks at. */
  readonly restores?: true;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Text of the shell itself: runs nothing, writes nothing. */
export function plain(text: string): Draft {
  return { text, runs: NOTHING, writes: NOTHING, reads: NOTHING, programs: NOTHING };
}

/** The text with `{0}`, `{1}` … replaced by the drafts'; it may do what they may. */
export function joined(form: string, ...parts: readonly Draft[]): Draft {
  return merged(
    form.replaceAll(/\{(\d)\}/g, (whole, at: string) => parts[Number(at)]?.text ?? whole),
    parts,
  );
}

/** A text of which the drafts are parts. */
export function merged(text: string, parts: readonly Draft[]): Draft {
  const all = (of: (part: Draft) => ReadonlySet<string>): ReadonlySet<string> =>
    new Set(parts.flatMap((part) => [...of(part)]));
  return {
    text,
    runs: all((part) => part.runs),
    writes: all((part) => part.writes),
    reads: all((part) => part.reads),
    programs: all((part) => part.programs),
    ...(parts.some(({ restores }) => restores === true) ? { restores: true } : {}),
  };
}

export function allowing(
  draft: Draft,
  more: Partial<Record<"runs" | "writes" | "reads", readonly string[]>>,
): Draft {
  return {
    ...draft,
    runs: new Set([...draft.runs, ...(more.runs ?? [])]),
    writes: new Set([...draft.writes, ...(more.writes ?? [])]),
    reads: new Set([...draft.reads, ...(more.reads ?? [])]),
  };
}
