import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import {
  isolatedHome,
  labEnvironment,
  labPath,
  type HomeOptions,
  type IsolatedHome,
} from "../../../src/lab/machine/isolated-home.js";
import { field } from "../../../src/lab/json-value.js";
import { undoOnExit } from "../../../src/lab/machine/left-behind.js";
import { endTree, signalProcess } from "../../../src/lab/machine/process-tree.js";
import { installedRelease } from "../../../src/lab/machine/release-cache.js";
import type { Reply } from "../../../src/lab/api/reply.js";
import { LAB_TIME_ZONE } from "../../../src/lab/session/start-session.js";
import { StandInApi, type ApiRequest } from "../../../src/lab/api/stand-in-api.js";
import { CAC } from "../../../src/lab/session/wrapped-session.js";
import type { Asked, HostFault, PersonaStatus } from "../../../src/persona/host/host-protocol.js";

export interface PersonaStageOptions extends HomeOptions {
  /** The user's personas: what each CLAUDE.md says. */
  readonly personas?: Readonly<Record<string, string>>;
  /** Settings of ours. */
  readonly cac?: object;
}

export interface AskOptions {
  /** More arguments for `cac persona ask`. */
  readonly args?: readonly string[];
  /** Ctrl+C of the person who asked. */
  readonly signal?: AbortSignal;
}

interface CallOptions {
  readonly input?: string;
  readonly signal?: AbortSignal;
}

interface Called {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `cac persona ask --json` says. */
export type AskOutcome = Asked | { readonly fault: HostFault };

/** A home with personas in it, the stand-in API, and `cac` as a person would call it. */
export class PersonaStage {
  readonly release: string;
  readonly home: IsolatedHome;
  readonly api: StandInApi;
  readonly environment: Readonly<Record<string, string>>;

  constructor(release: string, home: IsolatedHome, api: StandInApi, claude: string) {
    this.release = release;
    this.home = home;
    this.api = api;
    this.environment = labEnvironment({
      home: home.home,
      apiUrl: api.url,
      account: home.account,
      timeZone: LAB_TIME_ZONE,
      path: `${binOf(home)}:${dirname(claude)}:${labPath()}`,
    });
  }

  /** The model answers each question by this, from now on. */
  answerBy(reply: (question: string, request: ApiRequest) => Reply | Promise<Reply>): void {
    this.api.script = (request) => reply(lastPrompt(request), request);
  }

  async ask(persona: string, question: string, options: AskOptions = {}): Promise<AskOutcome> {
    const args = ["persona", "ask", persona, "-", "--json", ...(options.args ?? [])];
    return (await this.#json(args, { ...options, input: question })) as AskOutcome;
  }

  /** The answer's text; throws where there is none. */
  async answer(persona: string, question: string, options: AskOptions = {}): Promise<string> {
    const outcome = await this.ask(persona, question, options);
    if ("answer" in outcome) return outcome.answer;
    throw new Error(`no answer of ${persona}: ${JSON.stringify(outcome.fault)}`);
  }

  async cac(args: readonly string[], { input = "", signal }: CallOptions = {}): Promise<Called> {
    const child = spawn(process.execPath, [CAC, ...args], { cwd: this.home.project, env: this.environment });
    const interrupt = (): void => void child.kill("SIGINT");
    signal?.addEventListener("abort", interrupt, { once: true });
    // One that refuses at once does not read.
    child.stdin.on("error", () => undefined).end(input);
    const ended = once(child, "exit") as Promise<[number | null]>;
    const [stdout, stderr, [code]] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended]);
    signal?.removeEventListener("abort", interrupt);
    return { code, stdout, stderr };
  }

