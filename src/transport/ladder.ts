import type { ForeignSession } from "./reach.js";
import { isAttended, isRefusal, type Found, type Hands, type Way } from "./way.js";

/** `refusals` tells, way by way, why those before did not do: "tmux: is not running inside tmux". */
export interface Reached {
  readonly hands: Hands | undefined;
  readonly refusals: readonly string[];
  /** Who carries the session on already: nothing is left to be done for it here. */
  readonly attendedBy?: string;
}

export interface ClimbOptions {
  /** Whether a way that cannot see the screen may be taken. */
  readonly allowBlind: boolean;
}

/** Tries the ways in their order. The first that gets hold of the session wins; its hands are the caller's to release. */
export async function climb(
  session: ForeignSession,
  ways: readonly Way[],
  { allowBlind }: ClimbOptions,
): Promise<Reached> {
  const refusals: string[] = [];
  for (const way of ways) {
    const found = await reachBy(way, session);
    if (isRefusal(found)) {
      refusals.push(`${way.name}: ${found.refused}`);
    } else if (isAttended(found)) {
      refusals.push(`${way.name}: is carried on by ${found.by}`);
      return { hands: undefined, refusals, attendedBy: found.by };
    } else if (found.see === undefined && !allowBlind) {
      refusals.push(`${way.name}: cannot see the screen, and typing unseen is not allowed`);
      await found.release();
    } else {
      return { hands: found, refusals };
    }
  }
  return { hands: undefined, refusals };
}

async function reachBy(way: Way, session: ForeignSession): Promise<Found> {
  try {
    return await way.reach(session);
  } catch (error) {
    // A bug in one way is no reason to do without the others.
    return { refused: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
