const MOST_VALUES = 32;

/** The parameters of a control sequence. */
export class CsiParams {
  /** `?`, `>`, `<`, `=` or nothing. */
  readonly prefix: string;
  /** The character before the final one that is no parameter, as the blank in `CSI 2 SP q`; or nothing. */
  readonly intermediate: string;
  /** A missing one is -1; none at all where the sequence has no parameters. */
  readonly values: readonly number[];

  /** The parameters stand in `bytes` from `from` to `to`. */
  constructor(bytes: Buffer, from: number, to: number) {
    const text = bytes.toString("latin1", from, to);
    const match = /^([<-?]?)([\d;:]*)([ -/]?)/.exec(text.replace(/[^ -?]/g, ""));
    this.prefix = match?.[1] ?? "";
    this.intermediate = match?.[3] ?? "";
    const numbers = match?.[2] ?? "";
    this.values =
      numbers === ""
        ? []
        : numbers.split(/[;:]/, MOST_VALUES).map((digits) => (digits === "" ? -1 : Number(digits)));
  }

  get(index: number, fallback: number): number {
    const value = this.values[index] ?? -1;
    return value < 0 ? fallback : value;
  }
}
