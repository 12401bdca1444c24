import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * A sign of this machine, for homes that several share: a process number of another one means nothing here. Not the
 * host's name, which changes with the network. Undefined where there is none to be had: then every record counts as ours.
 */
export async function thisMachine(): Promise<string | undefined> {
  try {
    const id = (await readFile("/etc/machine-id", "utf8")).trim();
    // machine-id(5) asks that the number itself is not passed on.
    return id === ""
      ? undefined
      : createHash("sha256").update(`claude-auto-continue ${id}`).digest("hex").slice(0, 16);
  } catch {
    // Only Linux has it, and not in every container.
    return undefined;
  }
}
