import type { PermissionPrompt } from "../../claude/prompts/permission-prompt.js";

/** The option that means just that decision, found by its label; undefined if there is none, or more than one. */
export function optionFor({ options }: PermissionPrompt, decision: "yes" | "no"): number | undefined {
  const label = decision === "yes" ? YES : NO;
  const found = options.flatMap((option, index) => (label.test(option) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}

/** The one for this call alone: the others allow more ("Yes, and don't ask again for …"). */
const YES = /^Yes$/;
/** Not "Type here to tell Claude what to do differently" (2.0.72): there Enter wants a text. */
const NO = /^No(?:$|, and tell Claude )/;
