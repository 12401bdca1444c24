import type { SessionRecord } from "../store/records/session-record.js";
import { SessionStore } from "../store/records/session-store.js";
import { readProcess, type ProcessInfo } from "../host/process-table.js";
import type { ExternalSession } from "./terminal-locator.js";
import type { TransportKind } from "./transport.js";

export interface ControlTransportOptions {
  /** Where the wrappers keep their records. */
  readonly stateDir?: string;
  readonly read?: (pid: number) => Promise<ProcessInfo | undefined>;
}

/**
 * A session that runs under `cac` is driven by its wrapper. Nothing is sent to it from here: the wrapper saw the limit too,
 * and two of us would say everything twice.
 */
export function controlTransport({
  stateDir,
  read = readProcess,
}: ControlTransportOptions = {}): TransportKind {
  return {
    name: "control",
    open: async (session) => {
      const { sessions } = await new SessionStore(stateDir).list();
      const live = sessions.filter(({ life }) => life === "live").map(({ record }) => record);
      const wrapper = live.find((record) => isOf(record, session)) ?? (await above(session, live, read));
      return wrapper === undefined
        ? { refused: "does not know of it: it does not run under cac" }
        : { attended: true, by: `cac itself (session ${wrapper.id})` };
    },
  };
}

function isOf({ claudeSessionId }: SessionRecord, { sessionId }: ExternalSession): boolean {
  return claudeSessionId === sessionId;
}

/** The wrapper that has this session's process below it: right after `/clear` its record names another conversation. */
async function above(
  { reach }: ExternalSession,
  live: readonly SessionRecord[],
  read: (pid: number) => Promise<ProcessInfo | undefined>,
): Promise<SessionRecord | undefined> {
  if (live.length === 0 || reach.process === undefined) return undefined;
  const first = await read(reach.process.pid);
  // Its number may be another's by now.
  if (first === undefined || first.start !== reach.process.start) return undefined;
  let next: ProcessInfo | undefined = first;
  for (let step = 0; next !== undefined && step < DEEPEST; step++) {
    const { parent }: ProcessInfo = next;
    const wrapper = live.find(({ pid }) => pid === parent);
    if (wrapper !== undefined) return wrapper;
    next = parent > 1 ? await read(parent) : undefined;
  }
  return undefined;
}

// A table that is read while it changes could lead in a circle.
const DEEPEST = 64;
