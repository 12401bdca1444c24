import { join } from "node:path";

import { asNumber, asObject, asString, type JsonObject } from "../../claude/json.js";
import { namesIn } from "../../store/private-files.js";
import { jsonOf, objectsIn } from "./objects-in.js";
import type { CommandResult, RunCommand } from "../../host/run-command.js";

/** A compositor that tells which window has the keyboard. */
export interface Compositor {
  /** The window with the keyboard; undefined where none has it: a menu, a lock, or nobody tells. */
  focused(): Promise<FocusedWindow | undefined>;
  /** The layouts of all keyboards, as "English (US)". */
  layouts(): Promise<readonly string[]>;
}

export interface FocusedWindow {
  /** The program that opened it. */
  readonly pid: number;
  readonly title: string;
}

/** The one compositor of that directory, or why there is none that helps. Wayland itself tells nobody who has the focus. */
export async function findCompositor(runtimeDir: string, run: RunCommand): Promise<Compositor | string> {
  const names = await namesIn(runtimeDir);
  const sway = names.filter((name) => /^sway-ipc\.\d+\.\d+\.sock$/.test(name));
  const hyprland = names.includes("hypr") ? await hyprlandsIn(join(runtimeDir, "hypr")) : [];
  const found = [
    ...sway.map((name) => new Sway(join(runtimeDir, name), run)),
    ...hyprland.map((signature) => new Hyprland(signature, runtimeDir, run)),
  ];
  const [only, another] = found;
  if (only === undefined)
    return "cannot be told from other windows: only sway and Hyprland tell which has the keyboard";
  return another === undefined
    ? only
    : "cannot be told from other windows: several compositors have left their sockets";
}

async function hyprlandsIn(directory: string): Promise<string[]> {
  const signatures = await namesIn(directory);
  const live = await Promise.all(
    signatures.map(async (name) => (await namesIn(join(directory, name))).includes(".socket.sock")),
  );
  return signatures.filter((name, index) => live[index] === true && /^\w+$/.test(name));
}

class Sway implements Compositor {
  readonly #socket: string;
  readonly #run: RunCommand;

  constructor(socket: string, run: RunCommand) {
    this.#socket = socket;
    this.#run = run;
  }

  /** A seat whose keyboard a layer or the lock screen has names no node, although the tree still marks one as focused. */
  async focused(): Promise<FocusedWindow | undefined> {
    const seats = objectsIn(jsonOf(await this.#ask("get_seats")));
    const [seat] = seats;
    const id = asNumber(seat?.["focus"]);
    if (seats.length !== 1 || id === undefined || id === 0) return undefined;
    const node = find(jsonOf(await this.#ask("get_tree")), id);
    return windowOf(node?.["pid"], node?.["name"]);
  }

  async layouts(): Promise<readonly string[]> {
    const inputs = objectsIn(jsonOf(await this.#ask("get_inputs")));
    return inputs
      .filter((input) => input["type"] === "keyboard")
      .map((input) => asString(input["xkb_active_layout_name"]) ?? "unknown");
  }

  #ask(type: string): Promise<CommandResult> {
    return this.#run("swaymsg", ["--socket", this.#socket, "--raw", "--type", type]);
  }
}

class Hyprland implements Compositor {
  readonly #signature: string;
  readonly #runtimeDir: string;
  readonly #run: RunCommand;

  constructor(signature: string, runtimeDir: string, run: RunCommand) {
    this.#signature = signature;
    this.#runtimeDir = runtimeDir;
    this.#run = run;
  }

  /** The active window stays so behind a lock, and behind a menu on the topmost layer. */
  async focused(): Promise<FocusedWindow | undefined> {
    const locked = asObject(jsonOf(await this.#ask("locked")))?.["locked"];
    if (locked !== false || (await this.#hasOverlay())) return undefined;
    const window = asObject(jsonOf(await this.#ask("activewindow")));
    return windowOf(window?.["pid"], window?.["title"]);
  }

  async layouts(): Promise<readonly string[]> {
    const keyboards = asObject(jsonOf(await this.#ask("devices")))?.["keyboards"];
    return objectsIn(keyboards).map((each) => asString(each["active_keymap"]) ?? "unknown");
  }

  async #hasOverlay(): Promise<boolean> {
    const monitors = asObject(jsonOf(await this.#ask("layers")));
    if (monitors === undefined) return true;
    return Object.values(monitors).some((monitor) => {
      const levels = asObject(asObject(monitor)?.["levels"]);
      return levels === undefined || objectsIn(levels[OVERLAY]).length > 0;
    });
  }

  #ask(what: string): Promise<CommandResult> {
    const args = ["--instance", this.#signature, "-j", what];
    return this.#run("hyprctl", args, { env: { XDG_RUNTIME_DIR: this.#runtimeDir } });
  }
}

const OVERLAY = "3";

function windowOf(pid: unknown, title: unknown): FocusedWindow | undefined {
  const [known, shown] = [asNumber(pid), asString(title)];
  return known === undefined || shown === undefined ? undefined : { pid: known, title: shown };
}

/** The node with this id in sway's tree; tiled windows and floating ones hang in lists of their own. */
function find(value: unknown, id: number): JsonObject | undefined {
  const node = asObject(value);
  if (node === undefined || node["id"] === id) return node;
  for (const child of [...objectsIn(node["nodes"]), ...objectsIn(node["floating_nodes"])]) {
    const found = find(child, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
