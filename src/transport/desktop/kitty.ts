import type { Screen } from "../../claude/screen/screen.js";
import { asNumber, asObject, parseJson } from "../../claude/json.js";
import { EmulatedScreen } from "../../terminal/emulator/emulated-screen.js";
import { readProcess } from "../../host/process-table.js";
import type { ExternalSession } from "../terminal-locator.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { runCommand, type CommandResult, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind } from "../transport.js";

export interface KittyTransportOptions {
  readonly run?: RunCommand;
}

/** The kitty terminal's remote control, where the user has switched it on (`allow_remote_control`, `listen_on`). */
export function kittyTransport({ run = runCommand }: KittyTransportOptions = {}): TransportKind {
  return {
    name: "kitty",
    open: async (session): Promise<OpenResult> => {
      const { KITTY_LISTEN_ON: address, KITTY_WINDOW_ID: id } = session.reach.env;
      if (address === undefined && id === undefined) return { refused: "is not running inside kitty" };
      if (address === undefined) {
        return { refused: "cannot be reached: kitty's remote control is off (listen_on in kitty.conf)" };
      }
      if (!LOCAL.test(address)) return { refused: `cannot be reached: kitty listens at ${address}` };
      const away = await whyNotForeground(session);
      if (away !== undefined) return { refused: away };
      const kitty = new Kitty(address, session, run);
      const window = await kitty.find();
      if (typeof window === "string") return { refused: window };
      return {
        name: "kitty",
        screen: () => kitty.look(),
        isSameProcess: () => isForeground(session),
        send: (keys) => kitty.send(keys),
        release: () => Promise.resolve(),
      };
    },
  };
}

/** What kitty calls a window is one terminal, of which a tab can show several. */
interface KittyWindow {
  readonly id: number;
  /** The program that kitty started in it. */
  readonly pid: number;
  readonly columns: number;
  readonly rows: number;
}

/** One kitty, as far as it concerns one session. */
class Kitty {
  readonly #address: string;
  readonly #session: ExternalSession;
  readonly #run: RunCommand;

  constructor(address: string, session: ExternalSession, run: RunCommand) {
    this.#address = address;
    this.#session = session;
    this.#run = run;
  }

  /** The session's window, by its terminal device: each window has its own. Else the reason why there is none. */
  async find(): Promise<KittyWindow | string> {
    const listed = await this.#remote(["ls"]);
    if (!listed.ok) return `cannot be reached: ${listed.says}`;
    const { process } = this.#session.reach;
    const tty = process === undefined ? undefined : (await readProcess(process.pid))?.tty;
    if (tty === undefined) return "finds that it has no terminal";
    for (const window of windowsIn(listed.stdout)) {
      if ((await readProcess(window.pid))?.tty === tty) return window;
    }
    return `is in none of the windows of the kitty at ${this.#address}`;
  }

  async look(): Promise<Screen> {
    const window = await this.#found();
    const match = ["--match", `id:${window.id}`];
    const text = await this.#remote(["get-text", ...match, "--extent", "screen", "--ansi", "--add-cursor"]);
    if (!text.ok) throw new Error(`kitty did not show its window: ${text.says}`);
    return drawn(text.stdout, window);
  }

  async send(keys: string): Promise<void> {
    // 0.26 reports nothing where the window is gone.
    const window = await this.#found();
    // From standard input it takes bytes as they are; in an argument it would read `\x41` as a letter.
    const sent = await this.#remote(["send-text", "--match", `id:${window.id}`, "--stdin"], keys);
    if (!sent.ok) throw new Error(`kitty did not take the keys: ${sent.says}`);
  }

  async #found(): Promise<KittyWindow> {
    const window = await this.find();
    if (typeof window === "string") throw new Error(`the session ${window}`);
    return window;
  }

  /** 0.26 has no `kitten` yet. */
  async #remote(command: readonly string[], input = ""): Promise<CommandResult> {
    const args = ["@", "--to", this.#address, ...command];
    const answer = await this.#run("kitten", args, { input });
    if (answer.ok || answer.says !== "kitten was not found") return answer;
    return this.#run("kitty", args, { input });
  }
}

/** Whoever can be asked over a network could be anybody. */
const LOCAL = /^(unix:.+|tcp:(localhost|127\.0\.0\.1|\[::1\]):\d+)$/;

/** What `ls` tells, as far as it makes sense. */
function windowsIn(json: string): KittyWindow[] {
  return list(parseJson(json))
    .flatMap((osWindow) => list(asObject(osWindow)?.["tabs"]))
    .flatMap((tab) => list(asObject(tab)?.["windows"]))
    .flatMap((value) => {
      const window = asObject(value);
      const [id, pid] = [asNumber(window?.["id"]), asNumber(window?.["pid"])];
      const [columns, rows] = [asNumber(window?.["columns"]), asNumber(window?.["lines"])];
      if (id === undefined || pid === undefined || columns === undefined || rows === undefined) return [];
      return columns > 0 && rows > 0 ? [{ id, pid, columns, rows }] : [];
    });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Colours and the cursor's place come as escape sequences; rows that go on in the next have no line break. */
async function drawn(text: string, { columns, rows }: KittyWindow): Promise<Screen> {
  const emulated = new EmulatedScreen({ columns, rows });
  try {
    // The line break at the very end is no part of the screen, and would push its first row out.
    const bytes = text.replace(/\n$/, "").replaceAll("\n", "\r\n");
    await emulated.write(new TextEncoder().encode(bytes));
    return emulated.read();
  } finally {
    emulated.dispose();
  }
}
