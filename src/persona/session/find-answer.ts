import { readTransient } from "../../claude/limits/transient.js";
import { stackOf } from "../../errors.js";
import type { Answer } from "./answer.js";
import { faultOf, isLoggedOut, lost } from "../host/host-fault.js";
import { HostError, type HostFault } from "../host/host-protocol.js";
import type { HostSettings } from "../host/host-settings.js";
import type { HostedSession } from "./hosted-session.js";
import type { Job } from "../host/job.js";
import { settleWithin, abortableSleep } from "../../time/sleep.js";
import { questionText } from "./question-text.js";

/** What is needed to bring one question to its answer. */
export interface Asking {
  readonly settings: HostSettings;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  /** Resolves when the session may be had: no person is in its terminal, or needs what would be ended. Or the job is over. */
  readonly untilFree: () => Promise<void>;
  /** A person has the session's terminal in front of them. */
  readonly isAttended: () => boolean;
  /** The session, started or brought back where it is not there. Rejects with a `HostError`. */
  readonly ready: () => Promise<HostedSession>;
  /** Ends the session; the next one goes on with its conversation. */
  readonly drop: () => Promise<void>;
  /** Resolves when the limit is over, as far as is known, or the job is. `count` is how often that was waited for. */
  readonly untilReset: (until: Date | undefined, count: number) => Promise<void>;
  readonly recovering: () => void;
  readonly remembered: () => Promise<HostFault["remembered"]>;
}

export interface FoundAnswer {
  readonly text: string;
  readonly sessionId: string | undefined;
}

/**
 * Asks until there is an answer, or a reason why there is none: then it rejects with a `HostError`. A session that ended
 * or does not react is brought back and asked again, so the question may stand in its conversation twice; the answer
 * is taken once.
 */
export async function findAnswer(job: Job, asking: Asking): Promise<FoundAnswer> {
  const { name } = job.persona;
  const tried: string[] = [];
  for (let resets = 0; ;) {
    const { outcome, session } = await askOnce(job, asking);
    // Whatever came of it, nobody waits for it any more.
    if (job.isOver) throw faultOf(name, CANCELLED);
    if (outcome.type === "answered") return { text: outcome.text, sessionId: session?.sessionId };
    if (outcome.type === "limited" && job.request.waitForReset === true) {
      await asking.untilReset(outcome.until, resets++);
      continue;
    }
    // As it is, it answers nobody. The next one is started with the login of whoever asks then. A person may log in.
    if (outcome.type !== "notStarted" && isLoggedOut(outcome) && !asking.isAttended()) await asking.drop();
    const fault = outcome.type === "notStarted" ? outcome.error : faultOf(name, outcome);
    // Where not even the first start succeeds, the next one would not either.
    if (!mayComeBack(outcome) || (outcome.type === "notStarted" && tried.length === 0)) throw fault;
    asking.log("answerLost", { persona: name, why: fault.message, tries: tried.length });
    if (tried.length >= asking.settings.tries) throw lost(tried, fault, await asking.remembered());
    tried.push(await recover(job, asking, { outcome, session, tried }));
  }
}

type Outcome = Answer | { readonly type: "notStarted"; readonly error: HostError };

interface Tried {
  readonly outcome: Outcome;
  readonly session: HostedSession | undefined;
}

const CANCELLED = { type: "cancelled" } as const;

async function askOnce(job: Job, asking: Asking): Promise<Tried> {
  let session: HostedSession | undefined;
  try {
    do {
      await asking.untilFree();
      // Nothing is started, or asked, for a question that nobody waits for.
      if (job.isOver) return { outcome: CANCELLED, session };
      session = await asking.ready();
      // A start takes long enough for somebody to come.
    } while (asking.isAttended());
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { outcome: { type: "notStarted", error }, session: undefined };
  }
  if (job.isOver) return { outcome: CANCELLED, session };
  const asked = askSafely(session, job, asking);
  const outcome = await settleWithin(asked, job.signal, asking.settings.graceMs);
  if (outcome !== "late") return { outcome, session };
  // It was told to stop and did not: the next question must not find it in the middle of this one.
  asking.log("stopIgnored", { persona: job.persona.name, pid: session.pid });
  await asking.drop();
  return { outcome: CANCELLED, session };
}

async function askSafely(session: HostedSession, job: Job, { log }: Asking): Promise<Answer> {
  try {
    return await session.ask(questionText(job.request), {
      signal: job.signal,
      timeoutMs: job.leftMs,
      onProgress: ({ state, message }) => job.progress(state, message),
    });
  } catch (error) {
    // A fault of ours; a session that is started anew does not have it.
    log("fault", { persona: job.persona.name, stack: stackOf(error) });
    return { type: "unresponsive", why: error instanceof Error ? error.message : String(error) };
  }
}

function mayComeBack(outcome: Outcome): boolean {
  switch (outcome.type) {
    case "unresponsive":
    case "ended":
      return true;
    case "failed":
      return readTransient(outcome.text) !== undefined;
    case "notStarted":
      // A full house or a bad definition is no matter of trying.
      return ["NOT_READY", "FAILED"].includes(outcome.error.fault.code);
    default:
      return false;
  }
}

/** Returns what was done, for the error that tells all of it. */
async function recover(
  job: Job,
  { settings, log, drop, recovering, isAttended }: Asking,
  { outcome: { type }, session, tried }: Tried & { readonly tried: readonly string[] },
): Promise<string> {
  const persona = job.persona.name;
  recovering();
  job.progress("recovering", `try ${tried.length + 1} of ${settings.tries}`);
  await abortableSleep(settings.retryMs * 2 ** tried.length, job.signal);
  if (type === "failed") return "asked again";
  // They came meanwhile: what they see, and what they started, is theirs.
  if (isAttended()) return "left to the person in its terminal";
  // What was interrupted once and does not react again is past that.
  const isInterrupted = session !== undefined && type === "unresponsive" && !tried.includes(INTERRUPTED);
  if (isInterrupted) {
    const isBack = await settleWithin(interrupt(session, log), AbortSignal.abort(), settings.graceMs);
    log("interrupted", { persona, isBack: isBack === true });
    if (isBack === true) return INTERRUPTED;
  }
  log("restarting", { persona, after: type });
  await drop();
  return isInterrupted ? `${INTERRUPTED}, ${RESTARTED}` : RESTARTED;
}

async function interrupt(session: HostedSession, log: Asking["log"]): Promise<boolean> {
  try {
    return await session.interrupt();
  } catch (error) {
    log("fault", { pid: session.pid, stack: stackOf(error) });
    return false;
  }
}

const INTERRUPTED = "Ctrl+C and Enter";
const RESTARTED = "a restart with --resume";
