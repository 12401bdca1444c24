import { findProgram } from "../../host/find-program.js";
import { readProcess } from "../../host/process-table.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { commandEnvironment, runCommand, type RunCommand } from "../../host/run-command.js";
import { ScreenWindow } from "./screen-window.js";
import type { OpenResult, TransportKind } from "../transport.js";

/** The window of GNU screen that a session runs in. */
export function gnuScreenTransport({ run = runCommand }: { readonly run?: RunCommand } = {}): TransportKind {
  return {
    name: "screen",
    open: async (session): Promise<OpenResult> => {
      const { env, process } = session.reach;
      const [, serverPid] = /^(\d+)\.[^/]+$/.exec(env.STY ?? "") ?? [];
      if (env.STY === undefined || serverPid === undefined || !/^\d+$/.test(env.WINDOW ?? "")) {
        return { refused: "is not running inside GNU screen" };
      }
      const notForeground = await whyNotForeground(session);
      if (notForeground !== undefined) return { refused: notForeground };
      const tty = process && (await ttyBelow(process.pid, Number(serverPid)));
      if (tty === undefined) return { refused: `finds that its terminal is no window of ${env.STY}` };
      const program = findProgram("screen", commandEnvironment()["PATH"]);
      if (program === undefined) return { refused: "needs the program screen, which is not on the PATH" };
      const address = { session: env.STY, number: env.WINDOW ?? "", directory: env.SCREENDIR, tty };
      const window = new ScreenWindow(address, { program, run });
      const refused = await window.whyNot();
      if (refused !== undefined) return { refused };
      return {
        name: "screen",
        screen: () => window.see(),
        isSameProcess: async () => (await window.whyNot()) === undefined && (await isForeground(session)),
        send: (keys) => window.send(keys),
        release: () => window.leave(),
      };
    },
  };
}

/**
 * The terminal of that process where the server itself opened it: each of its windows is a child of the server. A tmux
 * in a window hands on STY too, and so does a server that has ended since.
 */
async function ttyBelow(pid: number, server: number): Promise<string | undefined> {
  let at = await readProcess(pid);
  const tty = at?.tty;
  while (at !== undefined && at.tty === tty) {
    if (at.parent === server) return tty;
    at = await readProcess(at.parent);
  }
  return undefined;
}
