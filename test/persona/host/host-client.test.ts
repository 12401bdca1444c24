import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import { isAlive } from "../../../src/host/process-identity.js";
import { whoRuns } from "../../../src/store/process/daemon-lock.js";
import { signalProcess } from "../../../src/lab/machine/process-tree.js";
import { HOST } from "../../../src/persona/host/host-wire.js";
import { callSocket } from "../../../src/store/rpc/rpc-client.js";
import { HostClient } from "../../../src/persona/host/host-client.js";
import { runHost } from "../../../src/persona/host/run-host.js";
import { hostAddress, hostDirectory } from "../../../src/persona/host/host-process.js";
import { faultOf, HostStage } from "../../support/persona/host-stage.js";

const PROGRAM = {
  node: process.execPath,
  script: fileURLToPath(new URL("../../support/persona/fake-host-program.mjs", import.meta.url)),
};
const CLIENT = fileURLToPath(new URL("../../support/persona/fake-client-program.mjs", import.meta.url));

let base: string;
let project: string;
let where: Surroundings;
let clients: HostClient[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-hc-")));
  project = join(base, "project");
  mkdirSync(project);
  where = {
    env: { HOME: base, PATH: process.env["PATH"] },
    home: base,
    platform: process.platform,
  };
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.close();
  // Of those that were slow to start, one follows the one that is ended.
  writeFileSync(join(base, "closed"), "");
  const hosts = existsSync(join(base, "hosts")) ? readFileSync(join(base, "hosts"), "utf8") : "";
  const pids = hosts.split("\n").filter(Boolean).map(Number);
  await vi.waitUntil(() => pids.filter((pid) => signalProcess(pid, "SIGTERM")).length === 0, {
    timeout: 20_000,
    interval: 100,
  });
  // One that just comes still says that it does: only the asynchronous `rm` tries again from the start.
  await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}, 30_000);

