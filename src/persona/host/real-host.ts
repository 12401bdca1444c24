import { loadConfig } from "../../config/load-config.js";
import { stateDir, type Surroundings } from "../../host/paths.js";
import { trustedApproval } from "../../config/trusted-settings.js";
import { UserError } from "../../errors.js";
import { findProgram } from "../../host/find-program.js";
import { Notifier } from "../../notify/notifier.js";
import { digestOf } from "../memory/digest.js";
import { findPersona, isBroken, listPersonas } from "../definition/find-personas.js";
import { hostDirectory, recordFile } from "./host-process.js";
import { HostRecord } from "./host-record.js";
import { HOST_SETTINGS, resetDueWith, type HostSettings } from "./host-settings.js";
import { LocalHost } from "./host.js";
import { StartBlocked, type HostedSession, type StartOrder } from "../session/hosted-session.js";
import { Logins } from "../definition/login.js";
import { Memory } from "../memory/memory.js";
import { PersonaSession } from "../session/persona-session.js";
import type { Persona } from "../definition/persona.js";
import { endLeftSessions } from "../session/session-mark.js";
import type { SessionTools } from "./session-slot.js";
import { systemPromptOf } from "../definition/system-prompt.js";

export interface RealHostOptions {
  readonly where: Surroundings;
  readonly log: SessionTools["log"];
}

/** A host with real sessions. The user's settings are read again for each: they may change while it runs. */
export async function realHost({ where, log }: RealHostOptions): Promise<LocalHost> {
  const stateDirectory = stateDir(where);
  const logins = new Logins(where.env);
  const directory = hostDirectory(where);
  // First of all: two sessions must not be in one conversation.
  const left = await endLeftSessions(directory);
  if (left > 0) log("endedLeft", { processes: left });
  const settings: HostSettings = {
    ...HOST_SETTINGS,
    get maxSessions() {
      return loadConfig(where).persona.maxSessions;
    },
    resetDue: (until, count) => resetDueWith(loadConfig(where).safetyBufferMs)(until, count),
  };
  const notifier = new Notifier({
    findProgram,
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
    startedWith: (projectRoot) => {
      const { pattern, ...others } = sessionSettings(projectRoot, where);
      return JSON.stringify({ ...others, pattern: pattern?.source });
    },
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
  });
}

function sessionSettings(projectRoot: string, where: Surroundings) {
  const { claude, approve, escGapMs, enterGapMs, pattern } = loadConfig(where);
  const trusted = trustedApproval(approve, { projects: [projectRoot], where });
  return { claude, ...trusted, escGapMs, enterGapMs, pattern };
}

async function start(order: StartOrder, { where, log }: RealHostOptions): Promise<HostedSession> {
  try {
    const { distrust, ...settings } = sessionSettings(order.projectRoot, where);
    if (distrust) log("notApproving", { why: distrust.message });
    return await PersonaSession.start({ ...order, ...settings, where, log });
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    // A host that runs already does not see a new PATH.
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
