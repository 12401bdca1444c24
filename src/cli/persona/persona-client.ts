import { loadConfig } from "../../config/load-config.js";
import { surroundings } from "../../host/paths.js";
import { trustedApproval } from "../../config/trusted-settings.js";
import { ownProgram } from "../../launch/own-program.js";
import { UserError } from "../../errors.js";
import { HostClient } from "../../persona/host/host-client.js";
import { HostError } from "../../persona/host/host-protocol.js";
import { projectRootOf } from "../../persona/definition/project-root.js";
import { reportWarnings } from "../report.js";

/** Runs `work` with the host of this user. Its faults are reported like any other error. */
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

/** The given project, else that of the current directory. */
export function projectOf({ project }: { readonly project?: string }): string {
  return projectRootOf(project ?? process.cwd(), surroundings());
}

/** Warns of bad settings, and of an approval that is off because the project is not trusted. */
export function warnOfSettings(projectRoot: string): void {
  const { approve, warnings } = loadConfig();
  const { distrust } = trustedApproval(approve, { projects: [projectRoot], where: surroundings() });
  reportWarnings([...warnings, ...(distrust ? [distrust] : [])]);
}