test("the first question starts the host, for this user only; it is found by others and ends by itself", async () => {
  where = { ...where, env: { ...where.env, EMPTY_MS: "300", IDLE_MS: "3000" } };
  const progress: string[] = [];
  const asked = await client().ask(
    { persona: "tester", question: "what?", projectRoot: project },
    { onProgress: ({ state, message }) => progress.push(`${state}: ${message}`) },
  );
  const pid = await hostPid();
  expect(asked).toEqual({
    persona: "tester",
    answer: `${pid} what?`,
    sessionId: "conversation-of-tester",
  });
  expect(progress).toEqual([`starting: tester in ${project}`, "working: what?"]);
  const address = (await hostAddress(where)) ?? "";
  expect(statSync(address).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  const other = client();
  expect(await other.status()).toMatchObject([{ persona: "tester", projectRoot: project, questions: 1 }]);
  await expect.poll(hostPid, { timeout: 20_000 }).toBe(undefined);
  await expect.poll(() => isAlive(pid ?? 0, undefined), { timeout: 20_000 }).toBe(false);
  expect(readFileSync(join(hostDirectory(where), "daemon.log"), "utf8")).toContain("nobody needs it");
});

test("a session is started with the login of whoever asks, not of who started the host; it is written nowhere", async () => {
  const token = "placeholder-that-must-not-be-found";
  await client().ask({ persona: "other", question: "what?", projectRoot: project });
  where = { ...where, env: { ...where.env, CLAUDE_CODE_OAUTH_TOKEN: token, MY_SECRET: "mine" } };
  const { answer } = await client().ask({ persona: "tester", question: "login", projectRoot: project });
  expect(JSON.parse(answer)).toEqual({ variables: { CLAUDE_CODE_OAUTH_TOKEN: token }, isWithheld: false });
  const state = dirname(hostDirectory(where));
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const kept = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  expect(kept.filter((text) => text.includes(token))).toEqual([]);
  expect(kept.length).toBeGreaterThan(0);
});

test("all is ended: the host goes too, and the next question starts another", async () => {
  await ask();
  const first = await hostPid();
  // Of one alone it stays: it knows who may log in.
  expect(await client().end({ persona: "tester" })).toBe(1);
  await ask();
  expect(await hostPid()).toBe(first);
  expect(await client().end({})).toBe(1);
  await expect.poll(hostPid, { timeout: 20_000 }).toBe(undefined);
  await ask();
  expect(await hostPid()).not.toBe(first);
  expect(await client().about()).toMatchObject({ version: "1.2.3", sessions: [{ persona: "tester" }] });
});

test("an empty name is nobody's: nothing is ended", async () => {
  await ask();
  expect(await client().end({ persona: "", projectRoot: project })).toBe(0);
  expect(await client().end({ projectRoot: project })).toBe(1);
});

test("without a host nothing is started to hear that nothing runs", async () => {
  expect(await client().status()).toEqual([]);
  expect(await client().end({})).toBe(0);
  expect(await hostPid()).toBe(undefined);
});

test("ended without a host: what is kept is given up, by one that is started for it", async () => {
  await ask();
  await client().ask({ persona: "other", question: "what?", projectRoot: project });
  process.kill((await hostPid()) ?? 0, "SIGTERM");
  await expect.poll(hostPid, { timeout: 20_000 }).toBe(undefined);
  expect(await client().kept({ projectRoot: project })).toBe(2);
  expect(await client().end({ persona: "tester", projectRoot: project })).toBe(0);
  expect(await client().kept({ persona: "tester" })).toBe(0);
  expect(await client().kept({})).toBe(1);
  // Nobody needs it for more than that.
  await expect.poll(hostPid, { timeout: 20_000 }).toBe(undefined);
  expect(await client().endAll()).toBe(0);
  expect(await client().kept({})).toBe(0);
  await expect.poll(hostPid, { timeout: 20_000 }).toBe(undefined);
});

test("many at once are served by one host, each with its own answer", async () => {
  const asked = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const request = { persona: `p${index % 3}`, question: `question ${index}`, projectRoot: project };
      return (await client().ask(request)).answer;
    }),
  );
  const pid = await hostPid();
  const questions = Array.from({ length: 12 }, (_, index) => `question ${index}`);
  expect(asked).toEqual(questions.map((question) => `${pid} ${question}`));
  expect(askedOfSessions().toSorted()).toEqual(questions.toSorted());
  expect(hostStarts()).toBe(1);
});

test("four processes at once from nothing: one host, no question lost or asked twice", async () => {
  const asked = await Promise.all(
    ["who?", "what?", "where?", "when?"].map(async (question) => {
      const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, project, question], {
        env: where.env,
      });
      return stdout;
    }),
  );
  const pid = await hostPid();
  expect(asked).toEqual([`${pid} who?`, `${pid} what?`, `${pid} where?`, `${pid} when?`]);
  expect(askedOfSessions().toSorted()).toEqual(["what?", "when?", "where?", "who?"]);
  expect(hostStarts()).toBe(1);
});

test("a call that was taken while we stood still is not made again", async () => {
  await client().ask({ persona: "tester", question: "first", projectRoot: project });
  const takenWithinMs = 1000;
  const request = {
    persona: "tester",
    question: "second",
    projectRoot: project,
    // As in a machine that was frozen: from right behind the call until it was taken, and our patience is over.
    toJSON: () => {
      queueMicrotask(() => standStill(takenWithinMs * 2, () => askedOfSessions().includes("second")));
      return { persona: "tester", question: "second", projectRoot: project };
    },
  };
  const over = new AbortController().signal;
  const address = (await hostAddress(where)) ?? "";
  const outcome = await callSocket(address, { op: "ask", request }, HOST, { over, takenWithinMs });
  expect(outcome).toMatchObject({ type: "last", reply: { asked: { answer: `${await hostPid()} second` } } });
  expect(askedOfSessions()).toEqual(["first", "second"]);
});

