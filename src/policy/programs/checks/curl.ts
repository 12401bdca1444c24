/**
 * Whether a format of curl's --write-out only prints. `@file` is read, and from curl 8.3 on `%output{file}` is written.
 * A format that is not understood is not harmless.
 */
export function isHarmlessWriteOut(format: string): boolean {
  return !format.startsWith("@") && WRITE_OUT.test(format);
}

/** Text; `%%`; a variable; a header of the answer; a moment. A percent sign stands for itself before a blank or at the end. */
const WRITE_OUT = /^(?:[^%]|%%|%\{[a-z\d_.:]+\}|%header\{[\w:-]+\}|%time\{[^%{}]*\}|%(?=\s|$))*$/;

/**
 * Whether a field of curl's --form, of its --data-urlencode or of httpie sends only what it spells. A file is named behind
 * an `@` or a `<`, and not only at the start: `a=x;headers=<file`, `a@file`.
 */
export function isHarmlessForm(field: string): boolean {
  return !/[@<]/.test(field);
}
