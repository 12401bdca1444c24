import { vi } from "vitest";

import {
  isolatedHome,
  labEnvironment,
  labPath,
  type HomeOptions,
} from "../../../src/lab/machine/isolated-home.js";
import { installedRelease } from "../../../src/lab/machine/release-cache.js";
import type { Reply } from "../../../src/lab/api/reply.js";
import { LAB_TIME_ZONE } from "../../../src/lab/session/start-session.js";
import { replies, StandInApi, type ApiRequest } from "../../../src/lab/api/stand-in-api.js";
import type { Surroundings } from "../../../src/host/paths.js";
import type { TurnOutcome } from "../../../src/driver/turn/open-turn.js";
import type { Progress } from "../../../src/persona/session/hosted-session.js";
import { DEFAULT_LIMITS, type Persona } from "../../../src/persona/definition/persona.js";
import { PersonaSession, type PersonaSessionOptions } from "../../../src/persona/session/persona-session.js";
import { DEFAULT_VALUES } from "../../../src/config/config-values.js";

const ADA: Persona = {
  name: "ada",
  origin: "global",
  description: "Looks after the engine",
  identity: "You are Ada.",
  model: undefined,
  allowedTools: [],
  permissionMode: "default",
  limits: DEFAULT_LIMITS,
};

/** A home, an API and a real release; sessions are started in it, and all are gone at the end. */
export class PersonaStage {
  readonly api: StandInApi;
  readonly project: string;
  readonly home: string;
  readonly progress: Progress[] = [];
  readonly #where: Surroundings;
  readonly #claude: string;
  readonly #sessions: PersonaSession[] = [];

  constructor(api: StandInApi, where: Surroundings, claude: string, project: string) {
    this.api = api;
    this.#where = where;
    this.home = where.home;
    this.#claude = claude;
    this.project = project;
  }

  async start(options: Partial<PersonaSessionOptions> = {}): Promise<PersonaSession> {
    const session = await PersonaSession.start({
      persona: ADA,
      projectRoot: this.project,
      resume: undefined,
      systemPrompt: "You are Ada, who looks after the engine.",
      approve: DEFAULT_VALUES.approve,
      escGapMs: DEFAULT_VALUES.escGapMs,
      enterGapMs: DEFAULT_VALUES.enterGapMs,
      pattern: undefined,
      where: this.#where,
      claude: this.#claude,
      log: () => {},
      ...options,
    });
    this.#sessions.push(session);
    return session;
  }

  /** What the model says from now on; the last one to all that follows. */
  answerWith(first: Reply, ...rest: readonly Reply[]): void {
    this.api.script = replies(first, ...rest);
  }

  ask(
    session: PersonaSession,
    question: string,
    options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
  ): Promise<TurnOutcome> {
    return session.ask(question, {
      signal: options.signal ?? new AbortController().signal,
      timeoutMs: options.timeoutMs ?? 90_000,
      onProgress: (progress) => this.progress.push(progress),
    });
  }

  /** The same, and the model says that text. */
  hear(session: PersonaSession, question: string, text: string): Promise<TurnOutcome> {
    this.answerWith({ type: "text", text });
    return this.ask(session, question);
  }

  /** Resolves when the model has been asked that. */
  async requested(text: string): Promise<void> {
    const isThere = (): boolean => textOf(this.api.conversation().at(-1), "messages").includes(text);
    await vi.waitUntil(isThere, { timeout: 60_000 });
  }

  async endAll(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.end()));
  }
}

export interface StageOptions extends HomeOptions {
  /** More variables for the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function onPersonaStage(
  options: StageOptions,
  play: (stage: PersonaStage) => Promise<void>,
): Promise<void> {
  const claude = await installedRelease(options.release);
  const api = await StandInApi.start(replies({ type: "text", text: "Yes." }));
  const home = await isolatedHome(options);
  const env = labEnvironment({
    home: home.home,
    apiUrl: api.url,
    account: home.account,
    timeZone: LAB_TIME_ZONE,
    path: labPath(),
    extra: options.environment,
  });
  const where = { env, home: home.home, platform: process.platform };
  const stage = new PersonaStage(api, where, claude, home.project);
  try {
    await play(stage);
  } finally {
    await stage.endAll();
    await api.close();
    await home.remove();
  }
}

export function answered(text: string): TurnOutcome {
  return { type: "answered", text };
}

/** All that a request says, as one text. */
export function textOf(request: ApiRequest | undefined, part: "messages" | "system"): string {
  const body = request?.body as Readonly<Record<string, unknown>> | undefined;
  return JSON.stringify(body?.[part] ?? "");
}
