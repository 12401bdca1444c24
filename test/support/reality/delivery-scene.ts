import assert from "node:assert/strict";

import { vi } from "vitest";

import {
  readScreen,
  type ScreenReading,
  type ScreenState,
} from "../../../src/claude/screen/screen-reading.js";
import { samplesOf, settle } from "../../../src/driver/settle.js";
import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { Stage } from "../../../src/lab/capture/stage.js";
import type { Reply } from "../../../src/lab/api/reply.js";
import { LAB_TIME_ZONE, type SessionOptions } from "../../../src/lab/session/start-session.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";
import type { TerminalSession } from "../../../src/lab/session/terminal-session.js";
import { placeOf } from "../../../src/discover/process-place.js";
import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";

const HOUR_MS = 60 * 60 * 1000;
const DRAFT = "fix the flaky test in parser.ts – 日本";
const ASKS: Reply = {
  type: "toolUse",
  name: "Bash",
  input: { command: "rm -rf build", description: "Remove the build folder" },
};

/** What then has the keyboard, by release: after a five-hour limit, and after a weekly one in the same session. */
export const AFTER_LIMITS: readonly [release: string, fiveHour: ScreenState, weekly: ScreenState][] = [
  ["2.1.325", "native-wait", "limit-menu"],
  // The menu opens once in a session.
  ["2.1.197", "limit-menu", "idle"],
  ["2.0.72", "idle", "idle"],
  ["1.0.64", "idle", "idle"],
];

export interface SceneOptions<Session extends TerminalSession> {
  readonly way: TransportKind;
  readonly release: string;
  readonly start: (api: StandInApi, options: SessionOptions) => Promise<Session>;
  readonly pid: (session: Session) => number | undefined;
}

/** A session that was started without us, and a hold of it by that way. */
export class DeliveryScene<Session extends TerminalSession> {
  readonly stage: Stage;
  readonly session: Session;
  readonly foreign: ExternalSession;
  readonly hands: Transport;

  private constructor(stage: Stage, session: Session, foreign: ExternalSession, hands: Transport) {
    this.stage = stage;
    this.session = session;
    this.foreign = foreign;
    this.hands = hands;
  }

  static async play<Session extends TerminalSession, Result>(
    options: SceneOptions<Session>,
    play: (scene: DeliveryScene<Session>) => Promise<Result>,
  ): Promise<Result> {
    const { release, way } = options;
    const api = await StandInApi.start(replies({ type: "text", text: "Done." }));
    try {
      const session = await options.start(api, { release, args: ["--permission-mode", "default"] });
      try {
        const stage = new Stage(session, api, release);
        await stage.ready();
        const foreign = await foreignSession(options.pid(session) ?? 0, release);
        const hands = await way.open(foreign);
        if (isRefusal(hands) || isAttended(hands)) throw new Error(JSON.stringify(hands));
        const result = await play(new DeliveryScene(stage, session, foreign, hands));
        await hands.release();
        return result;
      } catch (cause) {
        throw new Error(`${String(cause)}\n--- screen\n${await session.screenText()}`, { cause });
      } finally {
        await session.close();
      }
    } finally {
      await api.close();
    }
  }

  async look(): Promise<ScreenReading | undefined> {
    const { screen: see } = this.hands;
    if (see === undefined) throw new Error("it is blind");
    return (
      await settle(
        samplesOf(see, (screen) => readScreen(screen, { now: new Date(), timeZone: LAB_TIME_ZONE })),
        { timeoutMs: 20_000, everyMs: 75 },
      )
    )?.reading;
  }

  /** Waits until a look finds that. */
  async finds(expected: Sight): Promise<void> {
    await vi.waitFor(async () => {
      const reading = await this.look();
      const found = {
        state: reading?.state,
        draft: reading?.draft,
        waitingHelps: reading?.limit?.waitingHelps,
      };
      assert.deepEqual(found, { draft: undefined, waitingHelps: undefined, ...expected });
    }, SOON);
  }

  /** Text, a look whether it arrived, and Enter: only by the way. */
  async prompt(text: string, waitingHelps?: boolean): Promise<void> {
    await this.hands.send(text);
    await this.finds({ state: "draft", draft: text, waitingHelps });
    assert.equal(await this.hands.isSameProcess(), true);
    await this.hands.send("\r");
  }
}

/** What a look should find; a limit where `waitingHelps` says something of it. */
interface Sight {
  readonly state: ScreenState;
  readonly draft?: string | undefined;
  readonly waitingHelps?: boolean | undefined;
}

const SOON = { timeout: 60_000, interval: 100 };

/** Through all that a resume may meet. Whatever is typed comes by the way itself. Returns whether it still holds. */
export async function playThrough(
  scene: DeliveryScene<TerminalSession>,
  fiveHour: ScreenState,
  weekly: ScreenState,
): Promise<boolean> {
  const { stage, hands } = scene;
  // With a dim text in the box up to 2.0.
  await scene.finds({ state: "idle" });

  stage.answerWith(ASKS, { type: "text", text: "Done." });
  await scene.prompt(DRAFT);
  await scene.finds({ state: "permission" });
  await hands.send("\x1b");
  await scene.finds({ state: "idle" });

  stage.limitWith("five_hour", 2 * HOUR_MS);
  await scene.prompt("make the parser skip blank lines");
  await scene.finds({ state: fiveHour, waitingHelps: true });
  if (fiveHour !== "idle") await hands.send("\x1b");
  await scene.finds({ state: "idle", waitingHelps: true });

  stage.limitWith("seven_day", 70 * HOUR_MS);
  await scene.prompt("and the lines with only a comment", true);
  await scene.finds({ state: weekly, waitingHelps: true });
  if (weekly !== "idle") await hands.send("\x1b");
  await scene.finds({ state: "idle", waitingHelps: true });

  stage.answerWith({ type: "text", text: "Carried on." });
  await scene.prompt("continue", true);
  await stage.session.waitFor(/Carried on\./);
  await scene.finds({ state: "idle" });
  return hands.isSameProcess();
}

async function foreignSession(pid: number, release: string): Promise<ExternalSession> {
  const [place, info] = await Promise.all([placeOf(pid), readProcess(pid)]);
  if (place === undefined || info === undefined) throw new Error(`there is no process ${pid}`);
  const { start, tty } = info;
  return {
    sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
    transcript: undefined,
    cwd: place.cwd,
    release,
    reach: { process: { pid, start }, tty, env: place.env },
  };
}
