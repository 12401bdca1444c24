import type { Screen } from "../../claude/screen/screen.js";
import { drawnScreen } from "../drawn-screen.js";
import type { ExternalSession } from "../terminal-locator.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind } from "../transport.js";

/** The pane that a session runs in, asked of its own tmux server (tmux 3.0 and later). */
export function tmuxTransport({ run = runCommand }: { readonly run?: RunCommand } = {}): TransportKind {
  return {
    name: "tmux",
    open: async (session): Promise<OpenResult> => {
      const address = addressOf(session);
      if (address === undefined) return { refused: "is not running inside tmux" };
      const notForeground = await whyNotForeground(session);
      if (notForeground !== undefined) return { refused: notForeground };
      const pane = new Pane(address, run);
      const refused = await pane.whyNot(session);
      if (refused !== undefined) return { refused };
      return {
        name: "tmux",
        screen: () => pane.see(),
        isSameProcess: async () =>
          (await pane.whyNot(session)) === undefined && (await isForeground(session)),
        send: (keys) => pane.send(keys),
        release: () => Promise.resolve(),
      };
    },
  };
}

/** Where a pane is: its id stays the same when it is moved to another window or session. */
interface PaneAddress {
  readonly socket: string;
  readonly serverPid: string;
  readonly pane: string;
}

/** TMUX is `socket,pid of the server,session`. */
function addressOf({ reach: { env } }: ExternalSession): PaneAddress | undefined {
  const [, socket, serverPid] = /^(\/.+),(\d+),\d*$/.exec(env.TMUX ?? "") ?? [];
  const pane = /^%\d+$/.exec(env.TMUX_PANE ?? "")?.[0];
  return socket && serverPid && pane ? { socket, serverPid, pane } : undefined;
}

class Pane {
  readonly #address: PaneAddress;
  readonly #run: RunCommand;

  constructor(address: PaneAddress, run: RunCommand) {
    this.#address = address;
    this.#run = run;
  }

  /** Why it is not the pane of that session, or takes no keys; undefined where all is well. */
  async whyNot({ reach }: ExternalSession): Promise<string | undefined> {
    const { pane, serverPid, socket } = this.#address;
    const told = await this.#tmux(this.#ask(FACTS));
    if (!told.ok) return `cannot ask its server: ${told.says}`;
    const [pid, id, tty, isDead, isOff, isSynchronized, version] = told.stdout.trimEnd().split("\t");
    if (pid !== serverPid) return `finds another server at ${socket}: the session's own has ended`;
    // A pane that is not there leaves the fields empty.
    if (id !== pane) return `finds no pane ${pane} any more`;
    if (reach.tty !== undefined && tty !== reach.tty) {
      return `finds another terminal in its pane (${tty} instead of ${reach.tty})`;
    }
    if (isDead === "1") return `finds that the program in its pane ${pane} has ended`;
    if (isOff === "1") return `finds the keyboard of its pane ${pane} switched off`;
    // What is typed into one of them goes to all.
    if (isSynchronized === "1") return `finds its pane ${pane} synchronized with others`;
    if (Number(/(\d+)\./.exec(version ?? "")?.[1] ?? 3) < 3) return `needs tmux 3.0, and this is ${version}`;
    return undefined;
  }

  async see(): Promise<Screen> {
    // In one command, so that nothing is drawn between the two.
    const told = await this.#tmux([
      ...this.#ask("#{cursor_x}\t#{cursor_y}\t#{pane_width}\t#{pane_height}"),
      ";",
      "capture-pane",
      "-p",
      "-e",
      "-t",
      this.#address.pane,
    ]);
    if (!told.ok) throw new Error(`tmux does not show the pane: ${told.says}`);
    const end = told.stdout.indexOf("\n");
    const [column = NaN, row = NaN, columns = NaN, rows = NaN] = told.stdout
      .slice(0, end)
      .split("\t")
      .map(Number);
    if (!(columns > 0 && rows > 0)) throw new Error(`tmux has no pane ${this.#address.pane}`);
    const shown = told.stdout.slice(end + 1).replace(/\n$/, "");
    const screen = await drawnScreen(shown, { columns, rows });
    return { ...screen, cursor: { row, column: Math.min(column, columns - 1) } };
  }

  async send(keys: string): Promise<void> {
    // Copy mode, or a menu over the pane, would take the keys. It is left just then and not before: a person who
    // scrolled up and went away is still where they were if nothing comes to be typed.
    const mode = await this.#tmux(this.#ask("#{pane_in_mode}"));
    const isInMode = mode.ok && Number(mode.stdout) > 0;
    if (isInMode) await this.#order(["copy-mode", "-q", "-t", this.#address.pane]);
    for (const command of tmuxKeys(keys, this.#address.pane)) await this.#order(command);
  }

  async #order(command: readonly string[]): Promise<void> {
    const done = await this.#tmux(command);
    if (!done.ok) throw new Error(`tmux did not take the keys: ${done.says}`);
  }

  #ask(format: string): readonly string[] {
    return ["display-message", "-p", "-t", this.#address.pane, format];
  }

  #tmux(command: readonly string[]): ReturnType<RunCommand> {
    // Without -u it would replace what is not ASCII where the daemon's own environment names no UTF-8 locale.
    return this.#run("tmux", ["-u", "-S", this.#address.socket, ...command]);
  }
}

const FACTS = [
  "#{pid}",
  "#{pane_id}",
  "#{pane_tty}",
  "#{pane_dead}",
  "#{pane_input_off}",
  "#{pane_synchronized}",
  "#{version}",
].join("\t");

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
