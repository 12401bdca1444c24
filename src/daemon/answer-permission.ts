import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";

import type { HookEvent } from "../claude/hooks/hook-input.js";
import { loadConfig, type ApproveConfig } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import { trustedApproval } from "../config/trusted-settings.js";
import { ApprovalLog, type ApprovalRecord } from "../driver/approval/approval-log.js";
import { placeOf } from "../driver/approval/place.js";
import { isAlive } from "../host/process-identity.js";
import { judge } from "../policy/judge.js";
import type { Verdict } from "../policy/policy.js";
import { readPolicy } from "../policy/rules/read-policy.js";
import { QUESTIONS } from "../policy/rules/rule.js";
import { ask, IN_PLAN_MODE } from "../policy/verdicts.js";

export type PermissionRequest = Extract<HookEvent, { type: "permissionRequested" }>;

export interface Asked {
  readonly where: Surroundings;
  /** When Claude Code started the hook, as Date.now() counts. */
  readonly askedAt: number;
}

/**
 * What tells Claude Code to run this one call; undefined leaves its prompt to the person. Every decision is in the
 * approval log by then: without its line there is no answer.
 */
export async function answerTo(
  request: PermissionRequest,
  { where, askedAt }: Asked,
): Promise<string | undefined> {
  // They come as permission requests too (2.0.72, 2.1.325).
  if (QUESTIONS.has(request.toolName) || (await isWrapped(where))) return undefined;
  // Claude Code hands the variables of a project's own settings to hooks: HOME, CAC_CONFIG and XDG_CONFIG_HOME too.
  const { approve } = trustedApproval(loadConfig(where).approve, {
    projects: foldersOf(request, where),
    where,
  });
  if (approve.mode === "off" && approve.offBecause === undefined) return undefined;
  const judged = verdictOn(request, approve, where);
  const isLate = Date.now() - askedAt > LATEST_MS;
  const verdict = judged.verdict === "allow" && isLate ? ask(undefined, LATE) : judged;
  const isYes = verdict.verdict === "allow";
  const log = new ApprovalLog(stateDir(where));
  log.append({
    ...aboutCall(request),
    mode: approve.mode,
    ...verdict,
    outcome: isYes ? "answered" : "left",
  });
  const isLogged = await log.isWhole();
  return isYes && isLogged ? ALLOW_ONCE : undefined;
}

/** Taken by 2.0.72, 2.1.197 and 2.1.325. Without `updatedPermissions`, so no settings change. */
const ALLOW_ONCE = JSON.stringify({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
});

/**
 * 2.0.72 and 2.1.197 show the prompt at once, 2.1.325 after half a second: by then somebody may have read it, and be
 * about to refuse.
 */
const LATEST_MS = 3000;
const LATE = "The hook was too slow: you may be reading the prompt.";

/** A session under `cac` is its wrapper's, which shows what it approves. What is no process number counts as one. */
async function isWrapped({ env }: Surroundings): Promise<boolean> {
  const wrapper = env["CAC_WRAPPER"];
  if (!wrapper) return false;
  return !/^[1-9]\d{0,9}$/.test(wrapper) || isAlive(Number(wrapper), undefined);
}

/** Where the session was started, and where it works by now. */
function foldersOf({ cwd }: PermissionRequest, where: Surroundings): readonly string[] {
  return [projectOf(where), cwd].flatMap((folder) => (folder && isAbsolute(folder) ? [folder] : []));
}

function verdictOn(request: PermissionRequest, approve: ApproveConfig, where: Surroundings): Verdict {
  const { cwd, toolName, toolInput, permissionMode } = request;
  if (approve.offBecause !== undefined) return ask(undefined, approve.offBecause);
  if (permissionMode === "plan") return IN_PLAN_MODE;
  if (cwd === undefined || !isAbsolute(cwd)) return ask(undefined, "Claude Code did not say where it works.");
  const place = placeOf({ cwd, project: projectOf(where) ?? cwd, where });
  return judge({ tool: toolName, input: toolInput }, readPolicy(approve), place);
}

/** Where the session was started, which `cwd` is only until Claude Code changes its directory (2.0.72 to 2.1.325). */
function projectOf({ env }: Surroundings): string | undefined {
  const project = env["CLAUDE_PROJECT_DIR"];
  return project && isAbsolute(project) ? project : undefined;
}

function aboutCall({
  sessionId,
  cwd,
  toolName,
  toolInput,
}: PermissionRequest): Omit<ApprovalRecord, keyof Verdict | "mode" | "outcome"> {
  return {
    id: randomUUID(),
    time: new Date().toISOString(),
    session: sessionId,
    cwd: cwd ?? "",
    tool: toolName,
    input: toolInput,
    source: "hook",
    by: "hook",
    delayMs: undefined,
    pressed: false,
  };
}
