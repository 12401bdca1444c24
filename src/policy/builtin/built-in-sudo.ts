import type { BuiltInRule } from "./built-in-rule.js";
import { baseName } from "../programs/program-name.js";

export const SUDO: BuiltInRule = {
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
