/**
 * The commands that type `keys` into a pane, byte for byte. As hexadecimal numbers: tmux would take the word "Enter"
 * for the key, and a semicolon at the end for the next command. Its manual promises that for ASCII only, so the rest
 * goes as literal text.
 */
export function tmuxKeys(keys: string, pane: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  for (const [run] of keys.matchAll(/[\0-\x7f]{1,500}|[^\0-\x7f]{1,500}/gu)) {
    const isAscii = run.charCodeAt(0) < 0x80;
    const next = isAscii
      ? ["send-keys", "-H", "-t", pane, ...[...Buffer.from(run)].map(hexadecimal)]
      : ["send-keys", "-l", "-t", pane, "--", run];
    const last = commands.at(-1);
    // As many as fit go together, so that they arrive as one.
    if (last && sizeOf(last) + sizeOf(next) <= LARGEST_COMMAND) last.push(";", ...next);
    else commands.push(next);
  }
  return commands;
}

function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function sizeOf(command: readonly string[]): number {
  return command.reduce((size, argument) => size + Buffer.byteLength(argument) + 1, 0);
}

/** tmux 3.3a says "command too long" past 16 KB. */
const LARGEST_COMMAND = 12_000;
