import type { Scene } from "../scene.js";
import { BUSY_SCENES } from "./busy.js";
import { DIALOG_SCENES } from "./dialogs.js";
import { FAILURE_SCENES } from "./failures.js";
import { LIMIT_SCENES } from "./limits.js";
import { LOOKALIKE_SCENES } from "./lookalikes.js";
import { NATIVE_SCENES } from "./native.js";
import { PERMISSION_SCENES } from "./permission.js";
import { PROMPT_QUOTE_SCENES } from "./prompt-quotes.js";
import { PROMPT_SCENES } from "./prompt.js";
import { QUOTE_SCENES } from "./quotes.js";
import { TOOL_PROMPT_SCENES } from "./tool-prompts.js";
import { TRAP_SCENES } from "./traps.js";

export const SCENES: readonly Scene[] = [
  ...PROMPT_SCENES,
  ...BUSY_SCENES,
  ...PERMISSION_SCENES,
  ...TOOL_PROMPT_SCENES,
  ...PROMPT_QUOTE_SCENES,
  ...DIALOG_SCENES,
  ...LIMIT_SCENES,
  ...NATIVE_SCENES,
  ...FAILURE_SCENES,
  ...LOOKALIKE_SCENES,
  ...QUOTE_SCENES,
  ...TRAP_SCENES,
];

/** A scene that a release cannot play, and why. */
export interface Absence {
  readonly scene: string;
  readonly reason: string;
}

export function absentScenes(release: string): Absence[] {
  return SCENES.flatMap((scene) => {
    const reason = scene.absentIn?.(release);
    return reason === undefined ? [] : [{ scene: scene.name, reason }];
  });
}
