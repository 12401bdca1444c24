import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrograms } from "../machine/ensure-programs.js";
import { isolatedHome, type IsolatedHome } from "../machine/isolated-home.js";
import { undoOnExit } from "../machine/left-behind.js";
import { endTree } from "../machine/process-tree.js";
import { PtySession, type LabLaunch } from "./pty-session.js";
import { launchOf, type SessionOptions } from "./start-session.js";
import type { StandInApi } from "../api/stand-in-api.js";

/** Installs GNU screen where it is missing and we may. */
export function ensureScreen(): void {
  ensurePrograms({ screen: "screen" }, { title: "GNU screen" });
}

/** Starts Claude Code of that release in a GNU screen of its own; the API is the caller's to close. */
export async function startScreenSession(api: StandInApi, options: SessionOptions): Promise<ScreenSession> {
  ensureScreen();
  const home = await isolatedHome(options);
  try {
    const directory = join(home.root, "screens");
    await mkdir(directory, { mode: 0o700 });
    const rc = join(home.root, "screenrc");
    await writeFile(rc, "startup_message off\n");
    const { file, args, environment, ...rest } = await launchOf(home, api, options);
    const screen = ["-c", rc, "-U", "-S", "lab", "-T", "screen-256color", file, ...args];
    const launch = { file: "screen", args: screen, environment: { ...environment, SCREENDIR: directory } };
    return new ScreenSession(home, api, { ...launch, ...rest }, directory);
  } catch (error) {
    await home.remove();
    throw error;
  }
}

/** A person's terminal with GNU screen in it, and the program in its window 0. */
export class ScreenSession extends PtySession {
  /** SCREENDIR: where the server's socket is. */
  readonly directory: string;
  readonly #isOver: () => void;
  #isClosed = false;

  constructor(home: IsolatedHome, api: StandInApi, launch: LabLaunch, directory: string) {
    super(home, api, launch);
    this.directory = directory;
    this.#isOver = undoOnExit(() => this.#endServer());
  }

  /** STY: what the server is called. Undefined before it has started and after its end. */
  get sty(): string | undefined {
    return readdirSync(this.directory)[0];
  }

  /** The program in the window; `pid` is that of the person's own screen, which goes when they detach. */
  get programPid(): number | undefined {
    const server = Number.parseInt(this.sty ?? "", 10);
    if (Number.isNaN(server)) return undefined;
    const [first] = readFileSync(`/proc/${server}/task/${server}/children`, "latin1").trim().split(" ");
    return first ? Number(first) : undefined;
  }

  override async close(): Promise<void> {
    // Later its number may be another process's.
    if (!this.#isClosed) this.#endServer();
    this.#isClosed = true;
    this.#isOver();
    await super.close();
  }

  /** It is no child of ours: it has left the terminal on purpose. */
  #endServer(): void {
    const server = Number.parseInt(this.sty ?? "", 10);
    if (!Number.isNaN(server)) endTree(server);
  }
}
