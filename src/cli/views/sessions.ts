import { basename } from "node:path";

import { autoResumeDir } from "../../host/auto-resume-dir.js";
import { stateDir, surroundings, type Surroundings } from "../../host/paths.js";
import { shellWord } from "../../host/shell-word.js";
import { askSession } from "../../store/rpc/control-client.js";
import type { ControlRefusal } from "../../store/rpc/control-protocol.js";
import type { SetAside } from "../../store/records/record-files.js";
import type { SessionRecord } from "../../store/records/session-record.js";
import { SessionStore, type ListedSession } from "../../store/records/session-store.js";
import { listSockets } from "../../store/rpc/socket-address.js";
import { orderDaemon, type Order } from "../../daemon/daemon-control.js";
import { viewDaemon, type QueuedSession } from "../../daemon/daemon-view.js";
import { lookAtQueue } from "../../daemon/queue/queue-file.js";
import { UserError } from "../../errors.js";
import type { SessionState } from "../../session/session-state.js";
import { harmless } from "../../notify/plain-text.js";
import { tell } from "../report.js";

/** A session as its wrapper describes it, or as its record does where that one does not answer; or one of the daemon's. */
export type SessionView = (ListedSession & { readonly answers: boolean }) | QueuedSession;

/** Every session of this user. `warn` hears of what lies among the records and is none. */
export async function findSessions(
  warn: (found: SetAside) => void = tellSetAside,
  where: Surroundings = surroundings(),
): Promise<readonly SessionView[]> {
  const { sessions, setAside } = await new SessionStore(stateDir(where)).list();
  for (const found of setAside) warn(found);
  const recorded = await Promise.all(sessions.map(asked));
  const known = new Set(sessions.flatMap(({ record }) => record.socket ?? []));
  const others = (await listSockets(where)).filter((socket) => !known.has(socket));
  const unrecorded = await Promise.all(others.map(askUnrecorded));
  const wrapped = [...recorded, ...unrecorded.flat()].toSorted((a, b) =>
    a.record.startedAt.localeCompare(b.record.startedAt),
  );
  return [...wrapped, ...(await findQueued(wrapped, warn, where))];
}

/** Those of the daemon, without the ones that a wrapper carries on. */
async function findQueued(
  wrapped: readonly SessionView[],
  warn: (found: SetAside) => void,
  where: Surroundings,
): Promise<readonly SessionView[]> {
  const { sessions, bad } = await viewDaemon(autoResumeDir(where));
  for (const found of bad) warn(found);
  const live = wrapped.filter(({ life }) => life === "live");
  const known = new Set(live.map(({ record }) => record.claudeSessionId));
  return sessions.filter(({ record }) => !known.has(record.claudeSessionId));
}

/**
 * The session that the user means: by its id, the beginning of it, or Claude's own session id; without any, the only
 * one that `isMeant`.
 */
export function pickSession(
  sessions: readonly SessionView[],
  given: string | undefined,
  { verb, isMeant }: { verb: string; isMeant: (session: SessionView) => boolean },
): SessionView {
  if (given === undefined) {
    const [only, ...others] = sessions.filter(isMeant);
    if (only === undefined) {
      throw new UserError("NO_SESSION", "no session is waiting", { fix: "cac status shows what there is" });
    }
    if (others.length === 0) return only;
    throw new UserError("WHICH_SESSION", `${others.length + 1} sessions are waiting`, {
      fix: `say which: cac ${verb} ID, one of ${[only, ...others].map(nameOf).join(", ")}`,
      exitCode: 2,
    });
  }
  const word = given.toLowerCase();
  const exact = sessions.filter(({ record }) => record.id === word || record.claudeSessionId === given);
  const begun = sessions.filter(({ record }) => word !== "" && record.id.startsWith(word));
  const [found, ...others] = exact.length > 0 ? exact : begun;
  if (found === undefined) {
    throw new UserError("NO_SUCH_SESSION", `there is no session ${JSON.stringify(given)}`, {
      fix: "cac status shows what there is",
    });
  }
  if (others.length === 0) return found;
  throw new UserError(
    "WHICH_SESSION",
    `${JSON.stringify(given)} may be any of ${others.length + 1} sessions`,
    {
      fix: `say which: ${[found, ...others].map(nameOf).join(", ")}`,
      exitCode: 2,
    },
  );
}

