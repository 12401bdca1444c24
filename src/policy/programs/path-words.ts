/**
 * The texts in a word that a program may take for a path: the word itself, an option's value (`--file=x`, `-fx`),
 * what stands behind the `@` of curl or the `:` of scp and git. None in an address of the network.
 */
export function pathTexts(word: string): readonly string[] {
  const local = word.replace(/^file:\/\//i, "");
  if (local === "" || ADDRESS.test(local)) return [];
  const texts = new Set<string>();
  if (!local.startsWith("-")) texts.add(local);
  else for (const value of gluedValues(local)) texts.add(value);
  // Prose and code have these marks by the dozen; there only what follows the first one counts.
  const pieces = /\s/.test(local) ? firstRests(local) : local.split(MARKS);
  if (pieces.length > 1) for (const piece of pieces) texts.add(piece);
  const equals = local.indexOf("=");
  if (equals !== -1) texts.add(local.slice(equals + 1));
  return [...texts].filter(isPossible);
}

/** The names of files that stand somewhere in a program's text, as far as they look like names. */
export function pathsInCode(code: string): readonly string[] {
  return [...code.matchAll(/[\w~./@+-]{2,}/g)].map(([text]) => text).filter(isPossible);
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*=)?(?!file:)[a-z][a-z0-9+.-]*:\/\//i;
const MARKS = /[=@:,;]/;

function gluedValues(option: string): readonly string[] {
  if (option.startsWith("--")) return [];
  const path = option.search(/[~./]/);
  return path > 1 ? [option.slice(2), option.slice(path)] : [option.slice(2)];
}

function firstRests(text: string): readonly string[] {
  return ["=", "@", ":"].flatMap((mark) => {
    const at = text.indexOf(mark);
    return at === -1 ? [] : [text.slice(at + 1)];
  });
}

/** The kernel opens no longer names than these. */
function isPossible(text: string): boolean {
  if (text === "" || text === "-" || text.length > 4096 || text.includes("\0")) return false;
  return text.length <= 255 || text.split("/").every((segment) => segment.length <= 255);
}
