import {
  callOnScreen,
  canDisguiseItself,
  showsCall,
  type PermissionPrompt,
} from "../../claude/prompts/permission-prompt.js";
import type { Verdict } from "../../policy/policy.js";
import type { ToolCall } from "../../policy/tool-call.js";
import { ask } from "../../policy/verdicts.js";
import type { Instant } from "../life/life.js";

/** Who said which call a prompt is about, the surest first. */
export type CallSource = "hook" | "transcript" | "screen";

/** A call that Claude Code has made, or asked leave for, and that is not known to be over. */
export interface KnownCall {
  readonly call: ToolCall;
  /** Where it would run. */
  readonly cwd: string;
  readonly source: CallSource;
  /** The session is in plan mode. */
  readonly inPlan: boolean;
  /** The row's; hooks do not tell it (2.0.45 to 2.1.325). */
  readonly id: string | undefined;
  readonly at: Instant;
}

/** What is known of a session that makes calls. */
export interface Caller {
  readonly cwd: string;
  /** The surest source that this session has. */
  readonly expects: CallSource;
  readonly judge: (known: KnownCall) => Verdict;
}

/** A prompt on the screen, and the calls that it may be about. */
export interface Sight {
  readonly calls: readonly KnownCall[];
  readonly prompt: PermissionPrompt;
  readonly since: Instant;
}

/** A call paired with the prompt on the screen, and what the rules say of it. */
export interface Judged {
  readonly known: KnownCall;
  readonly verdict: Verdict;
}

/** The newest of equal ones stays: the same call made again may run elsewhere. */
export function withCall(calls: readonly KnownCall[], call: KnownCall): readonly KnownCall[] {
  const others = calls.filter((other) => !isSame(other, call));
  return [...others, call].slice(-MOST_CALLS);
}

/** A hook's call is the row's that says the same. */
export function withoutAnswered(calls: readonly KnownCall[], ids: readonly string[]): readonly KnownCall[] {
  const over = calls.filter(({ id }) => id !== undefined && ids.includes(id));
  return calls.filter((call) => !over.some((other) => saysTheSame(call, other)));
}

/** The prompt was answered: what it showed is over. */
export function withoutShown(calls: readonly KnownCall[], prompt: PermissionPrompt): readonly KnownCall[] {
  return calls.filter(({ call, cwd }) => !showsCall(prompt, call, cwd));
}

/**
 * The call that the prompt on the screen is about: told by the surest source that the session has, for which is waited,
 * and by any other once it is late. Undefined where none fits.
 */
export function findCall({ calls, prompt, since }: Sight, c: Caller, isLate: boolean): Judged | undefined {
  const disguised = calls.find(({ call, at }) => canDisguiseItself(call) && since - at < DISGUISED_MS);
  if (disguised) return { known: disguised, verdict: ask(undefined, DISGUISED) };
  for (const source of ["hook", "transcript"] as const) {
    const judged = worstShown(calls, source, prompt, c.judge);
    if (judged) return judged;
    if (source === c.expects && !isLate) return undefined;
  }
  const call = callOnScreen(prompt);
  if (call === undefined) return undefined;
  const known: KnownCall = { call, cwd: c.cwd, source: "screen", inPlan: false, id: undefined, at: since };
  return { known, verdict: c.judge(known) };
}

/** For the record, where no call fits the prompt: the one that was told of last is most likely meant. */
export function unseenCall({ calls, prompt, since }: Sight, { cwd }: Caller): Judged {
  const call = { tool: prompt.title || "unknown", input: {} };
  const drawn: KnownCall = { call, cwd, source: "screen", inPlan: false, id: undefined, at: since };
  return { known: calls.at(-1) ?? drawn, verdict: ask(undefined, UNSEEN) };
}

const UNSEEN = "The prompt does not show enough of the call to be sure which it is.";

/** Of all that look like the prompt, the one that is judged worst: two that look alike are approved only if both may be. */
function worstShown(
  calls: readonly KnownCall[],
  source: CallSource,
  prompt: PermissionPrompt,
  judge: (known: KnownCall) => Verdict,
): Judged | undefined {
  const judged = calls
    .filter((known) => known.source === source && showsCall(prompt, known.call, known.cwd))
    .map((known) => ({ known, verdict: judge(known) }));
  return judged.toSorted((a, b) => RANK[b.verdict.verdict] - RANK[a.verdict.verdict]).at(0);
}

/** It may be what is on the screen, drawn as a harmless one: control characters reach the terminal (1.0.64, 2.0.72). */
const DISGUISED = "A call with control characters in it is open, and may look like any other.";
// The end of a subagent's call is not always heard of; the person has seen its prompt by then.
const DISGUISED_MS = 10 * 60_000;

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

function isSame(a: KnownCall, b: KnownCall): boolean {
  return a.source === b.source && a.id === b.id && saysTheSame(a, b);
}

function saysTheSame({ call: a }: KnownCall, { call: b }: KnownCall): boolean {
  return a.tool === b.tool && JSON.stringify(a.input) === JSON.stringify(b.input);
}

// Calls that are allowed anyhow stay until their result comes; a turn makes dozens at a time at the most.
const MOST_CALLS = 100;