/** What has come of an order. */
export interface Done {
  readonly id: string;
  readonly state: SessionState;
  readonly says: string | undefined;
}

/** Asks a live session to do something, or the daemon for it; an answer that is no yes is an error with its fix. */
export async function order(session: SessionView, op: Order): Promise<Done> {
  const { record, life } = session;
  if (life === "queued") return orderQueued(session, op);
  if (life === "left") {
    throw new UserError("SESSION_GONE", `the wrapper of ${record.id} is gone, only its wait is left`, {
      fix: `carry on with: ${carryOn(record)}`,
    });
  }
  if (life === "elsewhere") {
    throw new UserError("SESSION_ELSEWHERE", `${record.id} runs on another machine`, {
      fix: `there: cac ${op} ${record.id}`,
    });
  }
  const reply = record.socket === undefined ? NOBODY : await askSession(record.socket, { op });
  if (reply.ok) return { id: reply.session.id, state: reply.session.state, says: reply.says };
  if ("says" in reply) throw refused(record, reply);
  throw new UserError("NO_ANSWER", `session ${record.id} does not answer`, {
    fix: `see what its process ${record.pid} does: it may be stopped (fg brings it back); then try again`,
  });
}

async function orderQueued({ record }: QueuedSession, op: Order): Promise<Done> {
  const directory = autoResumeDir(surroundings());
  const sessionId = record.claudeSessionId ?? "";
  const reply = await orderDaemon(directory, op, sessionId);
  if (reply.ok) {
    const now = (await lookAtQueue(directory)).entries.find(({ session }) => session.sessionId === sessionId);
    return { id: record.id, state: now?.state ?? "RUNNING", says: reply.says };
  }
  if ("says" in reply) throw refused(record, reply);
  if (reply.code === "SILENT") {
    throw new UserError("NO_ANSWER", "the daemon runs and does not answer", {
      fix: "what it does: cac logs daemon",
    });
  }
  throw new UserError("NO_DAEMON", `no daemon runs that could ${op} ${record.id}`, {
    fix: "start it with: cac daemon (cac install lets it start by itself)",
  });
}

function refused({ id }: SessionRecord, { code, says, fix }: ControlRefusal): UserError {
  return new UserError(code, `${id}: ${harmless(says)}`, { fix: harmless(fix) });
}

/** The command that takes up the session where it stopped. */
export function carryOn(record: SessionRecord): string {
  const [program = "", ...args] = record.command;
  const resume = record.claudeSessionId === undefined ? ["--continue"] : ["--resume", record.claudeSessionId];
  const isClaude = record.claudeSessionId !== undefined || /^claude(?:\.\w+)?$/.test(basename(program));
  const words = isClaude ? ["cac", ...resume] : ["cac", "run", "--", program, ...args];
  return harmless(`cd ${shellWord(record.cwd)} && ${words.map(shellWord).join(" ")}`);
}

/** Says what was set aside and why, as a warning. */
export function tellSetAside({ file, says, movedTo }: SetAside): void {
  const fix = movedTo
    ? `nothing was done with it; it is now ${movedTo}`
    : "nothing was done with it; remove it if it is nothing of yours";
  tell(`warning: ${file} ${says}`, fix);
}

const NOBODY = { ok: false, code: "NOBODY" } as const;
// One that is stopped or hangs must not hold up what is known of the others.
const PATIENCE = { timeoutMs: 1000 };

async function asked(session: ListedSession): Promise<SessionView> {
  const { socket } = session.record;
  if (session.life !== "live" || socket === undefined) return { ...session, answers: false };
  const reply = await askSession(socket, { op: "status" }, PATIENCE);
  // A socket that was taken over by another session does not speak for this one.
  const isIt = reply.ok && reply.session.id === session.record.id;
  return isIt ? { ...session, record: reply.session, answers: true } : { ...session, answers: false };
}

async function askUnrecorded(socket: string): Promise<SessionView[]> {
  const reply = await askSession(socket, { op: "status" }, PATIENCE);
  return reply.ok ? [{ record: { ...reply.session, socket }, life: "live", answers: true }] : [];
}

function nameOf({ record }: SessionView): string {
  return `${record.id} (${harmless(record.cwd)})`;
}
