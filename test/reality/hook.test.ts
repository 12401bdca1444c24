import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "vitest";
import type { PtySession } from "../../src/lab/session/pty-session.js";
import { limit } from "../../src/lab/api/reply.js";
import { startSession } from "../../src/lab/session/start-session.js";
import { replies, StandInApi, type Script } from "../../src/lab/api/stand-in-api.js";
import { Inbox, inboxDir, type InboxEvent } from "../../src/discover/inbox.js";
import { CAC } from "../support/cli/run-cac.js";

const ALL_HOOKS = ["SessionStart", "Stop", "StopFailure", "SessionEnd"];
const SOON = { timeout: 30_000 };
/** Not that of its own terminal: what the user's settings add to the environment of hooks tells nothing of it. */
const ADDED = { STY: "1.added.by-settings" };
const OWN = { STY: "4711.pts-9.box", WINDOW: "2" };

describe.concurrent("the hook, run by a real session", () => {
  // Each with the hooks that it takes: a name that a release does not know would break all of its settings.
  it.for([
    { release: "2.1.325", hooks: ALL_HOOKS, kind: "five-hour" },
    { release: "2.1.197", hooks: ALL_HOOKS, kind: "five-hour" },
    // Without StopFailure, Stop tells of a limit too; 2.1.32 writes the row some 150 ms after it has started the hook.
    { release: "2.1.32", hooks: ["SessionStart", "Stop"], kind: "five-hour" },
    { release: "2.0.72", hooks: ["SessionStart", "Stop"], kind: "five-hour" },
    // Its words name no kind.
    { release: "1.0.64", hooks: ["SessionStart", "Stop"], kind: "unknown" },
  ])("$release at a limit: one event, with its reset", async ({ release, hooks, kind }, { expect }) => {
    const resetsAt = new Date(Math.floor(Date.now() / 60_000 + 180) * 60_000);
    await using scene = await hooked(release, hooks, replies(limit("five_hour", resetsAt)));
    const { session, events } = scene;
    await expect.poll(() => events, SOON).toHaveLength(1);
    await prompt(session);
    await session.waitFor(/hit your|limit reached/);
    await expect.poll(() => events, SOON).toHaveLength(2);
    await session.settle();
    const [start, stop] = events;
    expect(start?.event).toBe("sessionStarted");
    expect(stop).toMatchObject({
      event: "limit",
      session: { sessionId: start?.session.sessionId, cwd: session.home.project, release },
      stop: { kind, resetsAt: resetsAt.toISOString(), waitingHelps: true },
    });
    const { transcript = "", reach } = stop!.session;
    expect(dirname(dirname(transcript))).toBe(join(session.home.home, ".claude", "projects"));
    expect(reach).toEqual({
      process: { pid: session.pid, start: expect.stringMatching(/:\d+$/) as string },
      tty: expect.stringMatching(/^\/dev\/pts\/\d+$/) as string,
      env: { ...OWN, TERM: "xterm-256color" },
    });
    expect(start?.session.reach).toEqual(reach);
    // Nothing of ours stays on the screen (2.0.72 says "running stop hook" meanwhile), and there was nothing to complain of.
    await expect.poll(() => session.screenText(), SOON).not.toMatch(/hook/i);
    expect(scene.troubles()).toEqual([]);
    expect(events).toHaveLength(2);
  });

  // Its StopFailure names the session's own transcript.
  it.for(["2.1.325", "2.1.197"])(
    "%s: a subagent's limit is not the session's",
    async (release, { expect }) => {
      const agent = { description: "Look", prompt: "Look around", subagent_type: "general-purpose" };
      const script = replies(
        { type: "toolUse", name: "Agent", input: agent },
        limit("five_hour", new Date(Date.now() + 3_600_000)),
        { type: "text", text: "All done here." },
      );
      await using scene = await hooked(release, ["SessionStart", "StopFailure", "SessionEnd"], script);
      const { session, events } = scene;
      await prompt(session);
      await session.waitFor(/All done here/);
      await session.settle(1000);
      await session.type("/exit");
      await session.waitFor(/[❯>]\s+\/exit/);
      await session.settle(300);
      await session.press("enter");
      await expect.poll(() => events.at(-1)?.event, SOON).toBe("sessionEnded");
      expect(events.map(({ event }) => event)).toEqual(["sessionStarted", "sessionEnded"]);
      expect(scene.troubles()).toEqual([]);
    },
  );
});

interface Scene extends AsyncDisposable {
  readonly session: PtySession;
  readonly events: readonly InboxEvent[];
  /** What was wrong with the inbox, and whether a hook had to log anything. */
  troubles(): readonly string[];
}

/** A session whose settings have our hook at these events. */
async function hooked(release: string, hooks: readonly string[], script: Script): Promise<Scene> {
  const api = await StandInApi.start(script);
  const command = `'${process.execPath}' '${CAC}' hook claude-auto-continue`;
  const entry = [{ hooks: [{ type: "command", command }] }];
  const settings = { env: ADDED, hooks: Object.fromEntries(hooks.map((name) => [name, entry])) };
  // Auto mode would ask the API whether a subagent may be started.
  const args = ["--permission-mode", "default"];
  const session = await startSession(api, { release, settings, args, environment: OWN });
  const autoResume = join(session.home.home, ".claude", "auto-resume");
  const [events, troubles]: [InboxEvent[], string[]] = [[], []];
  const inbox = new Inbox(inboxDir(autoResume), {
    onEvent: (event) => events.push(event),
    onBad: (file, why) => troubles.push(`${file} ${why}`),
    pollMs: 1000,
  });
  return {
    session,
    events,
    troubles: () => [...troubles, ...["hook.log"].filter((name) => existsSync(join(autoResume, name)))],
    [Symbol.asyncDispose]: async () => {
      inbox.close();
      await session.close();
      await api.close();
    },
  };
}

async function prompt(session: PtySession): Promise<void> {
  await session.waitFor(/^[│\s]*[❯>]/m);
  await session.settle();
  await session.type("run the tests");
  await session.waitFor(/[❯>]\s+run the tests/);
  await session.settle(300);
  await session.press("enter");
}
