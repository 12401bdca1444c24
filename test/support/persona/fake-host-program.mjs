// The program of a persona host whose sessions are fakes: `node fake-host-program.mjs persona-host`. Built code only.
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";

import { surroundings } from "../../../dist/host/paths.js";
import { recordFile } from "../../../dist/persona/host/host-process.js";
import { HostRecord } from "../../../dist/persona/host/host-record.js";
import { HOST_SETTINGS } from "../../../dist/persona/host/host-settings.js";
import { LocalHost } from "../../../dist/persona/host/host.js";
import { Memory } from "../../../dist/persona/memory/memory.js";
import { DEFAULT_LIMITS } from "../../../dist/persona/definition/persona.js";
import { runHost } from "../../../dist/persona/host/run-host.js";

const where = surroundings();
// One that starts late, when the test is over, must neither stay nor write: it says that it is there, and then looks.
if (!existsSync(where.home)) process.exit();
appendFileSync(join(where.home, "hosts"), `${process.pid}\n`);
if (existsSync(join(where.home, "closed"))) process.exit();
const ending = new AbortController();
process.once("SIGTERM", () => ending.abort());

class Session {
  pid = undefined;
  isBusy = false;
  exited = new Promise((resolve) => (this.exit = resolve));

  constructor({ persona, resume, login }) {
    this.persona = persona;
    this.login = login;
    this.sessionId = resume ?? `conversation-of-${persona.name}`;
  }

  async ask(question, { signal, onProgress }) {
    appendFileSync(join(where.home, "asked"), `${question.slice(0, 20)}\n`);
    onProgress({ state: "working", message: question.slice(0, 20) });
    if (question === "die") process.kill(process.pid, "SIGKILL");
    if (question === "login") return { type: "answered", text: JSON.stringify(this.login) };
    if (question === "limited") return { type: "limited", until: new Date("2026-11-16T10:53:38Z") };
    if (question === "hang") {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { type: "cancelled" };
    }
    return { type: "answered", text: `${process.pid} ${question}` };
  }

  interrupt = async () => true;
  end = async () => this.exit();

  attach(size, onData) {
    let [{ columns, rows }, isThere] = [size, true];
    return {
      write: (bytes) => {
        if (bytes.toString() === "quit") this.exit();
        else if (isThere) onData(Buffer.from(`typed ${bytes} at ${columns}x${rows}\r\n`));
      },
      resize: (to) => ({ columns, rows } = to),
      detach: () => (isThere = false),
    };
  }

  snapshot() {
    return `screen of ${this.persona.name}\r\n`;
  }
}

const ran = await runHost({
  where,
  version: "1.2.3",
  signal: ending.signal,
  emptyMs: Number(process.env["EMPTY_MS"] ?? 60_000),
  againMs: Number(process.env["AGAIN_MS"] ?? 10_000),
  onReady: () => undefined,
  makeHost: async (log) =>
    new LocalHost({
      settings: { ...HOST_SETTINGS, retryMs: 1 },
      log,
      alert: () => undefined,
      findPersona: async (name) =>
        name === "nobody"
          ? undefined
          : {
              name,
              origin: "global",
              description: "",
              identity: "",
              model: undefined,
              allowedTools: [],
              permissionMode: undefined,
              limits: { ...DEFAULT_LIMITS, idleMs: Number(process.env["IDLE_MS"] ?? 60_000) },
            },
      start: async (order) => new Session(order),
      startedWith: () => "",
      record: await HostRecord.load(recordFile(where), { log }),
      memoryOf: ({ name, limits }, projectRoot) =>
        new Memory({ stateDirectory: where.home, persona: name, projectRoot, mostBytes: limits.memoryBytes }),
      systemPrompt: async () => "",
    }),
});
process.exitCode = ran ? 0 : Number(process.env["WHEN_TAKEN"] ?? 0);
