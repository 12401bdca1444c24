import type { Screen } from "../claude/screen/screen.js";
import { EmulatedScreen } from "../terminal/emulator/emulated-screen.js";

/** The rows of a terminal as its program reports them, with colours as escape sequences. They have no cursor. */
export async function drawnScreen(
  text: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Promise<Screen> {
  const emulated = new EmulatedScreen({ columns, rows });
  try {
    // One more than there are would push the first out.
    const lines = text.split(/\r?\n/).slice(0, rows);
    await emulated.write(new TextEncoder().encode(lines.join("\r\n")));
    return { ...emulated.read(), cursor: undefined };
  } finally {
    emulated.dispose();
  }
}
