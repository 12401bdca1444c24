import { readTransient } from "../../claude/limits/transient.js";
import type { TurnOutcome } from "../../driver/turn/open-turn.js";
import { stackOf } from "../../errors.js";
import { abortableSleep, settleWithin } from "../../time/sleep.js";
import type { HostedSession } from "../session/hosted-session.js";
import { faultOf, isLoggedOut, lost } from "./host-fault.js";
import { HostError, type HostFault } from "./host-protocol.js";
import { questionText, type PendingQuestion } from "./pending-question.js";
import type { SessionTools } from "./session-slot.js";

/** What finding the answer to one question needs. */
export interface AnswerSource {
  readonly tools: Pick<SessionTools, "settings" | "log">;
  /** Resolves when the session may be used: no person is in its terminal, or needs its work. Or the question is over. */
  readonly untilFree: () => Promise<void>;
  /** A person is in the terminal of the session. */
  readonly isAttended: () => boolean;
  /** The session, started or recovered if necessary. Rejects with a `HostError`. */
  readonly ready: () => Promise<HostedSession>;
  /** Ends the session; the next one continues its conversation. */
  readonly drop: () => Promise<void>;
  /** Resolves when the limit should be over, or the question is. `count`: how often it has waited already. */
  readonly untilReset: (until: Date | undefined, count: number) => Promise<void>;
  readonly recovering: () => void;
  /** The last answer to the same question, from memory. */
  readonly remembered: () => Promise<HostFault["remembered"]>;
}

export interface FoundAnswer {
  readonly text: string;
  readonly sessionId: string | undefined;
}

/**
 * Asks until there is an answer, or a reason why there is none: then it rejects with a `HostError`. A session that ended
 * or does not react is recovered and asked again. The question may then be in its conversation twice; one answer counts.
 */
export async function findAnswer(question: PendingQuestion, source: AnswerSource): Promise<FoundAnswer> {
  const { name } = question.persona;
  const { settings, log } = source.tools;
  const tried: string[] = [];
  for (let resets = 0; ;) {
    const { outcome, session } = await askOnce(question, source);
    if (question.isOver) throw faultOf(name, CANCELLED);
    if (outcome.type === "answered") return { text: outcome.text, sessionId: session?.sessionId };
    if (outcome.type === "limited" && question.request.waitForReset === true) {
      await source.untilReset(outcome.until, resets++);
      continue;
    }
    // It can answer nobody. The next one starts with the login of its own client. But a person may log in here.
    if (outcome.type !== "notStarted" && isLoggedOut(outcome) && !source.isAttended()) await source.drop();
    const fault = outcome.type === "notStarted" ? outcome.error : faultOf(name, outcome);
    // If the first start fails, the next one would too.
    if (!isRecoverable(outcome) || (outcome.type === "notStarted" && tried.length === 0)) throw fault;
    log("answerLost", { persona: name, why: fault.message, tries: tried.length });
    if (tried.length >= settings.tries) throw lost(tried, fault, await source.remembered());
    tried.push(await recover(question, source, { outcome, session, tried }));
  }
}

type Outcome = TurnOutcome | { readonly type: "notStarted"; readonly error: HostError };

interface Attempt {
  readonly outcome: Outcome;
  readonly session: HostedSession | undefined;
}

const CANCELLED = { type: "cancelled" } as const;

async function askOnce(question: PendingQuestion, source: AnswerSource): Promise<Attempt> {
  let session: HostedSession | undefined;
  try {
    do {
      await source.untilFree();
      // Nothing is started for a question that nobody waits for.
      if (question.isOver) return { outcome: CANCELLED, session };
      session = await source.ready();
      // A person may have come during the start.
    } while (source.isAttended());
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { outcome: { type: "notStarted", error }, session: undefined };
  }
  if (question.isOver) return { outcome: CANCELLED, session };
  const { settings, log } = source.tools;
  const outcome = await settleWithin(ask(session, question, log), question.signal, settings.graceMs);
  if (outcome !== "late") return { outcome, session };
  // It did not stop when it should: the next question must not find it in the middle of this one.
  log("stopIgnored", { persona: question.persona.name, pid: session.pid });
  await source.drop();
  return { outcome: CANCELLED, session };
}

async function ask(
  session: HostedSession,
  question: PendingQuestion,
  log: SessionTools["log"],
): Promise<TurnOutcome> {
  try {
    return await session.ask(questionText(question.request), {
      signal: question.signal,
      timeoutMs: question.leftMs,
      onProgress: ({ state, message }) => question.progress(state, message),
    });
  } catch (error) {
    // A bug of ours; a restarted session does not have it.
    log("fault", { persona: question.persona.name, stack: stackOf(error) });
    return { type: "unresponsive", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether another try may help. */
function isRecoverable(outcome: Outcome): boolean {
  switch (outcome.type) {
    case "unresponsive":
    case "ended":
      return true;
    case "failed":
      return readTransient(outcome.text) !== undefined;
    case "notStarted":
      // With too many sessions or a bad definition it would fail again.
      return ["NOT_READY", "FAILED"].includes(outcome.error.fault.code);
    default:
      return false;
  }
}

/** Returns what it did, for the error that lists all tries. */
async function recover(
  question: PendingQuestion,
  { tools: { settings, log }, drop, recovering, isAttended }: AnswerSource,
  { outcome: { type }, session, tried }: Attempt & { readonly tried: readonly string[] },
): Promise<string> {
  const persona = question.persona.name;
  recovering();
  question.progress("recovering", `try ${tried.length + 1} of ${settings.tries}`);
  await abortableSleep(settings.retryMs * 2 ** tried.length, question.signal);
  if (type === "failed") return "asked again";
  // A person came meanwhile: the session is theirs.
  if (isAttended()) return "left to the person in its terminal";
  // A second interrupt would not help.
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

async function interrupt(session: HostedSession, log: SessionTools["log"]): Promise<boolean> {
  try {
    return await session.interrupt();
  } catch (error) {
    log("fault", { pid: session.pid, stack: stackOf(error) });
    return false;
  }
}

const INTERRUPTED = "Ctrl+C and Enter";
const RESTARTED = "a restart with --resume";
