import { asNumber } from "../../claude/json.js";
import type { Screen } from "../../claude/screen/screen.js";
import type { ExternalSession } from "../terminal-locator.js";
import { drawnScreen } from "../drawn-screen.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { jsonOf, objectsIn } from "../desktop/objects-in.js";
import { runCommand, type CommandResult, type RunCommand } from "../../host/run-command.js";
import { terminalHolder } from "../tty/terminal-holder.js";
import type { OpenResult, TransportKind } from "../transport.js";

export interface ZellijTransportOptions {
  readonly run?: RunCommand;
}

/** A pane of zellij, from 0.44 on: before, its commands reach whichever pane has the focus, and that may be any. */
export function zellijTransport({ run = runCommand }: ZellijTransportOptions = {}): TransportKind {
  return {
    name: "zellij",
    open: async (session): Promise<OpenResult> => {
      const { ZELLIJ_SESSION_NAME: name, ZELLIJ_PANE_ID: id } = session.reach.env;
      if (name === undefined || id === undefined) return { refused: "is not running inside zellij" };
      if (!/^\d+$/.test(id) || !isName(name))
        return { refused: "cannot be reached: its pane has no proper name" };
      const hindrance = await whyNotForeground(session);
      if (hindrance !== undefined) return { refused: hindrance };
      const holder = await terminalHolder(session, run);
      if (!isServerOf(holder?.command ?? "", name)) {
        return {
          refused: `is not in a pane of the zellij session ${name} itself, but in a terminal inside it`,
        };
      }
      const zellij = new Zellij(name, Number(id), session, run);
      const trouble = (await zellij.tooOld()) ?? (await zellij.find());
      if (typeof trouble === "string") return { refused: trouble };
      return {
        name: "zellij",
        screen: () => zellij.look(),
        isSameProcess: async () => (await isForeground(session)) && typeof (await zellij.find()) !== "string",
        send: (keys) => zellij.send(keys),
        release: () => Promise.resolve(),
      };
    },
  };
}

/** One pane of one zellij session. */
class Zellij {
  readonly #name: string;
  readonly #id: number;
  readonly #session: ExternalSession;
  readonly #run: RunCommand;

  constructor(name: string, id: number, session: ExternalSession, run: RunCommand) {
    this.#name = name;
    this.#id = id;
    this.#session = session;
    this.#run = run;
  }

  async tooOld(): Promise<string | undefined> {
    const told = await this.#run("zellij", ["--version"]);
    if (!told.ok) return `cannot be reached: ${told.says}`;
    const [, major, minor] = /^zellij (\d+)\.(\d+)\b/.exec(told.stdout) ?? [];
    if (Number(major) > 0 || Number(minor) >= 44) return undefined;
    return `cannot name a pane in ${told.stdout.trim()}, only type into the one with the focus: it takes 0.44`;
  }

  /** The pane's size, or the reason why it is not to be had. */
  async find(): Promise<{ readonly columns: number; readonly rows: number } | string> {
    const listed = await this.#action("list-panes", "--json");
    if (!listed.ok) return `cannot be reached: ${listed.says}`;
    for (const pane of objectsIn(jsonOf(listed))) {
      if (pane["id"] !== this.#id || pane["is_plugin"] !== false || pane["exited"] === true) continue;
      const [columns, rows] = [asNumber(pane["pane_content_columns"]), asNumber(pane["pane_content_rows"])];
      if (columns !== undefined && rows !== undefined && columns > 0 && rows > 0) return { columns, rows };
    }
    return `is in no pane of the zellij session ${this.#name}`;
  }

  /** Without a cursor: the one that `list-panes` names was seen to lag behind. */
  async look(): Promise<Screen> {
    const size = await this.find();
    if (typeof size === "string") throw new Error(`the session ${size}`);
    const dumped = await this.#action("dump-screen", "--ansi", ...this.#pane);
    if (!dumped.ok) throw new Error(`zellij did not show its pane: ${dumped.says}`);
    return drawnScreen(dumped.stdout, size);
  }

  async send(keys: string): Promise<void> {
    const bytes = [...Buffer.from(keys)].map(String);
    const sent = await this.#action("write", ...this.#pane, ...bytes);
    if (!sent.ok) throw new Error(`zellij did not take the keys: ${sent.says}`);
  }

  get #pane(): readonly string[] {
    return ["--pane-id", `terminal_${this.#id}`];
  }

  #action(...words: readonly string[]): Promise<CommandResult> {
    const { XDG_RUNTIME_DIR } = this.#session.reach.env;
    return this.#run("zellij", ["--session", this.#name, "action", ...words], { env: { XDG_RUNTIME_DIR } });
  }
}

/** It is a file's name in zellij's directory, and must not be read as an option. */
function isName(name: string): boolean {
  return /^[^-/\p{Cc}][^/\p{Cc}]*$/u.test(name);
}

/** The server's command line ends in its socket, which has the session's name, and at times in a switch. */
function isServerOf(command: string, name: string): boolean {
  const [, socket = ""] = /^(?:\S*\/)?zellij --server (.*?)(?: --debug)?$/.exec(command) ?? [];
  return socket.endsWith(`/${name}`);
}
