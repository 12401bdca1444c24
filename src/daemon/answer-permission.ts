import { randomUUID } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";

import type { HookEvent } from "../claude/hook-input.js";
import { loadConfig, type ApproveConfig } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../config/paths.js";
import { ApprovalLog, type ApprovalRecord } from "../control/approval-log.js";
import { placeOf } from "../control/place.js";
import { isAlive } from "../control/process-identity.js";
import { judge } from "../policy/judge.js";
import type { Verdict } from "../policy/policy.js";
import { readPolicy } from "../policy/read-policy.js";
import { QUESTIONS } from "../policy/rule.js";
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
  const { approve, file } = loadConfig(where);
  if (approve.mode === "off" || isTheProjects(file, request, where)) return undefined;
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

/**
 * Whether the settings lie in the project, which would then approve itself: Claude Code hands the variables of a
 * project's own settings to hooks, CAC_CONFIG and XDG_CONFIG_HOME too.
 */
function isTheProjects(file: string, { cwd }: PermissionRequest, where: Surroundings): boolean {
  const { home } = where;
  const place = placeOf({ cwd: home, project: home, where });
  const real = (path: string): string => place.realPath(path) ?? path;
  const isIn = (path: string, folder: string): boolean => {
    const way = relative(real(folder), real(path));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  return [cwd, projectOf(where)].some((folder) => {
    // Somebody who works in their home, or above it, keeps their settings there.
    return folder !== undefined && !isIn(home, folder) && isIn(file, folder);
  });
}

function verdictOn(request: PermissionRequest, approve: ApproveConfig, where: Surroundings): Verdict {
  const { cwd, toolName, toolInput, permissionMode } = request;
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
