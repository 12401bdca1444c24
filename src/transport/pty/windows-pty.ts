import { createRequire } from "node:module";
import { StringDecoder } from "node:string_decoder";
import type * as NodePty from "@lydell/node-pty";
import { Listeners } from "../../terminal/user/listeners.js";
import type { Pty, PtyExit, SpawnPty } from "./pty.js";

/** ConPTY through node-pty. It speaks text only: ConPTY draws the screen anew, so bytes are not exact on Windows. */
export const spawnWindowsPty: SpawnPty = (command, args, options) => {
  // Loaded here, so that other systems do not pay for it.
  const nodePty: typeof NodePty = createRequire(import.meta.url)("@lydell/node-pty");
  return windowsPty(
    nodePty.spawn(command, [...args], {
      cols: options.columns,
      rows: options.rows,
      cwd: options.cwd,
      env: { ...options.env },
    }),
  );
};

/** What is used of node-pty. */
type ConPty = Pick<
  NodePty.IPty,
  "pid" | "onData" | "onExit" | "write" | "resize" | "pause" | "resume" | "kill"
>;

export function windowsPty(pty: ConPty): Pty {
  const exits = new Listeners<PtyExit>();
  // Keys can be cut anywhere: half a character waits for the other half.
  const keys = new StringDecoder("utf8");
  let hasExited = false;
  let overdue: NodeJS.Timeout | undefined;
  const exited = (exitCode: number | undefined): void => {
    if (hasExited) return;
    hasExited = true;
    clearTimeout(overdue);
    // node-pty knows no code where its pipe broke before the child was seen to end; a killed one ends with 1.
    exits.call({ exitCode: exitCode ?? 1 });
  };
  pty.onExit(({ exitCode }) => exited(exitCode));
  return {
    get pid() {
      // Known only once ConPTY has connected.
      return pty.pid;
    },
    onData: (listener) => pty.onData((text) => listener(Buffer.from(text))),
    onExit: (listener) => exits.add(listener),
    write: (data) => {
      if (!hasExited) pty.write(typeof data === "string" ? data : keys.write(data));
    },
    resize: (columns, rows) => {
      // node-pty throws for a child that is gone.
      if (!hasExited && columns > 0 && rows > 0) pty.resize(columns, rows);
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    // ConPTY knows no signals: whatever is asked, the console's processes end.
    kill: () => {
      if (hasExited || overdue !== undefined) return;
      // node-pty puts the kill off until the console has drawn, and may never tell the end of a console that hangs.
      overdue = setTimeout(() => exited(undefined), KILLED_WITHIN_MS);
      pty.kill();
    },
  };
}

/** node-pty asks for up to 5 s which processes are in the console, and waits a second for their last output. */
const KILLED_WITHIN_MS = 8_000;
