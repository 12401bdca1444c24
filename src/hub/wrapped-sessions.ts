import { basename, join } from "node:path";

import { readClaudeCall } from "../claude/hooks/command-line.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import { shellWord } from "../host/shell-word.js";
import type { SetAside } from "../store/records/record-files.js";
import type { SessionRecord } from "../store/records/session-record.js";
import { SessionStore, type ListedSession } from "../store/records/session-store.js";
import { askSession, type ControlRequest } from "../store/rpc/control-protocol.js";
import { listSockets } from "../store/rpc/socket-address.js";
import type {
  Action,
  ActionRefusal,
  ActionResult,
  Actor,
  HubProblem,
  HubSource,
  SessionView,
} from "./hub.js";

/** The sessions that run under `cac`, with or without a terminal, and the waits that killed ones left. */
export function wrappedSessions(where: Surroundings): HubSource {
  const directory = stateDir(where);
  return {
    name: "the list of sessions under cac",
    directories: [join(directory, "sessions")],
    list: async () => {
      const { sessions, setAside } = await new SessionStore(directory).list();
      const recorded = await Promise.all(sessions.map(asked));
      const known = new Set(sessions.flatMap(({ record }) => record.socket ?? []));
      const others = (await listSockets(where)).filter((socket) => !known.has(socket));
      const unrecorded = await Promise.all(others.map(askUnrecorded));
      const all = [...recorded, ...unrecorded.flat()];
      return {
        sessions: all.toSorted((a, b) => a.record.startedAt.localeCompare(b.record.startedAt)),
        problems: setAside.map(problemOf),
      };
    },
    act: (session, action, by) =>
      session.life === "left" && action.type === "cancel"
        ? forget(session, directory)
        : order(session, action, by),
  };
}

/** The same words for every source that finds a file which it cannot use. */
export function problemOf({ file, says, movedTo }: SetAside): HubProblem {
  const fix = movedTo
    ? `nothing was done with it; it is now ${movedTo}`
    : "nothing was done with it; remove it if it is nothing of yours";
  return { message: `${file} ${says}`, fix };
}

/** The command that continues the session where it stopped. */
export function carryOn(record: SessionRecord): string {
  const [program = "", ...args] = record.command;
  const resume = record.claudeSessionId === undefined ? ["--continue"] : ["--resume", record.claudeSessionId];
  const isClaude = record.claudeSessionId !== undefined || /^claude(?:\.\w+)?$/.test(basename(program));
  const words = isClaude ? ["cac", ...resume] : ["cac", "run", "--", program, ...args];
  return `cd ${shellWord(record.cwd)} && ${words.map(shellWord).join(" ")}`;
}

/** An action as a session takes it. */
function requestOf(action: Action, by: Actor): ControlRequest {
  switch (action.type) {
    case "answer":
      return { op: "answer", prompt: action.prompt, decision: action.decision, by };
    case "submit":
      return { op: "submit", text: action.text, by };
    default:
      return { op: action.type, by };
  }
}

// A session that is stopped or hangs must not hold up what is known of the others.
const STATUS_WITHIN = { timeoutMs: 1000 };
/** Keys are verified on the screen one by one. */
const KEYS_WITHIN = { timeoutMs: 60_000 };

async function asked({ record, life }: ListedSession): Promise<SessionView> {
  const silent: SessionView = { kind: kindOf(record), record, life, answers: false, refusals: [] };
  if (life !== "live" || record.socket === undefined) return silent;
  const [answering] = await askUnrecorded(record.socket);
  // A socket that was taken over by another session does not speak for this one.
  if (answering?.record.id !== record.id) return silent;
  return { ...answering, record: { ...answering.record, socket: record.socket } };
}

async function askUnrecorded(socket: string): Promise<SessionView[]> {
  const reply = await askSession(socket, { op: "status" }, STATUS_WITHIN);
  if (!reply.ok || reply.session === undefined) return [];
  const { session, prompt, screen } = reply;
  const record = { ...session, socket };
  return [{ kind: kindOf(record), record, life: "live", answers: true, refusals: [], prompt, screen }];
}

function kindOf({ command }: SessionRecord): "wrapped" | "headless" {
  return readClaudeCall(command.slice(1)).kind === "print" ? "headless" : "wrapped";
}

async function forget({ record }: SessionView, directory: string): Promise<ActionResult> {
  const removed = await new SessionStore(directory).remove(record.id);
  if (removed.ok) return { ok: true, says: "what was left of it is forgotten", state: record.state };
  return { ok: false, code: "NOT_REMOVED", says: `${removed.path} ${removed.says}`, fix: removed.fix };
}

async function order({ record, life }: SessionView, action: Action, by: Actor): Promise<ActionResult> {
  const { id, socket, pid } = record;
  if (life === "left") {
    return refused("SESSION_GONE", `the wrapper of ${id} is gone, only its wait is left`, {
      fix: `carry on with: ${carryOn(record)}`,
    });
  }
  if (life === "elsewhere") {
    const words = action.type === "answer" ? `${action.prompt} ${action.decision}` : id;
    return refused("SESSION_ELSEWHERE", `${id} runs on another machine`, {
      fix: `there: cac ${action.type} ${words}`,
    });
  }
  const isQuick = action.type === "resume" || action.type === "cancel";
  const reply =
    socket === undefined
      ? ({ ok: false, code: "NOBODY" } as const)
      : await askSession(socket, requestOf(action, by), isQuick ? {} : KEYS_WITHIN);
  if (reply.ok) return { ok: true, says: reply.says, state: reply.session?.state ?? record.state };
  if ("says" in reply) return refused(reply.code, `${id}: ${reply.says}`, reply);
  if (reply.code === "NEWER") {
    return refused(
      "NEWER",
      `session ${id} runs under a newer cac, which answers in words that this one does not know`,
      {
        fix: "use that version: cac --version shows which one this is",
      },
    );
  }
  return refused("NO_ANSWER", `session ${id} does not answer`, {
    fix: `see what its process ${pid} does: it may be stopped (fg brings it back); then try again`,
  });
}

function refused(code: string, says: string, { fix }: { readonly fix: string }): ActionRefusal {
  return { ok: false, code, says, fix };
}
