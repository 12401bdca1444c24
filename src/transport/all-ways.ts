import { controlWay, type ControlWayOptions } from "./control.js";
import { gnuScreenWay } from "./multiplexer/gnu-screen.js";
import { itermWay } from "./desktop/iterm.js";
import { kittyWay } from "./desktop/kitty.js";
import { terminalAppWay } from "./desktop/terminal-app.js";
import { tmuxWay } from "./multiplexer/tmux.js";
import { ttyWay } from "./tty/tty.js";
import { waylandWay } from "./desktop/wayland.js";
import type { Way } from "./way.js";
import { weztermWay } from "./desktop/wezterm.js";
import { windowsWay } from "./desktop/windows.js";
import { x11Way } from "./desktop/x11.js";
import { zellijWay } from "./multiplexer/zellij.js";

/** Every way there is, in the order in which they are tried. */
export function allWays(options: Pick<ControlWayOptions, "stateDir"> = {}): readonly Way[] {
  return [
    controlWay(options),
    tmuxWay(),
    gnuScreenWay(),
    zellijWay(),
    kittyWay(),
    weztermWay(),
    itermWay(),
    terminalAppWay(),
    ttyWay(),
    x11Way(),
    waylandWay(),
    windowsWay(),
  ];
}
