import { createRequire } from "node:module";

/** The native half of node-pty 1.1: node-pty's own JavaScript decodes bytes, changes the environment and loses the last output. */
export interface PtyBinding {
  /** Forks with the command as leader of a new session on a new terminal. `onExit` comes from the event loop. */
  fork(
    file: string,
    args: string[],
    environment: string[],
    cwd: string,
    columns: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helperPath: string,
    onExit: (exitCode: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(descriptor: number, columns: number, rows: number): void;
}

const require = createRequire(import.meta.url);
let loaded: PtyBinding | undefined;

/** Loaded when it is first needed, once. */
export function loadPtyBinding(): PtyBinding {
  if (loaded === undefined) {
    const nodePty: { requireBinary(file: string): PtyBinding } = require("@lydell/node-pty/requireBinary.js");
    loaded = nodePty.requireBinary("pty.node");
  }
  return loaded;
}

/** On macOS the child is started by a small program that comes with the binding. */
export function spawnHelperPath(): string {
  if (process.platform !== "darwin") return "";
  const fromNodePty = createRequire(require.resolve("@lydell/node-pty/requireBinary.js"));
  return fromNodePty.resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`);
}
