import { accessSync, constants } from "node:fs";

import { asObject } from "../../claude/json.js";
import { formatRelease, knownHookEvents } from "../../claude/hooks/releases.js";
import type { Finding } from "./doctor.js";
import { hookCommand, programIn } from "../hooks/hook-command.js";
import { APPROVAL_EVENT, insteadOf, planHooks } from "../hooks/hook-events.js";
import { hasOthers, ourHooks } from "../hooks/hook-text.js";
import type { InstalledRelease } from "../../launch/installed-releases.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { readSettings } from "../hooks/settings-file.js";

export interface HookCheck {
  readonly file: string;
  readonly installed: readonly InstalledRelease[];
  readonly program: OwnProgram;
  readonly platform: NodeJS.Platform;
  readonly approval: {
    /** Whether the user has asked for it with `cac install --approve`. */
    readonly wanted: boolean;
    /** By the user's choice, and not because something is wrong: that is a finding of its own. */
    readonly isOff: boolean;
  };
}

/** Whether Claude Code calls us when a session starts, ends or stops. */
export function checkHooks(check: HookCheck): Finding[] {
  const settings = readSettings(check.file);
  if (settings.type === "bad") return [bad(`${check.file} ${settings.says}`, settings.fix)];
  const value = settings.type === "good" ? settings.value : {};
  const found = ourHooks(value);
  const plan = planHooks(check.installed, { approve: check.approval.wanted });
  const findings = [
    ...strangers(value, check),
    ...stale(found, check),
    ...switchedOff(value),
    ...approval(value, check),
  ];
  const missing = plan.events.filter((event) => !found.some((hook) => hook.event === event));
  if (missing.length > 0) findings.push(note(`not in ${check.file}: ${missing.join(", ")}`, "cac install"));
  for (const { event, because } of plan.leftOut) {
    const who = because.map(nameOf).join(", ");
    findings.push(
      note(
        `${event} is left out, because ${who} would not start with it; ${insteadOf(event)}`,
        "update it, or remove it, and then: cac install",
      ),
    );
  }
  if (findings.every(({ state }) => state !== "bad") && missing.length === 0 && found.length > 0) {
    const events = found.map(({ event }) => event).join(", ");
    findings.unshift({ about: "hooks", state: "good", says: `${events} in ${check.file}` });
  }
  return findings;
}

/** Names that one of the releases here does not know, whoever wrote them. */
function strangers(settings: object, { installed, file }: HookCheck): Finding[] {
  const events = Object.keys(asObject(asObject(settings)?.["hooks"]) ?? {});
  const ours = new Set(ourHooks(settings).map(({ event }) => event));
  return events.flatMap((event) => {
    const unknowing = installed.filter(
      ({ release }) => release && !(knownHookEvents(release) as readonly string[]).includes(event),
    );
    if (unknowing.length === 0 || !ours.has(event)) return [];
    return [
      bad(`${event} in ${file} breaks the settings of ${unknowing.map(nameOf).join(", ")}`, "cac install"),
    ];
  });
}

/** Commands of a package, or a node, that is elsewhere by now. */
function stale(found: ReturnType<typeof ourHooks>, { program, platform }: HookCheck): Finding[] {
  const wanted = hookCommand(program, platform);
  const others = [...new Set(found.map(({ command }) => command))].filter((command) => command !== wanted);
  return others.map((command) => {
    const named = programIn(command);
    const gone = named && [named.node, named.script].find((file) => !isThere(file));
    if (gone !== undefined) return bad(`the hooks call ${gone}, which is not there`, "cac install");
    return note(`the hooks call another cac: ${command}`, "cac install makes them call this one");
  });
}

function switchedOff(settings: object): Finding[] {
  if (asObject(settings)?.["disableAllHooks"] !== true) return [];
  return [bad("disableAllHooks is true in the settings: no hook runs", "take it out, or set it to false")];
}

/** Whether our hook, where it may answer permission prompts, will. */
function approval(settings: object, check: HookCheck): Finding[] {
  if (!ourHooks(settings).some(({ event }) => event === APPROVAL_EVENT)) return [];
  const findings: Finding[] = [];
  if (check.approval.isOff) {
    const says = `${APPROVAL_EVENT} approves nothing, because approve.mode is off`;
    findings.push(note(says, "cac config set approve.mode rules, or take it out: cac install --no-approve"));
  }
  if (hasOthers(settings, APPROVAL_EVENT)) {
    // 2.0.72 and 2.1.325 take the first answer, and do not wait for a refusal that comes later.
    const says = `another ${APPROVAL_EVENT} hook is in ${check.file}, and Claude Code takes whichever answer comes first`;
    findings.push(
      note(says, "where the other one is to refuse calls, take ours out: cac install --no-approve"),
    );
  }
  return findings;
}

function nameOf({ release, file }: InstalledRelease): string {
  return release ? `${formatRelease(release)} (${file})` : file;
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function bad(says: string, fix: string): Finding {
  return { about: "hooks", state: "bad", says, fix };
}

function note(says: string, fix: string): Finding {
  return { about: "hooks", state: "note", says, fix };
}
