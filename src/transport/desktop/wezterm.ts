import { asNumber, asObject, asString, type JsonObject } from "../../claude/json.js";
import type { Screen } from "../../claude/screen/screen.js";
import { readProcess } from "../../host/process-table.js";
import type { ExternalSession } from "../terminal-locator.js";
import { drawnScreen } from "../drawn-screen.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { jsonOf, objectsIn } from "./objects-in.js";
import { runCommand, type CommandResult, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind } from "../transport.js";

export interface WeztermTransportOptions {
  readonly run?: RunCommand;
}

/** A pane of WezTerm, of its window or its multiplexer, by the terminal device that it tells. */
export function weztermTransport({ run = runCommand }: WeztermTransportOptions = {}): TransportKind {
  return {
    name: "wezterm",
    open: async (session): Promise<OpenResult> => {
      const { WEZTERM_PANE, WEZTERM_UNIX_SOCKET } = session.reach.env;
      if (WEZTERM_PANE === undefined) return { refused: "is not running inside WezTerm" };
      if (WEZTERM_UNIX_SOCKET === undefined)
        return { refused: "cannot be reached: its WezTerm has no socket" };
      const hindrance = await whyNotForeground(session);
      if (hindrance !== undefined) return { refused: hindrance };
      const wezterm = new Wezterm(session, run);
      const pane = await wezterm.find();
      if (typeof pane === "string") return { refused: pane };
      return {
        name: "wezterm",
        screen: () => wezterm.look(),
        isSameProcess: async () => {
          if (!(await isForeground(session))) return false;
          const now = await wezterm.find();
          return typeof now !== "string" && now.id === pane.id;
        },
        send: (keys) => wezterm.send(pane, keys),
        release: () => Promise.resolve(),
      };
    },
  };
}

interface WeztermPane {
  readonly id: number;
  readonly columns: number;
  readonly rows: number;
  readonly cursor: Screen["cursor"];
}

/** One WezTerm, as far as it concerns one session. */
class Wezterm {
  readonly #session: ExternalSession;
  readonly #run: RunCommand;

  constructor(session: ExternalSession, run: RunCommand) {
    this.#session = session;
    this.#run = run;
  }

  /** The session's pane, or the reason why there is none. */
  async find(): Promise<WeztermPane | string> {
    const { process } = this.#session.reach;
    const tty = process === undefined ? undefined : (await readProcess(process.pid))?.tty;
    if (tty === undefined) return "has no terminal of its own";
    const listed = await this.#cli(["list", "--format", "json"]);
    if (!listed.ok) return `cannot be reached: ${listed.says}`;
    const panes = objectsIn(jsonOf(listed));
    if (panes.length > 0 && panes.every((pane) => asString(pane["tty_name"]) === undefined)) {
      return "cannot be told from others: this WezTerm does not name its panes' terminals";
    }
    const pane = panes.find((each) => each["tty_name"] === tty);
    return (pane && paneOf(pane)) ?? "is in none of the panes of its WezTerm";
  }

  async look(): Promise<Screen> {
    const pane = await this.find();
    if (typeof pane === "string") throw new Error(`the session ${pane}`);
    const text = await this.#cli(["get-text", "--escapes", "--pane-id", String(pane.id)]);
    if (!text.ok) throw new Error(`WezTerm did not show its pane: ${text.says}`);
    return { ...(await drawnScreen(text.stdout, pane)), cursor: pane.cursor };
  }

  async send({ id }: WeztermPane, keys: string): Promise<void> {
    // From standard input: there no text can be taken for an option.
    const sent = await this.#cli(["send-text", "--no-paste", "--pane-id", String(id)], keys);
    if (!sent.ok) throw new Error(`WezTerm did not take the keys: ${sent.says}`);
  }

  #cli(words: readonly string[], input = ""): Promise<CommandResult> {
    const { WEZTERM_UNIX_SOCKET, XDG_RUNTIME_DIR } = this.#session.reach.env;
    const env = { WEZTERM_UNIX_SOCKET, XDG_RUNTIME_DIR };
    // It would start a multiplexer of its own where none answers.
    return this.#run("wezterm", ["cli", "--no-auto-start", ...words], { env, input });
  }
}

function paneOf(pane: JsonObject): WeztermPane | undefined {
  const size = asObject(pane["size"]);
  const [id, columns, rows] = [asNumber(pane["pane_id"]), asNumber(size?.["cols"]), asNumber(size?.["rows"])];
  if (id === undefined || columns === undefined || rows === undefined || columns < 1 || rows < 1)
    return undefined;
  const [row, column] = [asNumber(pane["cursor_y"]), asNumber(pane["cursor_x"])];
  // Beyond the screen it would be counted from the beginning of what has scrolled away.
  const isOnScreen = row !== undefined && column !== undefined && row < rows;
  return {
    id,
    columns,
    rows,
    cursor: isOnScreen ? { row, column: Math.min(column, columns - 1) } : undefined,
  };
}
