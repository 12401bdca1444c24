import { readScreen, type ScreenReading } from "../../claude/screen/screen-reading.js";
import { limit, type Reply } from "../api/reply.js";
import { LAB_TIME_ZONE } from "../session/start-session.js";
import { replies, StandInApi } from "../api/stand-in-api.js";
import {
  arrivalsOf,
  startWrapped,
  statusOf,
  type SessionStatus,
  type WrappedOptions,
  wrapperLog,
} from "../session/wrapped-session.js";
import { isAtLeast } from "./releases.js";
import { Stage } from "./stage.js";

const ANSWER = "Carried on: the parser skips blank lines.";
/** What the model says once a limit is over. */
export const CARRIED_ON: Reply = { type: "text", text: ANSWER };
const CONTINUE = "continue";

/** A stage whose session runs under `cac`. */
export class WrappedStage extends Stage {
  /** The account is limited until then, and only then: a prompt that comes early runs into the limit again. */
  limitUntil(claim: string, resetsAt: Date): void {
    const reply = limit(claim, resetsAt);
    this.api.script = () => (Date.now() < resetsAt.getTime() ? reply : CARRIED_ON);
  }

  /** By the screen: a wait counts down in the title of the window, so that the bytes never come to rest. */
  override async settle(quietMs: number): Promise<void> {
    let [seen, since] = [await this.session.screenText(), Date.now()];
    const deadline = since + 20_000;
    while (Date.now() - since < quietMs && Date.now() < deadline) {
      await this.sleep(50);
      const text = await this.session.screenText();
      if (text !== seen) [seen, since] = [text, Date.now()];
    }
  }

  /** When each continue prompt reached the model. */
  continues(): Date[] {
    return arrivalsOf(CONTINUE, this.api.requests());
  }

  /** Waits until so many have come; whoever wants to know whether there are more has to look later. */
  async continued(count: number, timeoutMs: number): Promise<void> {
    await this.session.waitFor(() => this.continues().length >= count, { timeoutMs });
  }

  /** Waits for the answer after the limit, at rest on the screen. */
  async wentOn(): Promise<void> {
    await this.show((screen) => screen.includes(ANSWER));
  }

  async reading(known: { readonly vim?: boolean } = {}): Promise<ScreenReading> {
    return readScreen(await this.session.screen(), { now: new Date(), timeZone: LAB_TIME_ZONE }, known);
  }

  /** Waits until Claude Code has stopped working: on a busy machine its screen may stand still while it does. */
  async turnOver(): Promise<void> {
    const deadline = Date.now() + 30_000;
    while ((await this.reading()).state === "busy" && Date.now() < deadline) await this.sleep(100);
  }

  /** The title of the window, as it was last set. */
  async title(): Promise<string | undefined> {
    const bytes = (await this.session.bytes()).toString("utf8");
    return [...bytes.matchAll(/\x1b\][02];([^\x07\x1b]*)/g)].at(-1)?.[1];
  }

  /** The one session of this home, as `cac status` tells it. */
  async status(): Promise<SessionStatus> {
    const [session, ...others] = await statusOf(this.session.home);
    if (session === undefined || others.length > 0) {
      throw new Error(`cac status shows ${others.length + (session ? 1 : 0)} sessions instead of one`);
    }
    return session;
  }

  /** Waits for a state that `cac status` tells. */
  async waitForState(state: string, timeoutMs = 20_000): Promise<SessionStatus> {
    const deadline = Date.now() + timeoutMs;
    let status = await this.status();
    while (status["state"] !== state) {
      if (Date.now() > deadline) throw new Error(`not ${state}: ${JSON.stringify(status)}`);
      await this.sleep(500);
      status = await this.status();
    }
    return status;
  }
}

/** Plays with a wrapped session of its own, and ends it. An error carries the last screen and what the wrapper noted. */
export async function onWrappedStage<Result>(
  options: WrappedOptions,
  play: (stage: WrappedStage) => Promise<Result>,
): Promise<Result> {
  const api = await StandInApi.start(replies({ type: "text", text: "Done." }));
  try {
    const session = await startWrapped(api, options);
    try {
      return await play(new WrappedStage(session, api, options.release));
    } catch (cause) {
      const [what] = String(cause).split("\n");
      const evidence = ["--- screen", await session.screenText(), "--- log", await wrapperLog(session.home)];
      throw new Error([what, ...evidence].join("\n"), { cause });
    } finally {
      await session.close();
    }
  } finally {
    await api.close();
  }
}

/**
 * A reset at least that far away that this release can name: to the second where its rows have it, else to the
 * minute, which it rounds down. A real account's resets are at whole minutes.
 */
export function nameableReset(release: string, leastMs: number): Date {
  const [unitMs, least] = [isAtLeast(release, "2.1.234") ? 1000 : 60_000, Date.now() + leastMs];
  return new Date(Math.ceil(least / unitMs) * unitMs);
}
