import { existsSync } from "node:fs";
import { join } from "node:path";

import { makePrivate, removeIfThere, writeWhole, type Trouble } from "../../store/private-files.js";
import { APPROVAL_EVENT } from "./hook-events.js";
import type { HookPlace } from "./hook-settings.js";
import { hasOthers, ourHooks, type OurHook } from "./hook-text.js";
import { readSettings } from "./settings-file.js";

/** Who answers permission prompts. `shared`: our hook and another one, and Claude Code takes the first answer. */
export type Approval = "nobody" | "hook" | "shared";

/** As the user's settings have it now. */
export function approvalIn(file: string): Approval {
  const settings = readSettings(file);
  if (settings.type !== "good") return "nobody";
  if (!ourHooks(settings.value).some(({ event }) => event === APPROVAL_EVENT)) return "nobody";
  return hasOthers(settings.value, APPROVAL_EVENT) ? "shared" : "hook";
}

/** Whether the user has asked for it: the hook may be left out for now. Settings that were put back by hand count too. */
export function wantsApproval({ file, directory }: HookPlace): boolean {
  return existsSync(wish(directory)) || approvalIn(file) !== "nobody";
}

/** Until another install says otherwise: a release that does not know the event may come and go. */
export async function rememberApproval(directory: string, wanted: boolean): Promise<Trouble | undefined> {
  if (!wanted) return removeIfThere(wish(directory));
  return (await makePrivate(directory)) ?? writeWhole(wish(directory), "");
}

/** Where nothing is known of who will read the settings: all, which is undefined, or all but the one that answers. */
export function hooksThatStay(file: string, approve: boolean): readonly OurHook[] | undefined {
  const settings = readSettings(file);
  if (approve || settings.type !== "good" || approvalIn(file) === "nobody") return undefined;
  return ourHooks(settings.value).filter(({ event }) => event !== APPROVAL_EVENT);
}

function wish(directory: string): string {
  return join(directory, "answers-permissions");
}