test("a fault comes over as it is", async () => {
  const request = { persona: "nobody", question: "what?", projectRoot: project };
  expect(await faultOf(client().ask(request))).toEqual({
    code: "NO_SUCH_PERSONA",
    message: `there is no persona nobody in ${project}`,
    fix: "cac persona list shows all personas, cac persona new nobody creates it",
  });
});

test("1 MB goes there and back to the letter", async () => {
  const question = `${"Zeile \u{1f600} \"'\\ \t".repeat(55_000)}end`;
  const { answer } = await client().ask({ persona: "tester", question, projectRoot: project });
  expect(answer === `${await hostPid()} ${question}`).toBe(true);
  const tooLong = { persona: "tester", question: "x".repeat(1024 * 1024 + 1), projectRoot: project };
  expect(await faultOf(client().ask(tooLong))).toMatchObject({ code: "BAD_REQUEST" });
});

test("what is more than a host would read is refused before it is sent", async () => {
  const tooLong = { persona: "tester", question: "x".repeat(10 * 1024 * 1024), projectRoot: project };
  expect(await faultOf(client().ask(tooLong))).toEqual({
    code: "BAD_REQUEST",
    message: "the question has 10485760 bytes, the limit is 1048576",
    fix: "put the long part into a file of the project, and name the file in the question",
  });
  expect(await hostPid()).toBe(undefined);
});

test("cancelled by its signal, by close, and by a client that is gone: the session is free again", async () => {
  const request = { persona: "tester", question: "hang", projectRoot: project };
  const [bySignal, byClose] = [new AbortController(), client()];
  const begun: string[] = [];
  const note = ({ state }: { state: string }): void => void begun.push(state);
  const first = faultOf(client().ask(request, { signal: bySignal.signal, onProgress: note }));
  await expect.poll(() => begun, { timeout: 20_000 }).toContain("working");
  bySignal.abort();
  expect(await first).toMatchObject({ code: "CANCELLED", message: "the question to tester was cancelled" });
  begun.length = 0;
  const second = faultOf(byClose.ask(request, { onProgress: note }));
  await expect.poll(() => begun, { timeout: 20_000 }).toContain("working");
  byClose.close();
  expect(await second).toMatchObject({ code: "CANCELLED" });
  const raw = connect((await hostAddress(where)) ?? "");
  raw.write(`${JSON.stringify({ op: "ask", request })}\n`);
  const answered = await new Promise<string>((resolve) => raw.once("data", (data) => resolve(String(data))));
  expect(answered.split("\n")[0]).toBe('{"type":"accepted","againMs":10000,"protocol":2}');
  raw.destroy();
  const asked = await client().ask({ ...request, question: "and now?" });
  expect(asked.answer).toBe(`${await hostPid()} and now?`);
});

test("a host that is killed in the middle is replaced once, and told of after that", async () => {
  const request = { persona: "tester", question: "die", projectRoot: project };
  const progress: string[] = [];
  const fault = faultOf(client().ask(request, { onProgress: ({ state }) => progress.push(state) }));
  expect(await fault).toMatchObject({ code: "FAILED", message: expect.stringContaining("host ended") });
  expect(progress.filter((state) => state === "recovering").length).toBe(1);
  const { answer } = await client().ask({ ...request, question: "again?" });
  expect(answer).toBe(`${await hostPid()} again?`);
});

