import type { Surroundings } from "../../host/paths.js";
import { findProgram } from "../../host/find-program.js";
import type { Finding } from "./doctor.js";

/** Which terminals a session can be got at in, with the programs that are here. */
export function checkWays(where: Surroundings, uid: number | undefined): Finding[] {
  const has = (name: string): boolean => findProgram(name, where.env["PATH"]) !== undefined;
  const ready = READY[where.platform]?.filter(({ needs }) => needs.some(has)).map(({ way }) => way) ?? [];
  const tty = where.platform === "linux" && uid === 0 && has("perl") ? ["tty"] : [];
  const says = `ready here: ${["control", ...ready, ...tty].join(", ")}`;
  return [{ about: "ways", state: "good", says }, ...missing(where, has)];
}

interface Need {
  readonly way: string;
  /** One of these programs. */
  readonly needs: readonly string[];
}

const MULTIPLEXERS: readonly Need[] = [
  { way: "tmux", needs: ["tmux"] },
  { way: "screen", needs: ["screen"] },
  { way: "zellij", needs: ["zellij"] },
  { way: "kitty", needs: ["kitten", "kitty"] },
  { way: "wezterm", needs: ["wezterm"] },
];

const READY: Readonly<Partial<Record<NodeJS.Platform, readonly Need[]>>> = {
  linux: [
    ...MULTIPLEXERS,
    { way: "x11", needs: ["xdotool"] },
    { way: "wayland", needs: ["ydotool", "wtype"] },
  ],
  darwin: [
    ...MULTIPLEXERS,
    { way: "iterm", needs: ["osascript"] },
    { way: "terminal-app", needs: ["osascript"] },
  ],
  win32: [{ way: "windows", needs: ["powershell.exe"] }],
};

/** What this very desktop would need for its plain terminal windows. */
function missing({ env, platform }: Surroundings, has: (name: string) => boolean): Finding[] {
  if (platform !== "linux") return [];
  if (env["WAYLAND_DISPLAY"] && !has("ydotool") && !has("wtype")) {
    return [wanting("Wayland", "wtype, or ydotool with its daemon")];
  }
  if (env["DISPLAY"] && !env["WAYLAND_DISPLAY"] && !has("xdotool")) return [wanting("X11", "xdotool")];
  return [];
}

function wanting(desktop: string, program: string): Finding {
  return {
    about: "ways",
    state: "note",
    says: `a plain terminal window under ${desktop} cannot be reached`,
    fix: `install ${program}, or run claude in tmux, or as cac`,
  };
}
