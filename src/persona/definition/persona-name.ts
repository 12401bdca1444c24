/**
 * Whether the text can name a persona. A name becomes a folder, a key and a word of a command line: letters, digits,
 * `-` and `_` only, so that it can be no path and no option.
 */
export function isPersonaName(text: string): boolean {
  return NAME.test(text) && !DEVICES.test(text);
}

/** For messages: how a name is written. */
export const NAME_FORM = "letters, digits, - and _, at most 64, with a letter or digit first";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Windows keeps these for devices, in every folder; a project's personas are shared between systems. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
