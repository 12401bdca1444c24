import { UNSEEN_SIZE, type HostedSession } from "../session/hosted-session.js";

type Sized = Pick<HostedSession, "resize">;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A session has one size. With several people in its terminal it is what all of them can see, as in tmux. */
export class SharedSize {
  readonly #seen = new WeakMap<Sized, Map<object, Size>>();

  /** `person` looks at it in a terminal of this size, or no longer. */
  set(session: Sized, person: object, size: Size | undefined): void {
    const sizes = this.#seen.get(session) ?? new Map<object, Size>();
    this.#seen.set(session, sizes);
    if (size === undefined) sizes.delete(person);
    else sizes.set(person, size);
    const { columns, rows } = smallest([...sizes.values()]);
    session.resize(columns, rows);
  }
}

function smallest(sizes: readonly Size[]): Size {
  if (sizes.length === 0) return UNSEEN_SIZE;
  return {
    columns: Math.min(...sizes.map(({ columns }) => columns)),
    rows: Math.min(...sizes.map(({ rows }) => rows)),
  };
}
