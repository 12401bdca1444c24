import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { vi } from "vitest";

import { endTree } from "../../../src/lab/machine/process-tree.js";
import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { SOON } from "./key-log.js";

/** sway without a screen. It does not run as root: there it is nobody's, and so is all that is started in it. */
export class SwayDesktop {
  readonly directory = mkdtempSync(join(tmpdir(), "cac-sway-"));
  readonly #started: ChildProcess[] = [];

  static async start(): Promise<SwayDesktop> {
    const desktop = new SwayDesktop();
    const config = join(desktop.directory, "config");
    writeFileSync(config, "output HEADLESS-1 resolution 800x600\n");
    chmodSync(desktop.directory, 0o700);
    if (IS_ROOT) chownSync(desktop.directory, NOBODY, NOBODY);
    const headless = { WLR_BACKENDS: "headless", WLR_LIBINPUT_NO_DEVICES: "1", WLR_RENDERER: "pixman" };
    desktop.run("sway", ["-c", config], headless);
    await vi.waitUntil(() => readdirSync(desktop.directory).filter(isSocket).length === 2, SOON);
    return desktop;
  }

  run(
    file: string,
    args: readonly string[],
    more: Record<string, string> = { WAYLAND_DISPLAY: DISPLAY },
  ): ChildProcess {
    const { PATH = "" } = process.env;
    const env = { PATH, HOME: this.directory, LANG: "C.UTF-8", XDG_RUNTIME_DIR: this.directory, ...more };
    const command = [...AS_NOBODY, file, ...args];
    const started = spawn(command[0] ?? file, command.slice(1), { env, stdio: "ignore" });
    this.#started.push(started);
    return started;
  }

  /** A window with a program in it that keeps what is typed; as a session, when it is ready. */
  async open(name: string): Promise<TypedInto> {
    const file = join(this.directory, name);
    const program = `stty raw -echo; echo $$ > '${file}.pid'; exec cat > '${file}'`;
    this.run("foot", ["--title", name, "sh", "-c", program]);
    await vi.waitUntil(() => existsSync(file), SOON);
    const pid = Number(readFileSync(`${file}.pid`, "utf8"));
    const live = await readProcess(pid);
    return {
      typed: () => readFileSync(file, "utf8"),
      session: {
        sessionId: name,
        transcript: undefined,
        cwd: "/",
        release: undefined,
        reach: {
          process: { pid, start: live?.start },
          tty: live?.tty,
          env: { WAYLAND_DISPLAY: DISPLAY, XDG_RUNTIME_DIR: this.directory },
        },
      },
    };
  }

  close(): void {
    for (const { pid } of this.#started.toReversed()) if (pid !== undefined) endTree(pid);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export interface TypedInto {
  readonly session: ExternalSession;
  readonly typed: () => string;
}

function isSocket(name: string): boolean {
  return name.startsWith("sway-ipc.") || name === DISPLAY;
}

const DISPLAY = "wayland-1";
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const AS_NOBODY = IS_ROOT ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
