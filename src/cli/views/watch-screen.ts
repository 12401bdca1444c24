import { setTimeout as sleep } from "node:timers/promises";

/**
 * Draws the lines once a second on the other screen, until q or Ctrl+C. The user's own screen, cursor and keyboard
 * are back when this resolves, whatever happened.
 */
export async function watchScreen(lines: () => Promise<readonly string[]>): Promise<void> {
  const { stdin, stdout } = process;
  const { signal: ended, abort } = endings();
  const draw = async (): Promise<void> => {
    const shown = frame(await lines(), stdout.rows);
    if (!ended.aborted) stdout.write(shown);
  };
  const redraw = (): void => void draw();
  const onKeys = (keys: Buffer): void => {
    if (STOP_KEYS.some((key) => keys.includes(key))) abort();
  };
  const leave = (): void => {
    stdin.setRawMode(false);
    stdout.write(LEAVE);
  };

  stdin.setRawMode(true).resume().on("data", onKeys).once("end", abort);
  for (const signal of SIGNALS) process.once(signal, abort);
  stdout.on("resize", redraw);
  // Also where the process ends by an error of its own.
  process.once("exit", leave);
  stdout.write(ENTER);
  try {
    while (!ended.aborted) {
      await draw();
      // Cut short by the end, which is not an error.
      await sleep(1000 - (Date.now() % 1000), undefined, { signal: ended }).catch(() => undefined);
    }
  } finally {
    process.off("exit", leave);
    for (const signal of SIGNALS) process.off(signal, abort);
    stdout.off("resize", redraw);
    stdin.off("data", onKeys).off("end", abort).pause();
    leave();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// Ctrl+C comes as a byte in raw mode.
const STOP_KEYS = ["q", "Q", "\x03", "\x04"];
// The alternate screen, no cursor, no wrapping: a long line must not push the others down.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";

/** One write a frame, over the old one: clearing first would flicker. */
function frame(lines: readonly string[], rows: number): string {
  const room = Math.max(1, rows - 2);
  const shown = lines.length > room ? [...lines.slice(0, room - 1), "…"] : lines;
  return `\x1b[H${[...shown, "", "q ends this"].map((line) => `${line}\x1b[K`).join("\r\n")}\x1b[J`;
}

function endings(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
