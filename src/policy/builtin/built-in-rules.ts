import { CREDENTIAL_FILES } from "./built-in-credentials.js";
import { DELETE_OUTSIDE_PROJECT } from "./built-in-delete.js";
import { DISKS } from "./built-in-disks.js";
import { FORCE_PUSH } from "./built-in-git.js";
import { NETWORK_TO_SHELL } from "./built-in-network.js";
import type { BuiltInRule } from "./built-in-rule.js";
import { OWN_SETTINGS } from "./built-in-settings.js";
import { baseName } from "../programs/program-name.js";

const SUDO: BuiltInRule = {
  name: "sudo",
  says: "whatever runs as somebody else: sudo, doas, su, pkexec, run0",
  inCommand({ part }) {
    const program = baseName(part.words[0]?.text);
    return AS_ANOTHER.has(program)
      ? { match: "yes", why: `${program} runs a program as another user.` }
      : undefined;
  },
};

const AS_ANOTHER = new Set([
  "sudo",
  "sudoedit",
  "visudo",
  "doas",
  "su",
  "pkexec",
  "run0",
  "runuser",
  "gosu",
  "su-exec",
]);

/** What ruins a day. Deny rules of every policy, in every mode, until the user takes one out by its name. */
export const BUILT_IN_RULES: readonly BuiltInRule[] = [
  DELETE_OUTSIDE_PROJECT,
  DISKS,
  FORCE_PUSH,
  NETWORK_TO_SHELL,
  CREDENTIAL_FILES,
  SUDO,
  OWN_SETTINGS,
];
