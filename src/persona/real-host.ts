import { loadConfig, type Config } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../config/paths.js";
import { UserError } from "../errors.js";
import { Notifier } from "../notify/notifier.js";
import { digestOf } from "./digest.js";
import { knowsItself, WHO_ARE_YOU } from "./drift.js";
import { findPersona, listPersonas } from "./find-personas.js";
import { hostDirectory, recordFile } from "./host-place.js";
import { HostRecord } from "./host-record.js";
import { HOST_SETTINGS, type HostSettings } from "./host-settings.js";
import { LocalHost } from "./host.js";
import { StartBlocked, type HostedSession, type StartOrder } from "./hosted-session.js";
import { Logins } from "./login.js";
import { Memory } from "./memory.js";
import { PersonaSession } from "./persona-session.js";
import type { Persona } from "./persona.js";
import { isBroken } from "./read-persona.js";
import { endLeftSessions } from "./session-mark.js";
import type { SeatTools } from "./seat-session.js";
import { systemPromptOf } from "./system-prompt.js";

export interface RealHostOptions {
  readonly where: Surroundings;
  readonly log: SeatTools["log"];
}

/** A host whose sessions are real ones. The user's settings are read anew for each: they may change while it runs. */
export async function realHost({ where, log }: RealHostOptions): Promise<LocalHost> {
  const stateDirectory = stateDir(where);
  const logins = new Logins(where.env);
  const directory = hostDirectory(where);
  // Before any of their conversations goes on: two sessions must not be in one.
  const left = await endLeftSessions(directory);
  if (left > 0) log("endedLeft", { processes: left });
  const settings: HostSettings = {
    ...HOST_SETTINGS,
    get maxSessions() {
      return loadConfig(where).persona.maxSessions;
    },
  };
  const notifier = new Notifier({
    speak: () => {},
    log: (message) => log("notifier", { message }),
    env: where.env,
  });
  return new LocalHost({
    settings,
    log,
    alert: (notification) => loadConfig(where).notify && notifier.notify(notification),
    findPersona: (name, projectRoot) => findPersona(name, projectRoot, where),
    personaNames: async (projectRoot) => (await listPersonas(projectRoot, where)).map(({ name }) => name),
    start: (order) => start(order, { where: { ...where, env: logins.environmentFor(order.login) }, log }),
    startedWith: () => JSON.stringify(sessionSettings(loadConfig(where))),
    record: await HostRecord.load(recordFile(where), { log }),
    memoryOf: ({ name, limits }, projectRoot) =>
      new Memory({ stateDirectory, persona: name, projectRoot, mostBytes: limits.memoryBytes }),
    systemPrompt: async (persona, projectRoot, exchanges, about) =>
      systemPromptOf({
        persona,
        projectRoot,
        digest: digestOf(exchanges, { about }),
        others: await othersThan(persona, projectRoot, where),
      }),
    drift: { question: WHO_ARE_YOU, isForgotten: (answer, persona) => !knowsItself(answer, persona) },
  });
}

function sessionSettings({ claude, approve }: Config) {
  return { claude, approve };
}

async function start(order: StartOrder, { where, log }: RealHostOptions): Promise<HostedSession> {
  try {
    const settings = sessionSettings(loadConfig(where));
    return await PersonaSession.start({ ...order, ...settings, where, log });
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    // What is on PATH by now is not on that of a host which was started before.
    const fix = `${thrown.fix}; then cac persona end --all, and ask again`;
    throw new StartBlocked({ code: "NOT_READY", message: thrown.message, fix });
  }
}

async function othersThan(
  persona: Persona,
  projectRoot: string,
  where: Surroundings,
): Promise<readonly Persona[]> {
  const found = await listPersonas(projectRoot, where);
  return found.flatMap((each) => (isBroken(each) || each.name === persona.name ? [] : each));
}
