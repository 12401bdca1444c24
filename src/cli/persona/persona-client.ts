import { loadConfig } from "../../config/load-config.js";
import { surroundings } from "../../host/paths.js";
import { trustedApproval } from "../../config/trusted-settings.js";
import { ownProgram } from "../../launch/own-program.js";
import { UserError } from "../../errors.js";
import { HostClient } from "../../persona/host/host-client.js";
import { HostError } from "../../persona/host/host-protocol.js";
import { projectRootOf } from "../../persona/definition/project-root.js";
import { reportWarnings } from "../report.js";

/** Works with the host of this user. What the host refuses is reported like any other problem. */
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

/** Before a session is asked: what is wrong with the settings, and why it may use nothing that asks for permission. */
export function warnOfSettings(projectRoot: string): void {
  const { approve, warnings } = loadConfig();
  const { distrust } = trustedApproval(approve, { projects: [projectRoot], where: surroundings() });
  reportWarnings([...warnings, ...(distrust ? [distrust] : [])]);
}
