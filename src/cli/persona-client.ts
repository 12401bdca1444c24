import { surroundings } from "../config/paths.js";
import { ownProgram } from "../daemon/own-program.js";
import { UserError } from "../errors.js";
import { HostClient } from "../persona/host-client.js";
import { HostError } from "../persona/host-protocol.js";
import { projectRootOf } from "../persona/project-root.js";

/** Works with the host of this user; what it refuses is told as any other problem. */
export async function withHost<T>(work: (host: HostClient) => Promise<T>): Promise<T> {
  const where = surroundings();
  const host = new HostClient({ where, program: ownProgram(where) });
  try {
    return await work(host);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new UserError(error.fault.code, error.fault.message, { fix: error.fault.fix, cause: error });
  } finally {
    host.close();
  }
}

/** The project that is meant: the one that is named, else the one around here. */
export function projectOf({ project }: { readonly project?: string }): string {
  return projectRootOf(project ?? process.cwd(), surroundings());
}
