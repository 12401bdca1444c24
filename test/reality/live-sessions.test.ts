import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { it } from "vitest";
import type { LabSession } from "../../src/lab/lab-session.js";
import { startSession } from "../../src/lab/session.js";
import { replies, StandInApi } from "../../src/lab/stand-in-api.js";
import { processStart } from "../../src/host/process-identity.js";
import { LiveSessions } from "../../src/discover/live-sessions.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";

const GENEROUS = { timeout: 60_000, interval: 100 };
/** Longer than a test: what is told then is told because a file reported its change. */
const NEVER_MS = 10 * 60_000;

// 2.1.325 registers its sessions; 2.1.75 registers the first conversation only; the others tell nothing of themselves.
it.for(["2.1.325", "2.1.75", "2.0.72", "1.0.64"])(
  "%s is found with its conversation, through /clear, to its end",
  { concurrent: true },
  async (release, { expect }) => {
    const api = await StandInApi.start(replies({ type: "text", text: "All 12 tests pass." }));
    const environment = { TMUX: "/nowhere/tmux,1,0", TMUX_PANE: "%7" };
    const session = await startSession(api, { release, environment });
    const [sessions, ends]: [ExternalSession[], string[]] = [[], []];
    const live = new LiveSessions({
      configDir: join(session.home.home, ".claude"),
      pollMs: NEVER_MS,
      onSession: (session) => sessions.push(session),
      onGone: (sessionId) => ends.push(`gone ${sessionId}`),
      onLeft: (sessionId) => ends.push(`left ${sessionId}`),
      log: (message) => ends.push(message),
    });
    try {
      await session.waitFor(/^[│\s]*[❯>]/m);
      await session.settle();
      // A start that no file tells of is the poll's to find.
      await live.refresh();
      await say(session, "run the tests");
      await expect.poll(() => sessions.at(-1)?.release, GENEROUS).toBe(release);
      const [first] = await idsInTranscript(session);
      expect(sessions.at(-1)).toEqual(await seenFromHere(session, release, first));
      expect(new Set(sessions.map(({ sessionId }) => sessionId))).toEqual(new Set([first]));

      await say(session, "/clear", /^(?![^]*All 12)/);
      await say(session, "run them again");
      await expect.poll(() => new Set(sessions.map(({ sessionId }) => sessionId)).size, GENEROUS).toBe(2);
      const second = (await idsInTranscript(session)).find((id) => id !== first);
      expect(sessions.at(-1)).toEqual(await seenFromHere(session, release, second));
      expect(ends).toEqual([`left ${first}`]);

      await say(session, "/exit", undefined);
      await session.exited();
      // The registry's entry goes a moment before the process; without one, the poll finds it.
      if (release !== "2.1.325") await live.refresh();
      await expect.poll(() => ends, GENEROUS).toEqual([`left ${first}`, `gone ${second}`]);
    } finally {
      live.close();
      await session.close();
      await api.close();
    }
  },
);

async function say(
  session: LabSession,
  text: string,
  then: RegExp | undefined = /All 12 tests pass\./,
): Promise<void> {
  await session.type(text);
  // Enter that is read together with the text would be a line break of a paste.
  await session.waitFor((screen) => screen.includes(text));
  await session.settle(400);
  await session.press("enter");
  if (then !== undefined) await session.waitFor(then);
  await session.settle();
}

async function idsInTranscript(session: LabSession): Promise<string[]> {
  const ids = (await session.transcript()).flatMap(({ sessionId }) =>
    typeof sessionId === "string" ? [sessionId] : [],
  );
  return [...new Set(ids)];
}

/** The same, from what the lab and `ps` know. */
async function seenFromHere(session: LabSession, release: string, sessionId = ""): Promise<ExternalSession> {
  const { home, pid } = session;
  const folder = home.project.replaceAll(/\W|_/g, "-");
  const tty = execFileSync("ps", ["-o", "tty=", "-p", String(pid)], { encoding: "utf8" }).trim();
  return {
    sessionId,
    transcript: join(home.home, ".claude", "projects", folder, `${sessionId}.jsonl`),
    cwd: home.project,
    release,
    reach: {
      process: { pid, start: await processStart(pid) },
      tty: `/dev/${tty}`,
      env: { TERM: "xterm-256color", TMUX: "/nowhere/tmux,1,0", TMUX_PANE: "%7" },
    },
  };
}
