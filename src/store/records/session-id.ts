import { randomInt } from "node:crypto";

// No vowels, so that no word comes out; nothing that is misread (0 o, 1 l i) or missed with shift.
const LETTERS = "bcdfghjkmnpqrstvwxyz";
const SIGNS = `${LETTERS}23456789`;
const LENGTH = 5;
const ID = new RegExp(`^[${LETTERS}][${SIGNS}]{3,5}$`);

/** A new id, to be typed by people: five signs, the first one a letter, none of `taken`. */
export function newSessionId(taken: ReadonlySet<string>): string {
  for (;;) {
    const rest = Array.from({ length: LENGTH - 1 }, () => oneOf(SIGNS));
    const id = [oneOf(LETTERS), ...rest].join("");
    if (!taken.has(id)) return id;
  }
}

/** Whether the text can be an id; ids become file names, so this is also what keeps a path out of them. */
export function isSessionId(text: string): boolean {
  return ID.test(text);
}

function oneOf(signs: string): string {
  return signs.charAt(randomInt(signs.length));
}
