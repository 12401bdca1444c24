import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, resolve } from "node:path";

import { systemCode, UserError } from "../errors.js";
import { kindTrouble, writeFix } from "../host/file-trouble.js";

/**
 * Where a write to the file ends up: dotfiles are often links into a repository, and must stay links.
 * Throws where something stands there that is no regular file. A rename would put a file in its place: root can
 * lose a device of the machine in that way.
 */
export function writeTarget(file: string, nullDevice = devNull): string {
  if (file === nullDevice) {
    throw new UserError(
      "CONFIG_NOT_A_FILE",
      `${file} stands for no settings file: nothing can be kept there`,
      {
        fix: "name a file with CAC_CONFIG, or: unset CAC_CONFIG",
      },
    );
  }
  const target = throughLinks(file);
  const stat = lstatSync(target, { throwIfNoEntry: false });
  const trouble = stat && kindTrouble(stat);
  if (trouble) {
    throw new UserError("CONFIG_NOT_A_FILE", `${target} ${trouble.says}; it was left as it is`, {
      fix: trouble.fix,
    });
  }
  return target;
}

/** The error to throw: with a fix where it is the system's, as it is where it is a bug of ours. */
export function cannotWrite(file: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined || error instanceof UserError) return error;
  return new UserError("CONFIG_NOT_WRITTEN", `${file} cannot be written (${code})`, {
    fix: writeFix(file, code),
    cause: error,
  });
}

function throughLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw cannotWrite(file, error);
  }
  let next: string;
  try {
    next = readlinkSync(file);
  } catch {
    // No link: a file that is not there yet.
    return file;
  }
  return throughLinks(resolve(dirname(file), next));
}
