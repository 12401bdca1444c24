import { stateDir, surroundings, type Surroundings } from "../../host/paths.js";
import { ApprovalLog, type ApprovalRecord } from "./approval-log.js";
import { placeOf } from "./place.js";
import { stackOf } from "../../errors.js";
import { readPolicy } from "../../policy/rules/read-policy.js";
import { Approver, type ApproverOptions } from "./approver.js";
import type { ApproveSettings } from "../wrapper-settings.js";

export interface ApproverSurroundings extends Pick<
  ApproverOptions,
  "cwd" | "session" | "expects" | "glance" | "pressEnter" | "notify" | "log"
> {
  readonly settings: ApproveSettings;
  /** Claude Code's name for the conversation. */
  readonly conversation: () => string | undefined;
  /** Default: those of this process. */
  readonly where?: Surroundings;
  /** What is decided about a prompt, and what becomes of it. */
  readonly onRecord?: (record: Omit<ApprovalRecord, "session">) => void;
}

/** Loaded only where approval is on: the rules and the shell's grammar take a moment. */
export function beginApprover(options: ApproverSurroundings): Approver {
  const { settings, cwd, conversation, log } = options;
  const { where = surroundings() } = options;
  const records = new ApprovalLog(stateDir(where));
  return new Approver({
    ...options,
    policy: readPolicy(settings),
    offBecause: settings.offBecause,
    delayMs: settings.delayMs,
    placeAt: (at) => placeOf({ cwd: at, project: cwd, where }),
    record: (record) => {
      records.append({ ...record, session: conversation() });
      options.onRecord?.(record);
      return records.isWhole();
    },
    onFault: (error) => log("fault", { what: stackOf(error) }),
  });
}