test("an error that nobody caught is in the log, and the session goes on; after ten the host ends in order", async () => {
  const faulty = fileURLToPath(new URL("../../support/wrapper/fault-on-signal.mjs", import.meta.url));
  where = { ...where, env: { ...where.env, NODE_OPTIONS: `--import=${faulty}` } };
  const log = (): string => readFileSync(join(hostDirectory(where), "daemon.log"), "utf8");
  const logged = (event: string): number => log().split(`"event":"${event}"`).length - 1;
  await ask();
  const pid = (await hostPid()) ?? 0;
  // One after the other: signals that come at once are one.
  const fault = async (): Promise<void> => {
    const before = logged("fault");
    process.kill(pid, "SIGUSR2");
    await expect.poll(() => logged("fault"), { timeout: 20_000 }).toBe(before + 1);
  };
  for (let made = 0; made < 3; made++) await fault();
  expect(log()).toContain("Error: a listener failed");
  expect(log()).toContain("Error: nobody waited");
  expect((await ask()).answer).toBe(`${pid} what?`);
  // Of three, one is a warning only.
  while (logged("fault") < 14) await fault();
  await expect.poll(log, { timeout: 20_000 }).toContain("it failed too often");
  expect((await ask()).answer).not.toBe(`${pid} what?`);
  expect(logged("ending")).toBe(1);
});

test("told to end, it tells those who wait and keeps the conversations", async () => {
  const request = { persona: "tester", question: "hang", projectRoot: project };
  const begun: string[] = [];
  const asked = faultOf(client().ask(request, { onProgress: ({ state }) => begun.push(state) }));
  await expect.poll(() => begun, { timeout: 20_000 }).toContain("working");
  process.kill((await hostPid()) ?? 0, "SIGTERM");
  expect(await asked).toMatchObject({
    code: "CANCELLED",
    message: "the host was ended, before tester had answered",
  });
});

