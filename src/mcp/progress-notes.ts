import type { ServerContext } from "@modelcontextprotocol/server";

import type { Progress } from "../persona/session/hosted-session.js";

export interface ProgressNotes {
  readonly tell: (progress: Progress) => void;
  readonly end: () => void;
}

/**
 * Tells the caller how its call comes along, where it asked for that. What is still true is said again every while: a client
 * takes silence for a hang, and gives the call up.
 */
export function beginProgressNotes(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  { everyMs = 10_000, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): ProgressNotes {
  const { _meta: meta, notify } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return { tell: () => undefined, end: () => undefined };
  const begunAt = now();
  let last: string | undefined;
  // The protocol wants a number that grows with each note; there is no total.
  let progress = 0;
  const send = (message: string): void => {
    progress++;
    const params = { progressToken, progress, message };
    notify({ method: "notifications/progress", params }).catch(() => {
      // The connection is gone; the call's own signal tells it.
    });
  };
  const timer = setInterval(() => {
    send(`${last ?? "waiting for the host"} (${Math.round((now() - begunAt) / 1000)} s)`);
  }, everyMs);
  return {
    tell: ({ message }) => {
      if (message === last) return;
      last = message;
      send(message);
    },
    end: () => clearInterval(timer),
  };
}
