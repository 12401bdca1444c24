import type { WriteStream } from "node:tty";
import { UserError } from "../../errors.js";
import { DEFAULT_SIZE, type SessionSize } from "../session/lab-session.js";
import { NO_VIEW, type DemoView } from "./acts.js";
import { drawFrame, squeeze } from "./frame.js";
import { LiveView, sessionSize } from "./live-view.js";
import { PlainView } from "./plain-view.js";
import type { DemoProgram } from "./program.js";
import { introduce, report } from "./report.js";
import { runDemo } from "./run-demo.js";
import type { DemoWindow, Style } from "./window.js";

export interface ShowOptions {
  readonly program: DemoProgram;
  readonly json: boolean;
  /** What to do next, in lines. */
  readonly next: readonly string[];
}

/**
 * Shows the demo on this terminal, or tells it where there is none. Returns whether the proof holds. Signals are the
 * caller's, and must lead to an exit: that ends the session and puts the terminal back.
 */
export async function showDemo({ program, json, next }: ShowOptions): Promise<boolean> {
  if (process.platform === "win32") {
    throw new UserError("NO_DEMO_HERE", "the demo runs on Linux and macOS", {
      fix: "run it in WSL; cac itself runs here: type cac where you type claude",
    });
  }
  const isLive = !json && canBeLive(process.stdout);
  if (!json) for (const line of ["", ...introduce(program)]) print(line);
  const outcome = await runDemo({
    program,
    size: isLive ? sessionSize(process.stdout) : DEFAULT_SIZE,
    view: (window, resize) => {
      if (json) return NO_VIEW;
      return isLive ? live(program, window, resize) : new PlainView(window, print);
    },
  });
  const holds = outcome.claims.every((claim) => claim.holds);
  if (json) {
    const { exchanges, resetsAt, claims } = outcome;
    print(JSON.stringify({ holds, program, resetsAt: resetsAt ?? null, exchanges, claims }));
  } else {
    // The other screen is gone with its pictures: the last one stays.
    const room = { columns: process.stdout.columns, rows: 100 };
    const picture = isLive ? squeeze(drawFrame(outcome.window, room, style())) : [];
    const told = report(outcome, isLive ? style() : "plain");
    for (const line of ["", ...picture, "", ...told, "", ...next]) print(line);
  }
  return holds;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function live(program: DemoProgram, window: DemoWindow, resize: (size: SessionSize) => void): DemoView {
  const who = program.type === "real" ? `Claude Code ${program.version}` : "a scripted stand-in";
  return new LiveView({
    window,
    stdin: process.stdin,
    stdout: process.stdout,
    style: style(),
    heading: `cac demo · ${who} · Ctrl+C ends it`,
    onResize: resize,
    onInterrupt: () => process.kill(process.pid, "SIGINT"),
  });
}

/** A terminal that can be drawn on, with room for a frame. */
function canBeLive({ isTTY, columns, rows }: WriteStream): boolean {
  return isTTY && process.env["TERM"] !== "dumb" && columns >= 20 && rows >= 8;
}

function style(): Style {
  return process.env["NO_COLOR"] ? "plain" : "coloured";
}
