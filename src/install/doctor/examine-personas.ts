import type { Surroundings } from "../../host/paths.js";
import { whoRuns } from "../../store/process/daemon-lock.js";
import type { Finding } from "./doctor.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { listPersonas } from "../../persona/definition/find-personas.js";
import { HostClient } from "../../persona/host/host-client.js";
import { projectRootOf } from "../../persona/definition/project-root.js";
import { isBroken } from "../../persona/definition/find-personas.js";
import { hostDirectory, howToEnd } from "../../persona/host/host-process.js";

export interface PersonaPatient {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  /** Ours. */
  readonly version: string;
  readonly cwd: string;
}

/** Whom can be asked here, and whether their host runs as it should. Starts nothing. */
export async function examinePersonas(patient: PersonaPatient): Promise<readonly Finding[]> {
  const { where, cwd } = patient;
  const found = await listPersonas(projectRootOf(cwd, where), where);
  const broken = found.filter(isBroken);
  const host = await examineHost(patient);
  if (found.length === 0 && host === undefined) return [];
  return [
    ...broken.flatMap(({ name, problems }) => problems.map((each) => brokenOne(name, each))),
    host ?? good(`${found.length - broken.length} to ask here; their host starts with the first question`),
    ...withheld(where.env),
  ];
}

/** Undefined where none runs. */
async function examineHost({ where, program, version }: PersonaPatient): Promise<Finding | undefined> {
  const runs = await whoRuns(hostDirectory(where));
  if (runs === undefined) return undefined;
  const client = new HostClient({ where, program });
  const about = await client.about().catch(() => undefined);
  client.close();
  const who = `the host (process ${runs.pid}`;
  if (about === undefined) {
    return { about: ABOUT, state: "bad", says: `${who}) does not answer`, fix: howToEnd(runs.pid, where) };
  }
  const { sessions, version: its = "of an unknown version" } = about;
  const says = `${who}, ${its}) has ${sessions.length === 1 ? "1 session" : `${sessions.length} sessions`}`;
  if (its === version) return good(says);
  const fix = "cac persona end --all ends it with its sessions; the next question starts this one";
  return { about: ABOUT, state: "note", says: `${says}; this is ${version}`, fix };
}

/** Whoever logs in like this would be told by each new session that it is not. */
function withheld({ CLAUDE_CODE_OAUTH_TOKEN: token }: Surroundings["env"]): readonly Finding[] {
  if (!token) return [];
  const says = "Claude Code keeps CLAUDE_CODE_OAUTH_TOKEN, by which you log in, from cac mcp";
  const fix =
    "log in with claude and /login, or ask once from a terminal that has it: cac persona ask NAME hello";
  return [{ about: ABOUT, state: "note", says, fix }];
}

const ABOUT = "personas";

function good(says: string): Finding {
  return { about: ABOUT, state: "good", says };
}

function brokenOne(name: string, problem: { file: string; says: string; fix: string }): Finding {
  return {
    about: ABOUT,
    state: "note",
    says: `${name} cannot be asked: ${problem.file} ${problem.says}`,
    fix: problem.fix,
  };
}
