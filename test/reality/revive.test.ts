import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";

import type { ReviveOptions } from "../../src/daemon/revive/revival.js";
import { revive } from "../../src/daemon/revive/revive.js";
import { readScreen } from "../../src/claude/screen/screen-reading.js";
import type { Screen } from "../../src/claude/screen/screen.js";
import { samplesOf, settle } from "../../src/driver/settle.js";
import { tmuxTransport } from "../../src/transport/multiplexer/tmux.js";
import { isAttended, isRefusal } from "../../src/transport/transport.js";
import { labEnvironment, labPath } from "../../src/lab/isolated-home.js";
import { installedRelease } from "../../src/lab/release-cache.js";
import { limit, type Reply } from "../../src/lab/reply.js";
import { LAB_TIME_ZONE, startSession } from "../../src/lab/session.js";
import { StandInApi, type ApiRequest } from "../../src/lab/stand-in-api.js";
import { ensureTmux } from "../../src/lab/tmux-session.js";
import { endTree } from "../../src/lab/process-tree.js";
import { readProcess } from "../../src/host/process-table.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";

const RELEASE = "2.1.325";
// Else a line of the wait that ended with its process is shown again, as if it were on.
const NATIVE_OFF = { autoContinueAtUsageLimit: false };
const PROMPT = "make the parser skip blank lines";
const SOON = { timeout: 60_000, interval: 200 };
const ANSWER = "The parser skips them now.";

it.concurrent("a killed conversation goes on headless, and is asked once", () =>
  afterKill(async ({ api, session, options }) => {
    const both = [await revive(session, options), await revive(session, options)];
    expect(both.map(({ type }) => type)).toEqual(["headless", "begun"]);
    const [revival] = both;
    if (revival?.type !== "headless") throw new Error(JSON.stringify(revival));
    expect([await revival.ended, await readFile(revival.log, "utf8")]).toEqual([0, `${ANSWER}\n`]);
    expect(said(api.conversation().at(-1))).toEqual([PROMPT, "continue"]);
    expect(await rowsOf(session)).toEqual([PROMPT, "limit", "continue", ANSWER]);
  }),
);

it.concurrent("a killed conversation is opened in tmux, where a way leads to its prompt", () => {
  ensureTmux();
  return afterKill(async ({ api, session, options, root }) => {
    const tmuxSocket = join(root, "tmux.socket");
    const tmux = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)("tmux", ["-S", tmuxSocket, ...args])).stdout;
    const asked = api.conversation().length;
    try {
      const revival = await revive(session, { ...options, how: "tmux", tmuxSocket });
      if (revival.type !== "tmux") throw new Error(JSON.stringify(revival));
      expect(revival.attach).toBe(
        `tmux -S ${tmuxSocket} attach -t claude-project-${session.sessionId.slice(0, 8)}`,
      );
      const idle = { state: "idle", draft: undefined, limit: { kind: "weekly" } };
      await vi.waitFor(async () => expect(await look(revival.session)).toMatchObject(idle), SOON);
      expect(await tmux("capture-pane", "-p")).toContain(`❯ ${PROMPT}`);
      expect(api.conversation()).toHaveLength(asked);
    } finally {
      endTree(Number(await tmux("list-panes", "-F", "#{pane_pid}")));
      await tmux("kill-server").catch(() => "gone with its last pane");
    }
  });
});

interface Killed {
  readonly api: StandInApi;
  readonly session: ExternalSession;
  readonly options: ReviveOptions;
  readonly root: string;
}

/** A session that stood at its weekly limit when its process was killed. From then on the API answers. */
async function afterKill(play: (killed: Killed) => Promise<void>): Promise<void> {
  let reply: Reply = limit("seven_day", new Date(Date.now() + 3_600_000));
  const api = await StandInApi.start(() => reply);
  const session = await startSession(api, { release: RELEASE, settings: NATIVE_OFF });
  try {
    await session.waitFor(/❯/);
    await session.settle();
    await session.type(PROMPT);
    await session.settle();
    await session.press("enter");
    await session.waitFor(/hit your weekly limit/i);
    const row = await vi.waitFor(async () => {
      const found = (await session.transcript()).find(({ isApiErrorMessage }) => isApiErrorMessage === true);
      if (found === undefined) throw new Error("the limit has no row yet");
      return found;
    }, SOON);
    const { pid } = session;
    const live = await readProcess(pid);
    session.signal("SIGKILL");
    await session.exited();
    reply = { type: "text", text: ANSWER };

    const { home, project, root, account } = session.home;
    const claude = await installedRelease(RELEASE);
    const lab = { home, apiUrl: api.url, account, timeZone: LAB_TIME_ZONE, path: labPath() };
    const directory = join(home, ".claude", "auto-resume");
    await mkdir(directory, { mode: 0o700 });
    const sessionId = String(row["sessionId"]);
    const transcript = join(
      home,
      ".claude",
      "projects",
      project.replace(/[^a-zA-Z0-9]/g, "-"),
      `${sessionId}.jsonl`,
    );
    await play({
      api,
      root,
      session: {
        sessionId,
        transcript,
        cwd: project,
        release: RELEASE,
        reach: { process: { pid, start: live?.start }, tty: live?.tty, env: {} },
      },
      options: {
        how: "headless",
        prompt: "continue",
        once: String(row["timestamp"]),
        directory,
        where: { env: labEnvironment(lab), home, platform: process.platform },
        claude,
      },
    });
  } finally {
    await session.close();
    await api.close();
  }
}

async function look(session: ExternalSession): Promise<unknown> {
  const found = await tmuxTransport().open(session);
  if (isRefusal(found) || isAttended(found) || !found.screen) return found;
  const read = (screen: Screen) => readScreen(screen, { now: new Date(), timeZone: LAB_TIME_ZONE });
  return (await settle(samplesOf(found.screen, read), { timeoutMs: 10_000, everyMs: 75 }))?.reading;
}

/** The texts of the user's messages, without what Claude Code adds of its own. */
function said(request: ApiRequest | undefined): string[] {
  const body = request?.body as { messages: { role: string; content: unknown }[] } | undefined;
  const messages = body?.messages ?? [];
  return messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) =>
      typeof content === "string" ? [{ text: content }] : (content as { text?: string }[]),
    )
    .map(({ text = "" }) => text.trim())
    .filter((text) => !/^(?:<system-reminder>|$)/.test(text));
}

/** What the transcript says, in its order: prompts, answers, limits. */
async function rowsOf({ transcript }: ExternalSession): Promise<string[]> {
  const lines = (await readFile(transcript ?? "", "utf8")).trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line) as Row).filter(({ isMeta }) => isMeta !== true);
  return rows.flatMap(({ type, isApiErrorMessage, message }) => {
    if (type !== "user" && type !== "assistant") return [];
    if (isApiErrorMessage === true) return ["limit"];
    const { content } = message;
    return typeof content === "string" ? [content] : content.flatMap(({ text }) => text ?? []);
  });
}

interface Row {
  readonly type: string;
  readonly isMeta?: boolean;
  readonly isApiErrorMessage?: boolean;
  readonly message: { readonly content: string | readonly { readonly text?: string }[] };
}
