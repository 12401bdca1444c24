import { formatRelease } from "../claude/releases.js";
import type { Finding } from "./doctor.js";
import type { InstalledRelease } from "./installed-releases.js";
import type { LockNote } from "./lock-note.js";
import type { Service } from "./service/service.js";

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

export async function checkService(service: Service | undefined): Promise<Finding[]> {
  if (service === undefined) {
    return [
      { about: "service", state: "note", says: "none is known for this platform", fix: STARTED_BY_HOOK },
    ];
  }
  const why = await service.unavailable();
  if (why !== undefined) {
    return [{ about: "service", state: "note", says: `${service.kind} ${why}`, fix: STARTED_BY_HOOK }];
  }
  const { setUp, running, lingers, troubles } = await service.look();
  if (setUp === "no") {
    return [
      {
        about: "service",
        state: "note",
        says: "is not set up: nothing is carried on after a reboot until a session starts",
        fix: "cac install",
      },
    ];
  }
  const found = troubles.map(({ says, fix }): Finding => {
    return { about: "service", state: running ? "note" : "bad", says, fix };
  });
  if (setUp === "otherwise") {
    found.unshift({
      about: "service",
      state: "note",
      says: "was set up by another version, or changed by hand",
      fix: "cac install writes it anew",
    });
  }
  if (found.length === 0) found.push({ about: "service", state: "good", says: `runs under ${service.kind}` });
  if (lingers === false) {
    found.push({
      about: "service",
      state: "note",
      says: "starts when you log in, not with the machine",
      fix: "cac install --linger",
    });
  }
  return found;
}

export function checkDaemon(runs: LockNote | undefined): Finding[] {
  if (runs)
    return [{ about: "daemon", state: "good", says: `runs as process ${runs.pid} since ${runs.since}` }];
  return [{ about: "daemon", state: "note", says: "does not run at the moment", fix: STARTED_BY_HOOK }];
}

const STARTED_BY_HOOK = "the next session's hook starts the daemon; or start it yourself: cac daemon";
