import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isolatedHome, labEnvironment, labPath, type IsolatedHome } from "../machine/isolated-home.js";
import type { SessionSize } from "../session/lab-session.js";
import { PtySession, type LabLaunch } from "../session/pty-session.js";
import { StandInApi } from "../api/stand-in-api.js";
import type { DemoView } from "./acts.js";
import { DemoModel, HAIKU_FILE, NOTES, type ModelExchange } from "./model.js";
import { DemoPlay, readIfThere } from "./play.js";
import { builtFile, DEMO_RELEASE, fileOf, playedRelease, type DemoProgram } from "./program.js";
import { checkClaims, type Claim } from "./proof.js";
import { DemoWindow } from "./window.js";

export interface DemoOptions {
  readonly program: DemoProgram;
  readonly size: SessionSize;
  /** How long the limit lasts. Default: 20 seconds. */
  readonly limitMs?: number;
  /** Makes the view of the session's window. */
  view(window: DemoWindow, resize: (size: SessionSize) => void): DemoView;
}

export interface DemoOutcome {
  readonly exchanges: readonly ModelExchange[];
  readonly resetsAt: Date | undefined;
  readonly claims: readonly Claim[];
  /** As it was at the end. */
  readonly window: DemoWindow;
}

const SAFETY_BUFFER_MS = 2000;
const THINKING_MS = 1200;

/** Runs the whole job: a session under `cac run` meets a limit, which is waited for; it is resumed, and that is proven. */
export async function runDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { program } = options;
  const home = await isolatedHome({
    release: program.type === "real" ? program.version : DEMO_RELEASE,
    files: { "notes.md": NOTES },
    // A socket's path has to fit into 103 bytes, and macOS has a long TMPDIR.
    ...(process.platform === "darwin" ? { parent: "/tmp" } : {}),
  });
  const model = new DemoModel(home.project, playedRelease(program), options.limitMs);
  const api = await StandInApi.start(async (request) => {
    const reply = model.answer(request);
    // Those who watch want to see it work.
    await sleep(THINKING_MS);
    return reply;
  });
  try {
    const window = new DemoWindow(options.size);
    const session = new PtySession(home, api, {
      ...(await launchOf(program, home, api)),
      size: options.size,
      watch: (bytes) => window.write(bytes),
    });
    const view = options.view(window, (size) => {
      window.resize(size);
      void session.resize(size);
    });
    window.onChange(() => view.changed());
    try {
      const file = join(home.project, HAIKU_FILE);
      const play = new DemoPlay({
        session,
        window,
        model,
        view,
        file,
        isPlayed: program.type === "played",
        safetyBufferMs: SAFETY_BUFFER_MS,
      });
      const { fileAtLimit } = await play.play();
      const [exchanges, { resetsAt }, titles] = [model.exchanges(), model, window.titles()];
      const [rows, fileNow] = [await session.transcript(), await readIfThere(file)];
      const evidence = { exchanges, resetsAt, titles, rows, fileAtLimit, fileNow };
      return {
        exchanges,
        resetsAt,
        window,
        claims: checkClaims({ ...evidence, safetyBufferMs: SAFETY_BUFFER_MS }),
      };
    } finally {
      view.close();
      await session.close();
    }
  } finally {
    await api.close();
    await home.remove();
  }
}

/** `cac run -- claude`, in the environment of the lab. */
async function launchOf(program: DemoProgram, home: IsolatedHome, api: StandInApi): Promise<LabLaunch> {
  const claude = await fileOf(program, home);
  const environment = labEnvironment({
    home: home.home,
    apiUrl: api.url,
    account: home.account,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    path: labPath(),
    extra: claude.environment,
  });
  // Claude Code's own continue comes up to two minutes after a reset: nobody would watch for that long.
  const run = ["run", "--native", "replace", "--no-notify", "--safety-buffer", `${SAFETY_BUFFER_MS}ms`, "--"];
  const args = [...run, claude.file, "--permission-mode", "acceptEdits"];
  return { file: process.execPath, args: [builtFile("cli/main.js"), ...args], environment };
}
