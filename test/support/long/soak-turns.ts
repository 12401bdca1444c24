import { signalProcess } from "../../../src/lab/machine/process-tree.js";
import { limit, type Reply } from "../../../src/lab/api/reply.js";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";
import { CAC } from "../../../src/lab/session/wrapped-session.js";
import { HostClient } from "../../../src/persona/host/host-client.js";
import { StdioClient } from "../mcp/stdio-client.js";
import { processesOf } from "../reality/home-processes.js";
import { lastPrompt, until, type PersonaStage } from "../reality/persona-stage.js";

/** Everything that people and programs do to personas, one thing at a time. */
export class SoakTurns {
  readonly #stage: PersonaStage;
  readonly #tried = new Set<string>();
  readonly #heard = new Set<string>();
  questions = 0;

  constructor(stage: PersonaStage) {
    this.#stage = stage;
    stage.api.script = (request) => this.#reply(request);
  }

  /** Asks, and has the right answer. */
  async ask(name: string): Promise<void> {
    const question = this.#question("say");
    await this.#answered(name, question);
  }

  /** 200 lines there and 50 KB back. */
  async askMuch(name: string): Promise<void> {
    const question = [this.#question("much"), ...Array.from({ length: 200 }, (_, at) => `line ${at}`)].join(
      "\n",
    );
    await this.#answered(name, question);
  }

  async cancel(name: string): Promise<void> {
    const question = this.#question("hold");
    const cancel = new AbortController();
    const asked = this.#stage.ask(name, question, { signal: cancel.signal });
    await this.#isHeard(question);
    cancel.abort();
    expectFault(await asked, "CANCELLED");
  }

  /** Its session is killed in the middle of an answer, which comes all the same. */
  async kill(name: string): Promise<void> {
    await this.#killedAt(name, this.#question("once"));
  }

  /** The same while a tool is at work, which is in a process group of its own. */
  async killAtWork(name: string): Promise<void> {
    await this.#killedAt(name, this.#question("work"));
  }

  async edit(name: string, settings: object): Promise<void> {
    await this.#stage.define(name, `You are ${name}. Edition ${this.questions}.`, settings);
    await this.ask(name);
  }

  async limit(name: string): Promise<void> {
    expectFault(await this.#stage.ask(name, this.#question("limit")), "LIMITED");
  }

  async end(name: string): Promise<void> {
    await this.#stage.cac(["persona", "end", name]);
  }

  /** Asks, and waits until nobody needed it for long enough. */
  async outlast(name: string): Promise<void> {
    await this.ask(name);
    const isThere = async () => (await this.#stage.sessions()).some(({ persona }) => persona === name);
    await until(`the end of ${name}`, async () => !(await isThere()));
  }

  /** Somebody looks into its terminal, makes it wider, and leaves. */
  async chat(name: string): Promise<void> {
    const { environment: env, home } = this.#stage;
    const where = { env, home: home.home, platform: process.platform };
    const host = new HostClient({ where, program: { node: process.execPath, script: CAC } });
    const leaving = new AbortController();
    let shown = 0;
    const over = host.chat({
      persona: name,
      projectRoot: home.project,
      columns: 100,
      rows: 30,
      onBytes: ({ length }) => (shown += length),
      onBegun: (person) => person.resize(120, 50),
      signal: leaving.signal,
    });
    await Promise.race([over, until("its screen", () => shown > 500)]);
    leaving.abort();
    const how = await over;
    host.close();
    if (how !== "left") throw new Error(`the chat with ${name} was over by itself`);
  }

  /** An MCP client that comes, asks, and goes. */
  async overMcp(name: string): Promise<void> {
    const question = this.#question("say");
    const result = await this.#asClient(async (client) => {
      await client.call("listPersonas");
      const asked = await client.call("askPersona", { persona: name, question }, "progress");
      client.hangUp();
      await client.exited;
      return asked;
    });
    const text = JSON.stringify(result["content"]);
    if (!text.includes(answerTo(question))) throw new Error(`${name} was asked ${question} and said ${text}`);
  }

  /** One that is killed in the middle of its question: nobody is left to cancel it. */
  async lostMcp(name: string): Promise<void> {
    const question = this.#question("hold");
    await this.#asClient(async (client) => {
      void client.call("askPersona", { persona: name, question }).catch(() => undefined);
      await this.#isHeard(question);
      client.process.kill("SIGKILL");
      await client.exited;
    });
  }

  async #asClient<T>(work: (client: StdioClient) => Promise<T>): Promise<T> {
    const client = new StdioClient({ env: this.#stage.environment, cwd: this.#stage.home.project });
    try {
      await client.initialize();
      return await work(client);
    } finally {
      client.process.kill("SIGKILL");
    }
  }

  #question(kind: string): string {
    return `${kind} ${++this.questions}`;
  }

  async #answered(name: string, question: string): Promise<void> {
    const answer = await this.#stage.answer(name, question);
    if (answer !== answerTo(question)) throw new Error(`${name} was asked ${question} and said ${answer}`);
  }

  async #killedAt(name: string, question: string): Promise<void> {
    const asked = this.#answered(name, question);
    await Promise.race([asked, this.#isHeard(question)]);
    const { home } = this.#stage.home;
    const isAtWork = (): boolean => processesOf(home).some(({ command }) => command === WORK);
    if (question.startsWith("work")) await until("a tool at work", isAtWork);
    const pid = (await this.#stage.sessions()).find(({ persona }) => persona === name)?.pid;
    if (pid === undefined || !signalProcess(pid, "SIGKILL")) throw new Error(`${name} has no session`);
    await asked;
  }

  async #isHeard(question: string): Promise<void> {
    await until(question, () => this.#heard.has(question));
  }

  #reply(request: ApiRequest): Reply {
    const question = lastPrompt(request);
    const isFirst = !this.#tried.has(question);
    this.#tried.add(question);
    this.#heard.add(question);
    const [kind = ""] = question.split(" ");
    if (kind === "hold" || (kind === "once" && isFirst))
      return { type: "held", text: "It began", released: NEVER };
    if (kind === "limit") return limit("five_hour", new Date(Date.now() + 60_000));
    if (kind === "work" && isFirst) {
      return { type: "toolUse", name: "Bash", input: { command: WORK, description: "Waits" } };
    }
    return { type: "text", text: answerTo(question) };
  }
}

/** What a persona that works needs no leave for. */
export const WORK = "sh wait.sh";
/** In the project: 2.1.325 itself refuses a long `sleep` that is not in the background. */
export const SCRIPT = "wait.sh";
const NEVER = new Promise<void>(() => undefined);

function answerTo(question: string): string {
  const heard = `heard: ${question.split("\n", 1)[0]}`;
  return question.startsWith("much") ? `${heard}\n\n${"much ado ".repeat(5000)}.` : heard;
}

function expectFault(outcome: object, code: string): void {
  if ("fault" in outcome && JSON.stringify(outcome.fault).includes(`"code":"${code}"`)) return;
  throw new Error(`${code} was to come, not ${JSON.stringify(outcome)}`);
}
