import { createHash } from "node:crypto";

import type { Surroundings } from "../host/paths.js";
import type { PersonaStatus } from "../persona/host/host-protocol.js";
import { hostAddress, hostDirectory, newerHost, unreachable } from "../persona/host/host-process.js";
import { HOST } from "../persona/host/host-wire.js";
import { callSocket } from "../store/rpc/rpc-client.js";
import type { ActionRefusal, HubProblem, HubSource, SessionView } from "./hub.js";

/** The sessions of the persona host, if one runs. Listing them starts none. */
export function personaSessions(where: Surroundings): HubSource {
  return {
    name: "the list of persona sessions",
    directories: [hostDirectory(where)],
    list: async () => {
      const address = await hostAddress(where);
      if (address === undefined) return { sessions: [], problems: [] };
      const outcome = await callSocket(address, { op: "status" }, HOST, {
        takenWithinMs: WITHIN_MS,
        over: AbortSignal.timeout(2 * WITHIN_MS),
      });
      if (outcome.type === "last" && outcome.reply.type === "status") {
        return { sessions: outcome.reply.sessions.map(viewOf), problems: [] };
      }
      const fault = outcome.type === "newer" ? newerHost() : await unreachable(where);
      const problems: readonly HubProblem[] = fault
        ? [{ message: fault.fault.message, fix: fault.fault.fix }]
        : [];
      return { sessions: [], problems };
    },
    act: ({ persona }, { type }) => Promise.resolve(refusal(persona?.name ?? "", type)),
  };
}

// A host that is stopped must not hold up what is known of the others.
const WITHIN_MS = 1000;

function viewOf(status: PersonaStatus): SessionView {
  const { persona, projectRoot, state, pid, sessionId, since, idleSince } = status;
  const ofProject = createHash("sha256").update(projectRoot).digest("hex").slice(0, 4);
  return {
    kind: "persona",
    life: "live",
    answers: true,
    refusals: [],
    record: {
      version: 1,
      id: `${persona}-${ofProject}`,
      pid: pid ?? 0,
      command: [],
      cwd: projectRoot,
      startedAt: since,
      claudeSessionId: sessionId,
      state: state === "limited" ? "WAITING" : "RUNNING",
      attempts: 0,
      updatedAt: idleSince ?? since,
    },
    persona: { name: persona, doing: state },
  };
}

/** The host drives its sessions itself. */
function refusal(name: string, action: string): ActionRefusal {
  return {
    ok: false,
    code: "CANNOT",
    says: `cac cannot ${action} the session of the persona ${name} from here`,
    fix: `cac persona ask ${name}, cac persona chat ${name} and cac persona end ${name} work with it`,
  };
}
