import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { processStart } from "../../src/host/process-identity.js";
import { LiveSessions } from "../../src/discover/live-sessions.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";
import { startedDirectory, StartedSessions } from "../../src/discover/started-sessions.js";
import { FakeHome, type FakeClaude } from "../support/discover/fake-claude-process.js";

const GENEROUS = { timeout: 15_000, interval: 10 };
/** Longer than a test: what is told then is told because a file reported its change. */
const NEVER_MS = 10 * 60_000;

let home: FakeHome;
let live: LiveSessions | undefined;
let told: string[];
let sessions: ExternalSession[];
let logged: string[];

beforeEach(() => {
  home = new FakeHome();
  [told, sessions, logged] = [[], [], []];
});

afterEach(async () => {
  live?.close();
  live = undefined;
  await home.remove();
});

describe.skipIf(process.platform !== "linux")("a session that Claude Code registers", () => {
  test("is told once, with all that can be seen of it and no more", async () => {
    const claude = await home.start({ env: { TMUX: "/tmp/tmux-0/default,1,0", TMUX_PANE: "%3" } });
    const sessionId = claude.register();
    await watch();
    await live?.refresh();
    expect(sessions).toEqual([
      {
        sessionId,
        transcript: home.transcriptOf(sessionId),
        cwd: home.project,
        release: "2.1.197",
        reach: {
          process: { pid: claude.pid, start: await processStart(claude.pid) },
          tty: claude.tty,
          env: { TERM: "xterm", TMUX: "/tmp/tmux-0/default,1,0", TMUX_PANE: "%3" },
        },
      },
    ]);
    expect(logged).toEqual([]);
  });

  test("is told as it comes, when its conversation is another, and when it ends", async () => {
    await watch();
    const claude = await home.start();
    const first = claude.register();
    await expectTold(`session ${first}`);
    const second = claude.register();
    await expectTold(`session ${first}`, `left ${first}`, `session ${second}`);
    rmSync(claude.registration);
    await claude.end("SIGTERM");
    await expectTold(`session ${first}`, `left ${first}`, `session ${second}`, `gone ${second}`);
  });

  test("is gone when its process was killed, though its file stays", async () => {
    const claude = await home.start();
    const sessionId = claude.register();
    await watch(100);
    await expectTold(`session ${sessionId}`);
    await claude.end("SIGKILL");
    await expectTold(`session ${sessionId}`, `gone ${sessionId}`);
  });

  test.each([false, true])(
    "lives as long as its process, also without its file (transcript: %s)",
    async (has) => {
      const claude = await home.start();
      const sessionId = claude.register();
      // From which the conversation of a process could be guessed that tells nothing of itself.
      if (has) home.write(sessionId);
      await watch();
      rmSync(claude.registration);
      await live?.refresh();
      await live?.refresh();
      expect(told).toEqual([`session ${sessionId}`]);
      await claude.end("SIGTERM");
      await expectTold(`session ${sessionId}`, `gone ${sessionId}`);
    },
  );

  test("is told at once also while another, that lives on without its file, is looked at but rarely", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const lingering = await home.start();
    const first = lingering.register();
    await watch();
    rmSync(lingering.registration);
    for (let looks = 0; looks < 7; looks++) await live?.refresh();
    await vi.advanceTimersByTimeAsync(500);
    await live?.refresh();
    // The next look by itself is a minute away, and no more than seconds pass here.
    const second = (await home.start()).register();
    await expectTold(`session ${first}`, `session ${second}`);
  });

  test("is not believed about another process with its number", async () => {
    const claude = await home.start();
    claude.register({ procStart: "12" });
    await watch();
    expect(told).toEqual([]);
  });

  test("is none where a program runs it: neither told nor guessed", async () => {
    const claude = await home.start();
    home.write(claude.register({ entrypoint: "sdk-cli" }));
    await watch();
    expect(told).toEqual([]);
  });

  test("counts where it was opened last, and there on when that one ends", async () => {
    const first = await home.start();
    // The start is counted in hundredths of a second.
    await sleep(50);
    const second = await home.start();
    const sessionId = first.register();
    second.register({ sessionId });
    await watch();
    expect(sessions.map(({ reach }) => reach.process?.pid)).toEqual([second.pid]);
    rmSync(second.registration);
    await second.end("SIGTERM");
    await vi.waitFor(
      () => expect(sessions.map(({ reach }) => reach.process?.pid)).toEqual([second.pid, first.pid]),
      GENEROUS,
    );
    expect(told).toEqual([`session ${sessionId}`, `session ${sessionId}`]);
  });

  test("of which the transcript lies in another project's folder is found there", async () => {
    const claude = await home.start();
    const sessionId = claude.register();
    const elsewhere = join(home.configDir, "projects", "-elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    home.write(sessionId);
    renameSync(home.transcriptOf(sessionId), join(elsewhere, `${sessionId}.jsonl`));
    await watch();
    expect(sessions.map(({ transcript }) => transcript)).toEqual([join(elsewhere, `${sessionId}.jsonl`)]);
  });
});

