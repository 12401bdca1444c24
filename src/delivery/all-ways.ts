import { controlWay, type ControlWayOptions } from "./control.js";
import { gnuScreenWay } from "./gnu-screen.js";
import { itermWay } from "./iterm.js";
import { kittyWay } from "./kitty.js";
import { terminalAppWay } from "./terminal-app.js";
import { tmuxWay } from "./tmux.js";
import { ttyWay } from "./tty.js";
import { waylandWay } from "./wayland.js";
import type { Way } from "./way.js";
import { weztermWay } from "./wezterm.js";
import { windowsWay } from "./windows.js";
import { x11Way } from "./x11.js";
import { zellijWay } from "./zellij.js";

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
