import { createRequire } from "node:module";
import type * as NodePty from "@lydell/node-pty";
import type { Pty, SpawnPty } from "./pty.js";

/** ConPTY through node-pty. It speaks text only: ConPTY draws the screen anew, so bytes are not exact on Windows. */
export const spawnWindowsPty: SpawnPty = (command, args, options) => {
  // Loaded here, so that other systems do not pay for it.
  const nodePty: typeof NodePty = createRequire(import.meta.url)("@lydell/node-pty");
  const pty = nodePty.spawn(command, [...args], {
    cols: options.columns,
    rows: options.rows,
    cwd: options.cwd,
    env: { ...options.env },
  });
  let hasExited = false;
  pty.onExit(() => (hasExited = true));
  return {
    get pid() {
      // Known only once ConPTY has connected.
      return pty.pid;
    },
    onData: (listener) => pty.onData((text) => listener(Buffer.from(text))),
    onExit: (listener) => pty.onExit(({ exitCode }) => listener({ exitCode })),
    write: (data) => {
      if (!hasExited) pty.write(data.toString());
    },
    resize: (columns, rows) => {
      // node-pty throws for a child that is gone.
      if (!hasExited && columns > 0 && rows > 0) pty.resize(columns, rows);
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    // ConPTY knows no signals: whatever is asked, the console's processes end.
    kill: () => {
      if (!hasExited) pty.kill();
    },
  } satisfies Pty;
};
