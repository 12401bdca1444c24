import { WindowsKeyDecoder } from "./windows-keys.js";

/** What listens to a terminal's input on Windows: scan codes are passed on as the sequences of their keys. */
export function windowsInput(pass: (bytes: Buffer) => void): (bytes: Buffer) => void {
  const decoder = new WindowsKeyDecoder();
  let late: NodeJS.Timeout | undefined;
  return (bytes) => {
    clearTimeout(late);
    const decoded = decoder.decode(bytes);
    if (decoded.length > 0) pass(decoded);
    if (decoder.isWaiting) late = setTimeout(() => pass(decoder.flush()), PREFIX_MS).unref();
  };
}

/** A scan code follows its prefix at once; a person's next key does not follow Ctrl+Space as fast. */
const PREFIX_MS = 20;
