import { randomUUID } from "node:crypto";

import { compareReleases, parseRelease, type Release } from "../claude/releases.js";
import { resumeArguments, type EarlierRun, type PrintArguments } from "./print-arguments.js";

/** One run of the command. */
export interface Attempt {
  /** `again` is the same as `first`, in a session of its own. */
  readonly kind: "first" | "again" | "resume";
  readonly args: readonly string[];
  /** The session's id, as far as it is known beforehand. 1.0.64 and 1.0.89 give a resumed one a new id. */
  readonly sessionId: string | undefined;
}

/**
 * The command as the user gave it. In the format `text` nothing tells the id of the session that begins, so it is
 * chosen here, where the user left it open.
 */
export function wholeAttempt(
  kind: "first" | "again",
  args: readonly string[],
  { output, isNewSession, isSaved, sessionId }: PrintArguments,
  release: Release | undefined,
): Attempt {
  const isOurs = output === "text" && isNewSession && isSaved && knowsSessionId(release);
  if (!isOurs) return { kind, args, sessionId };
  const chosen = randomUUID();
  return { kind, args: ["--session-id", chosen, ...args], sessionId: chosen };
}

/** Undefined where the session cannot be carried on in its place. */
export function resumeAttempt(args: readonly string[], earlier: EarlierRun): Attempt | undefined {
  const resumed = resumeArguments(args, earlier);
  return resumed && { kind: "resume", args: resumed, sessionId: earlier.sessionId };
}

/** The oldest release that was looked at has it. */
const SESSION_ID_SINCE = parseRelease("1.0.64")!;

function knowsSessionId(release: Release | undefined): boolean {
  return release === undefined || compareReleases(release, SESSION_ID_SINCE) >= 0;
}