describe.skipIf(process.platform !== "linux")("a session that a hook told of", () => {
  test("is told while its process lives, by what can be seen now, and then forgotten", async () => {
    const claude = await home.start({ env: { STY: "12.screen" } });
    const session = await hookWord(claude);
    await watch();
    const { env } = session.reach;
    expect(env).toEqual({ DISPLAY: ":1" });
    expect(sessions).toEqual([
      { ...session, reach: { ...session.reach, tty: claude.tty, env: { TERM: "xterm", STY: "12.screen" } } },
    ]);
    await claude.end("SIGKILL");
    await live?.refresh();
    expect(told).toEqual([`session ${session.sessionId}`, `gone ${session.sessionId}`]);
    expect(readdirSync(startedDirectory(home.configDir))).toEqual([]);
  });

  test("is told as soon as it is known", async () => {
    await watch();
    const claude = await home.start();
    const { sessionId } = await hookWord(claude);
    await expectTold(`session ${sessionId}`);
  });

  test("is believed about its transcript, but not against the registry about its conversation", async () => {
    const claude = await home.start();
    const { sessionId, transcript } = await hookWord(claude);
    claude.register({ sessionId });
    await watch();
    expect(sessions).toMatchObject([{ sessionId, transcript, release: "2.1.197" }]);
    const next = claude.register();
    await expectTold(`session ${sessionId}`, `left ${sessionId}`, `session ${next}`);
    expect(sessions[1]?.transcript).toBe(home.transcriptOf(next));
  });
});

