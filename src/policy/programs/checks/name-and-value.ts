/**
 * Whether a text sets a variable of a container by `NAME=value`. A name alone would hand on the value that the variable has here,
 * which may be a secret. It is enough to know how the text begins.
 */
export function isHarmlessPair(text: string): boolean {
  return /^[A-Za-z_][\w.-]*=/.test(text);
}
