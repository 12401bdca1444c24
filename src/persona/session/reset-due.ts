import type { HostSettings } from "../host/host-settings.js";

/** When to ask again after a limit. `until` is when it says that it is over, `count` how often that was waited for. */
export function resetDue(
  until: Date | undefined,
  count: number,
  { safetyMs, unknownResetMs, retryMs }: Pick<HostSettings, "safetyMs" | "unknownResetMs" | "retryMs">,
  now = Date.now(),
): Date {
  const longer = 2 ** Math.min(count, MOST_DOUBLINGS);
  const resetMs = until ? until.getTime() + safetyMs : now + unknownResetMs * longer;
  // One whose reset is over, and which still holds, must not be asked without end.
  return new Date(Math.max(resetMs, now + retryMs * longer));
}

/** 15 minutes become 8 hours, and stay. */
const MOST_DOUBLINGS = 5;