test("a host whose socket was removed listens anew, with the same sessions", async () => {
  const runtime = join(base, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  where = { ...where, env: { ...where.env, XDG_RUNTIME_DIR: runtime, EMPTY_MS: "2000" } };
  await ask();
  const pid = await hostPid();
  const address = (await hostAddress(where)) ?? "";
  expect(address.startsWith(runtime)).toBe(true);
  await rm(runtime, { recursive: true });
  expect(await client().status()).toMatchObject([{ persona: "tester", questions: 1 }]);
  expect((await ask()).answer).toBe(`${pid} what?`);
  const moved = (await hostAddress(where)) ?? "";
  expect(moved).not.toBe(address);
  expect(statSync(moved).mode & 0o777).toBe(0o600);
  // At the place where it listens, too.
  await rm(moved);
  expect((await ask()).answer).toBe(`${pid} what?`);
  expect(await hostAddress(where)).toBe(moved);
  expect(await client().endAll()).toBe(1);
  expect([hostStarts(), existsSync(moved)]).toEqual([1, false]);
});

test("a host that does not answer is told of, with its process, and not that nothing runs", async () => {
  await client().ask({ persona: "tester", question: "what?", projectRoot: project });
  const { pid, since } = (await whoRuns(hostDirectory(where))) ?? { pid: 0, since: "" };
  process.kill(pid, "SIGSTOP");
  try {
    const told = {
      code: "NOT_READY",
      message: `the persona host, process ${pid} since ${since}, does not answer`,
      fix: `kill -KILL ${pid} ends it; the next question starts another host, and goes on with the conversations`,
    };
    expect(await Promise.all([faultOf(client().status()), faultOf(client().endAll())])).toEqual([told, told]);
  } finally {
    process.kill(pid, "SIGCONT");
  }
}, 60_000);

test("a host that stops in the middle of a question is told of, and nobody is asked a second time", async () => {
  where = { ...where, env: { ...where.env, AGAIN_MS: "200" } };
  const request = { persona: "tester", question: "hang", projectRoot: project };
  const progress: string[] = [];
  const asked = faultOf(client().ask(request, { onProgress: ({ state }) => progress.push(state) }));
  await expect.poll(() => progress, { timeout: 20_000 }).toContain("working");
  const { pid, since } = (await whoRuns(hostDirectory(where))) ?? { pid: 0, since: "" };
  process.kill(pid, "SIGSTOP");
  try {
    expect(await asked).toEqual({
      code: "NOT_READY",
      message: `the persona host, process ${pid} since ${since}, does not answer`,
      fix: `kill -KILL ${pid} ends it; the next question starts another host, and goes on with the conversations`,
    });
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(progress).not.toContain("recovering");
  // Awake again, it finds that nobody waits for that question, and is free for the next.
  expect((await ask()).answer).toBe(`${pid} what?`);
  expect(askedOfSessions()).toEqual(["hang", "what?"]);
}, 60_000);

test("whoever waits is told again and again that the host is there; a chat is not", async () => {
  where = { ...where, env: { ...where.env, AGAIN_MS: "200" } };
  await ask();
  const address = (await hostAddress(where)) ?? "";
  const size = { columns: 90, rows: 30 };
  const chat = rawCall(address, { op: "chat", persona: "other", projectRoot: project, ...size });
  await expect.poll(() => chat.types(), { timeout: 20_000 }).toEqual(["accepted", "bytes"]);
  const request = { persona: "tester", question: "hang", projectRoot: project };
  const question = rawCall(address, { op: "ask", request });
  const again = (): number => question.types().filter((type) => type === "accepted").length;
  await expect.poll(again, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(chat.types()).toEqual(["accepted", "bytes"]);
  for (const { socket } of [chat, question]) socket.destroy();
});

test("a host on another machine, or in a container, is named at once", async () => {
  const directory = hostDirectory(where);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const since = "2026-11-15T12:00:00.000Z";
  const note = { version: 1, pid: 4711, place: "there", token: "ab", since, socket: "/run/there.sock" };
  const lock = join(directory, "daemon.lock");
  writeFileSync(lock, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  const told = {
    code: "NOT_READY",
    message: `the persona host runs on another machine or in a container: process 4711 there, since ${since}`,
    fix: `end it there, with cac persona end --all, or have a state directory of your own here (XDG_STATE_HOME); if there is none, remove ${lock}`,
  };
  const request = { persona: "tester", question: "what?", projectRoot: project };
  expect(await faultOf(client().ask(request))).toEqual(told);
  expect(await faultOf(client().status())).toEqual(told);
  expect(await faultOf(client().endAll())).toEqual(told);
});

test("without a place for its lock, the variable that is its own is named", async () => {
  mkdirSync(dirname(hostDirectory(where)), { recursive: true, mode: 0o700 });
  writeFileSync(hostDirectory(where), "");
  const run = runHost({
    where,
    makeHost: () => Promise.reject(new Error("not asked for")),
    signal: new AbortController().signal,
    onReady: () => {},
  });
  await expect(run).rejects.toMatchObject({
    code: "NO_LOCK",
    fix: expect.stringContaining("name another with XDG_STATE_HOME") as string,
  });
});

test("a host that nobody would find does not stay", async () => {
  const stage = new HostStage();
  const lock = join(hostDirectory(where), "daemon.lock");
  const another = JSON.stringify({ version: 1, pid: 1, token: "ab", since: "2026-11-15T12:00:00.000Z" });
  const run = runHost({
    where,
    signal: new AbortController().signal,
    onReady: () => {},
    makeHost: () => {
      // As good as a disk that is full: its own cannot be written any more.
      writeFileSync(lock, another);
      return stage.host();
    },
  });
  await expect(run).rejects.toMatchObject({
    code: "NO_LOCK",
    message: `${lock} cannot be written: nobody would find this process`,
    fix: "make room on its disk, and try again",
  });
  const log = readFileSync(join(hostDirectory(where), "daemon.log"), "utf8");
  expect(log).toContain("nobody would find this process");
  await stage.clear();
});

test("a chat: the screen first, keys there, what it writes back; questions wait until the person leaves", async () => {
  const leaving = new AbortController();
  const seen: string[] = [];
  const person = client();
  const over = person.chat({
    persona: "tester",
    projectRoot: project,
    columns: 90,
    rows: 30,
    onBytes: (bytes) => seen.push(bytes.toString()),
    onBegun: (begun) => {
      begun.resize(100, 31);
      begun.write(Buffer.from("ä1"));
    },
    signal: leaving.signal,
  });
  await expect
    .poll(() => seen.join(""), { timeout: 20_000 })
    .toBe("screen of tester\r\ntyped ä1 at 100x31\r\n");
  const progress: string[] = [];
  const asked = client().ask(
    { persona: "tester", question: "what?", projectRoot: project },
    { onProgress: ({ message }) => progress.push(message) },
  );
  await expect
    .poll(() => progress, { timeout: 20_000 })
    .toContain("somebody is in its terminal (cac persona chat)");
  leaving.abort();
  expect(await over).toBe("left");
  expect((await asked).answer).toBe(`${await hostPid()} what?`);
});

test("a chat with a session that ends", async () => {
  const seen: string[] = [];
  const over = client().chat({
    persona: "tester",
    projectRoot: project,
    columns: 90,
    rows: 30,
    onBytes: (bytes) => seen.push(bytes.toString()),
    onBegun: (begun) => begun.write(Buffer.from("quit")),
    signal: new AbortController().signal,
  });
  expect(await over).toBe("gone");
  expect(seen).toEqual(["screen of tester\r\n"]);
});

test("a socket that is not ours alone is not spoken to, and what is no host is no host", async () => {
  const directory = join(base, "sockets");
  mkdirSync(directory, { mode: 0o700 });
  const address = join(directory, "x.sock");
  const server = createServer((socket) => socket.end("hello\n"));
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const over = new AbortController().signal;
  expect(await callSocket(address, { op: "status" }, HOST, { over })).toEqual({ type: "notTaken" });
  chmodSync(directory, 0o755);
  expect(await callSocket(address, { op: "status" }, HOST, { over })).toEqual({ type: "nobody" });
  server.close();
});

test.each(["not json", "[]", '{"op":"fly"}', '{"op":"ask","request":{"persona":1}}', '{"op":"chat"}'])(
  "a call that is none is refused: %s",
  async (line) => {
    await client().ask({ persona: "tester", question: "what?", projectRoot: project });
    const socket = connect((await hostAddress(where)) ?? "");
    socket.write(`${line}\n`);
    const reply = await new Promise<string>((resolve) =>
      socket.once("data", (data) => resolve(String(data))),
    );
    expect(JSON.parse(reply)).toMatchObject({ type: "fault", fault: { code: "BAD_REQUEST" } });
    socket.destroy();
  },
);

function ask(): ReturnType<HostClient["ask"]> {
  return client().ask({ persona: "tester", question: "what?", projectRoot: project });
}

function client(): HostClient {
  const made = new HostClient({ where, program: PROGRAM });
  clients.push(made);
  return made;
}

/** A connection by hand, and the kinds of lines that came. */
function rawCall(address: string, call: object) {
  const socket = connect(address);
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  socket.write(`${JSON.stringify(call)}\n`);
  const types = (): string[] => [...text.matchAll(/"type":"(\w+)"/g)].map(([, type = ""]) => type);
  return { socket, types };
}

async function hostPid(): Promise<number | undefined> {
  return (await whoRuns(hostDirectory(where)))?.pid;
}

/** What the fake sessions were asked, in order. */
function askedOfSessions(): readonly string[] {
  return readFileSync(join(base, "asked"), "utf8").trimEnd().split("\n");
}

/** How many hosts got as far as to serve. */
function hostStarts(): number {
  const log = readFileSync(join(hostDirectory(where), "daemon.log"), "utf8");
  return log.split("\n").filter((line) => line.includes('"event":"started"')).length;
}

/** Nothing else happens in this process meanwhile. */
function standStill(atLeastMs: number, isEnough: () => boolean): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const since = performance.now();
  const isOver = (): boolean => performance.now() - since > atLeastMs && isEnough();
  while (!isOver() && performance.now() - since < 30_000) Atomics.wait(cell, 0, 0, 20);
}
