import { randomUUID } from "node:crypto";

import { compareReleases, knows, parseRelease, type Release } from "../claude/hooks/releases.js";
import { resumeArguments, type EarlierRun, type PrintArguments } from "../launch/print-arguments.js";

/** One run of the command. */
export interface Attempt {
  /** `again` is the same as `first`, in a session of its own. */
  readonly kind: "first" | "again" | "resume";
  readonly args: readonly string[];
  /** The session's id, as far as it is known beforehand. */
  readonly sessionId: string | undefined;
  /** It is a resumed session, and may go on under another id: 1.0.64 and 1.0.89 give it a new one. */
  readonly mayChangeId: boolean;
}

/**
 * The command as the user gave it. In the format `text` nothing tells the id of the session that begins, so it is
 * chosen here, where the user left it open.
 */
export function wholeAttempt(
  kind: "first" | "again",
  args: readonly string[],
  { output, isNewSession, isSaved, sessionId, resumedId }: PrintArguments,
  release: Release | undefined,
): Attempt {
  const isOurs = output === "text" && isNewSession && isSaved && knowsSessionId(release);
  if (isOurs) {
    const chosen = randomUUID();
    return { kind, args: ["--session-id", chosen, ...args], sessionId: chosen, mayChangeId: false };
  }
  if (sessionId !== undefined || resumedId === undefined) {
    return { kind, args, sessionId, mayChangeId: false };
  }
  return { kind, args, sessionId: resumedId, mayChangeId: mayChangeId(release) };
}

/** Undefined where the session cannot be carried on in its place. */
export function resumeAttempt(
  args: readonly string[],
  earlier: EarlierRun,
  release: Release | undefined,
): Attempt | undefined {
  const resumed = resumeArguments(args, earlier);
  const { sessionId } = earlier;
  return resumed && { kind: "resume", args: resumed, sessionId, mayChangeId: mayChangeId(release) };
}

/** Where the release could not be told, the session is looked for under both. */
function mayChangeId(release: Release | undefined): boolean {
  return release === undefined || !knows(release, "printKeepsId");
}

/** The oldest release that was looked at has it. */
const SESSION_ID_SINCE = parseRelease("1.0.64")!;

function knowsSessionId(release: Release | undefined): boolean {
  return release === undefined || compareReleases(release, SESSION_ID_SINCE) >= 0;
}
