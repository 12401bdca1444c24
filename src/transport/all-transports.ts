import { controlTransport, type ControlTransportOptions } from "./control.js";
import { gnuScreenTransport } from "./multiplexer/gnu-screen.js";
import { itermTransport } from "./desktop/iterm.js";
import { kittyTransport } from "./desktop/kitty.js";
import { terminalAppTransport } from "./desktop/terminal-app.js";
import { tmuxTransport } from "./multiplexer/tmux.js";
import { ttyTransport } from "./tty/tty.js";
import { waylandTransport } from "./desktop/wayland.js";
import type { TransportKind } from "./transport.js";
import { weztermTransport } from "./desktop/wezterm.js";
import { windowsTransport } from "./desktop/windows.js";
import { x11Transport } from "./desktop/x11.js";
import { zellijTransport } from "./multiplexer/zellij.js";

/** Every way there is, in the order in which they are tried. */
export function allTransports(
  options: Pick<ControlTransportOptions, "stateDir"> = {},
): readonly TransportKind[] {
  return [
    controlTransport(options),
    tmuxTransport(),
    gnuScreenTransport(),
    zellijTransport(),
    kittyTransport(),
    weztermTransport(),
    itermTransport(),
    terminalAppTransport(),
    ttyTransport(),
    x11Transport(),
    waylandTransport(),
    windowsTransport(),
  ];
}
