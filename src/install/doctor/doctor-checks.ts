import { formatRelease } from "../../claude/hooks/releases.js";
import type { Config } from "../../config/load-config.js";
import { trustedApproval, type TrustQuestion } from "../../config/trusted-settings.js";
import type { Finding } from "./doctor.js";
import type { InstalledRelease } from "../../launch/installed-releases.js";
import type { LockNote } from "../../store/process/lock-note.js";
import type { Service } from "../service/service.js";

export function checkReleases(installed: readonly InstalledRelease[]): Finding[] {
  if (installed.length === 0) {
    return [
      {
        about: "releases",
        state: "bad",
        says: "no Claude Code was found",
        fix: "npm install -g @anthropic-ai/claude-code, or name it: cac config set claude /path/to/claude",
      },
    ];
  }
  return installed.map(({ file, release }): Finding => {
    if (release) return { about: "releases", state: "good", says: `${formatRelease(release)} at ${file}` };
    return {
      about: "releases",
      state: "note",
      says: `${file} does not say which release it is, and is taken for the oldest`,
      fix: `see what it answers: ${file} --version`,
    };
  });
}

/** Whether the rules of approval can be used; nothing where the user has not switched it on. */
export function checkApproval({ approve, file, warnings }: Config, question: TrustQuestion): Finding[] {
  const { mode, offBecause } = approve;
  const about = "approval";
  if (offBecause !== undefined) {
    const warning = warnings.find(({ message }) => offBecause === `${message}.`);
    return [
      { about, state: "bad", says: warning?.message ?? offBecause, ...(warning && { fix: warning.fix }) },
    ];
  }
  if (mode === "off") return [];
  const { distrust } = trustedApproval(approve, question);
  if (distrust === undefined)
    return [{ about, state: "good", says: `mode ${mode}, by the rules in ${file}` }];
  const { message, fix } = distrust;
  return [{ about, state: distrust.about === "project" ? "note" : "bad", says: message, fix }];
}

/** `byHooks`: whether the hooks start the daemon in its place. */
export async function checkService(service: Service | undefined, byHooks: boolean): Promise<Finding[]> {
  const instead = byHooks ? "the hooks start the daemon" : "nothing starts the daemon";
  const why = service === undefined ? "none is known for this platform" : await whyNot(service);
  if (service === undefined || why !== undefined)
    return [note(`${why}: ${instead}`, byHooks ? ELSEWHERE : "cac install")];
  const { setUp, running, lingers, troubles } = await service.look();
  if (setUp === "no") return [note(`is not set up: ${instead}`, "cac install")];
  const found = troubles.map(({ says, fix }): Finding => {
    return { about: "service", state: running ? "note" : "bad", says, fix };
  });
  if (setUp === "otherwise") {
    found.unshift(note("was set up by another version, or changed by hand", "cac install writes it anew"));
  }
  if (found.length === 0) found.push({ about: "service", state: "good", says: `runs under ${service.kind}` });
  if (lingers === false) {
    found.push(note("starts when you log in, not with the machine", "cac install --linger"));
  }
  return found;
}

export function checkDaemon(runs: LockNote | undefined, byHooks: boolean): Finding[] {
  if (runs)
    return [{ about: "daemon", state: "good", says: `runs as process ${runs.pid} since ${runs.since}` }];
  const fix = byHooks
    ? "the next session's hook starts it; or start it yourself: cac daemon"
    : "cac install has it started; or start it yourself: cac daemon";
  return [{ about: "daemon", state: "note", says: "does not run at the moment", fix }];
}

const ELSEWHERE =
  "run cac install again where it answers: in a login session, not after su or in a container";

async function whyNot(service: Service): Promise<string | undefined> {
  const why = await service.unavailable();
  return why === undefined ? undefined : `${service.kind} ${why}`;
}

function note(says: string, fix: string): Finding {
  return { about: "service", state: "note", says, fix };
}