describe.skipIf(process.platform !== "linux")("a session that tells nothing of itself", () => {
  test.each(["script", "titled", "native"] as const)(
    "has the conversation that is written in its project (%s)",
    async (kind) => {
      const old = randomUUID();
      home.write(old);
      utimesSync(home.transcriptOf(old), new Date(0), new Date(0));
      const claude = await home.start({ kind });
      await watch();
      expect(told).toEqual([]);
      const [first, second] = [randomUUID(), randomUUID()];
      home.write(first);
      await expectTold(`session ${first}`);
      expect(sessions).toEqual([
        {
          sessionId: first,
          transcript: home.transcriptOf(first),
          cwd: home.project,
          release: "2.0.72",
          reach: {
            process: { pid: claude.pid, start: await processStart(claude.pid) },
            tty: claude.tty,
            env: { TERM: "xterm" },
          },
        },
      ]);
      home.write(second);
      await expectTold(`session ${first}`, `left ${first}`, `session ${second}`);
      home.write(first);
      await expectTold(
        `session ${first}`,
        `left ${first}`,
        `session ${second}`,
        `left ${second}`,
        `session ${first}`,
      );
      await claude.end("SIGTERM");
      await live?.refresh();
      expect(told.at(-1)).toBe(`gone ${first}`);
    },
  );

  test("is found by its transcript also where the registry names its first conversation for ever", async () => {
    const claude = await home.start();
    const first = claude.register({ updatedAt: undefined, version: undefined, procStart: undefined });
    const second = randomUUID();
    home.write(first, "2.1.75");
    await watch();
    expect(told).toEqual([`session ${first}`]);
    home.write(second, "2.1.75");
    await expectTold(`session ${first}`, `left ${first}`, `session ${second}`);
  });

  test("is not guessed where two share a project; what was known stays, and what is written later counts", async () => {
    const first = await home.start();
    const [known, unknown, later] = [randomUUID(), randomUUID(), randomUUID()];
    home.write(known);
    await watch();
    expect(told).toEqual([`session ${known}`]);
    const second = await home.start();
    home.write(unknown);
    await live?.refresh();
    expect(told).toEqual([`session ${known}`]);
    expect(logged).toEqual([
      `2 sessions that tell nothing of themselves share ${home.transcripts}: which has which conversation is not known`,
    ]);
    home.write(known);
    await first.end("SIGKILL");
    await live?.refresh();
    expect(told).toEqual([`session ${known}`, `gone ${known}`]);
    // The times of files are counted in steps.
    await sleep(50);
    home.write(later);
    await expectTold(`session ${known}`, `gone ${known}`, `session ${later}`);
    expect(sessions.at(-1)?.reach.process?.pid).toBe(second.pid);
  });

  test("leaves to others what is known to be theirs", async () => {
    const registered = await home.start();
    const theirs = registered.register();
    const silent = await home.start();
    const ours = randomUUID();
    home.write(ours);
    home.write(theirs);
    await watch();
    const byPid = Object.fromEntries(sessions.map(({ sessionId, reach }) => [reach.process?.pid, sessionId]));
    expect(byPid).toEqual({ [registered.pid]: theirs, [silent.pid]: ours });
  });

  test.each([
    ["keeps its files elsewhere", { env: { CLAUDE_CONFIG_DIR: "/nowhere" } }],
    ["has no terminal", { hasTerminal: false }],
  ])("is none of ours where it %s", async (_, options) => {
    await home.start(options);
    home.write(randomUUID());
    await watch();
    expect(told).toEqual([]);
  });
});

test("a machine without Claude Code has no sessions, and no trouble", async () => {
  rmSync(home.configDir, { recursive: true });
  await watch();
  expect({ told, logged }).toEqual({ told: [], logged: [] });
});

test("nothing is told after the end", async () => {
  const claude = await home.start();
  claude.register();
  live = open(NEVER_MS);
  live.close();
  await live.refresh();
  expect(told).toEqual([]);
});

function open(pollMs: number): LiveSessions {
  return new LiveSessions({
    configDir: home.configDir,
    pollMs,
    onSession: (session) => {
      sessions.push(session);
      told.push(`session ${session.sessionId}`);
    },
    onGone: (sessionId) => told.push(`gone ${sessionId}`),
    onLeft: (sessionId) => told.push(`left ${sessionId}`),
    log: (message) => logged.push(message),
  });
}

async function watch(pollMs = NEVER_MS): Promise<void> {
  live = open(pollMs);
  await live.refresh();
}

async function expectTold(...events: string[]): Promise<void> {
  await vi.waitFor(() => expect(told).toEqual(events), GENEROUS);
}

async function hookWord(claude: FakeClaude): Promise<ExternalSession> {
  const session: ExternalSession = {
    sessionId: randomUUID(),
    transcript: join(home.root, "told by the hook.jsonl"),
    cwd: home.project,
    release: "2.0.72",
    reach: {
      process: { pid: claude.pid, start: await processStart(claude.pid) },
      tty: undefined,
      env: { DISPLAY: ":1" },
    },
  };
  const started = new StartedSessions(startedDirectory(home.configDir), (message) => logged.push(message));
  expect(await started.save(session)).toBeUndefined();
  return session;
}