  async sessions(): Promise<readonly PersonaStatus[]> {
    return (await this.#json(["persona", "status", "--json"])) as PersonaStatus[];
  }

  /** The one that runs; throws where it is not exactly one. */
  async session(): Promise<PersonaStatus & { readonly pid: number }> {
    const [session, ...others] = await this.sessions();
    if (session?.pid === undefined || others.length > 0) {
      throw new Error(`not one session: ${JSON.stringify([session, ...others])}`);
    }
    return { ...session, pid: session.pid };
  }

  /** What the conversation's requests say, oldest first. */
  requests(): readonly ApiRequest[] {
    return this.api.conversation();
  }

  /** Waits until so many requests of a conversation have come. */
  async requested(count: number): Promise<void> {
    await until(`${count} requests`, () => this.requests().length >= count);
  }

  hostPid(): number | undefined {
    const file = join(this.#hostDirectory, "daemon.lock");
    if (!existsSync(file)) return undefined;
    const pid = field(JSON.parse(readFileSync(file, "utf8")), "pid");
    return typeof pid === "number" ? pid : undefined;
  }

  hostLog(): Promise<string> {
    return readFile(join(this.#hostDirectory, "daemon.log"), "utf8").catch(() => "");
  }

  /** Resolves when it is gone, and its sessions with it. */
  async endHost(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const pid = this.hostPid();
    if (pid === undefined) return;
    const sessions = (await this.sessions()).flatMap((session) => session.pid ?? []);
    signalProcess(pid, signal);
    await until("the host's end", () => [pid, ...sessions].every((each) => !signalProcess(each, 0)));
  }

  /** Writes a persona of the user's anew. */
  async define(name: string, identity: string, settings?: object): Promise<void> {
    const folder = join(this.home.home, ".config", "claude-auto-continue", "personas", name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "CLAUDE.md"), identity);
    if (settings !== undefined) await writeFile(join(folder, "persona.json"), JSON.stringify(settings));
  }

  async #json(args: readonly string[], options?: CallOptions): Promise<unknown> {
    const called = await this.cac(args, options);
    try {
      return JSON.parse(called.stdout);
    } catch (cause) {
      throw new Error(`cac ${args.join(" ")} gave no JSON but ${JSON.stringify(called)}`, { cause });
    }
  }

  get #hostDirectory(): string {
    return join(this.home.home, ".local", "state", "claude-auto-continue", "persona-host");
  }
}

export async function onPersonaStage<Result>(
  options: PersonaStageOptions,
  play: (stage: PersonaStage) => Promise<Result>,
): Promise<Result> {
  const claude = await installedRelease(options.release);
  const api = await StandInApi.start(() => ({ type: "text", text: "Nobody has told me what to say." }));
  const home = await isolatedHome(options);
  const stage = new PersonaStage(options.release, home, api, claude);
  // The host is a process of its own, and outlives whoever asked.
  const endAtOnce = (): void => {
    const pid = stage.hostPid();
    if (pid !== undefined && signalProcess(pid, 0)) endTree(pid);
  };
  const isOver = undoOnExit(endAtOnce);
  try {
    await install(home);
    await writeSettings(home, options.cac ?? {});
    for (const [name, identity] of Object.entries(options.personas ?? { ada: ADA })) {
      await stage.define(name, identity);
    }
    return await play(stage);
  } catch (cause) {
    throw new Error(`${String(cause)}\n--- the host's log\n${await stage.hostLog()}`, { cause });
  } finally {
    // It needs `cac` at work, which is what may have failed.
    await stage.endHost().catch(endAtOnce);
    isOver();
    await api.close();
    await home.remove();
  }
}

export const ADA = "You are Ada. You think in engines and you know every gear of this project.";

/** What was asked last: the user's own words, without what Claude Code adds to them. */
export function lastPrompt(request: ApiRequest): string {
  return promptIn(usersMessages(request).at(-1));
}

/** What the conversation began with, likewise. */
export function firstPrompt(request: ApiRequest): string {
  return promptIn(usersMessages(request)[0]);
}

export function systemText({ body }: ApiRequest): string {
  return textsOf(field(body, "system")).join("\n");
}

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await isSo()); await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`);
  }
}

function usersMessages({ body }: ApiRequest): readonly unknown[] {
  const messages = field(body, "messages");
  return (Array.isArray(messages) ? messages : []).filter((each) => field(each, "role") === "user");
}

function promptIn(message: unknown): string {
  return textsOf(field(message, "content")).findLast((text) => !text.startsWith("<system-reminder>")) ?? "";
}

function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.map((part) => field(part, "text")).filter((text) => typeof text === "string");
}

/** `cac` as a command, for those who start it by its name. */
async function install(home: IsolatedHome): Promise<void> {
  await mkdir(binOf(home));
  const script = `#!/bin/sh\nexec '${process.execPath}' '${CAC}' "$@"\n`;
  await writeFile(join(binOf(home), "cac"), script, { mode: 0o755 });
}

function binOf({ home }: IsolatedHome): string {
  return join(home, "bin");
}

async function writeSettings(home: IsolatedHome, settings: object): Promise<void> {
  const file = join(home.home, ".config", "claude-auto-continue", "config.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings));
}
