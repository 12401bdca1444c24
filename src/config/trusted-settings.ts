import type { Stats } from "node:fs";
import { devNull } from "node:os";
import { isAbsolute, relative, sep } from "node:path";

import { findConfigFile, type ApproveConfig, type ConfigWarning } from "./load-config.js";
import type { Surroundings } from "../host/paths.js";
import { shellWord } from "../host/shell-word.js";
import { isPrivateGroup, thisUser, type User } from "../host/this-user.js";
import { walkPath, type PathWalk, type PathStep } from "../host/walk-path.js";

export interface TrustQuestion {
  /** Where the session was started, and other folders whose content Claude Code may change freely. */
  readonly projects: readonly string[];
  readonly where: Surroundings;
  /** Default: the user of this process. */
  readonly user?: User | undefined;
}

/** Why the rules may not be the user's own. `project`: another place to start would do; `file`: it holds everywhere. */
export interface Distrust extends ConfigWarning {
  readonly about: "project" | "file";
}

export interface TrustedApproval {
  /** As it is in effect: with `distrust`, the mode is off. */
  readonly approve: ApproveConfig;
  readonly distrust: Distrust | undefined;
}

/** Switches approval off where somebody else could have written the rules, or where the project could write them. */
export function trustedApproval(approve: ApproveConfig, question: TrustQuestion): TrustedApproval {
  const distrust = approve.mode === "off" ? undefined : distrustOf(question);
  if (distrust === undefined) return { approve, distrust };
  return { approve: { ...approve, mode: "off", offBecause: sentence(distrust.message) }, distrust };
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Undefined where only the user and root can change the settings file. */
export function distrustOf({ projects, where, user = thisUser() }: TrustQuestion): Distrust | undefined {
  const file = findConfigFile(where);
  const found = projects.map((project) => inProject(project, where.home, file)).find(Boolean);
  // Windows has other owners and modes; the null device stands for no file.
  if (found || user === undefined || where.platform === "win32" || file === devNull) return found;
  return writtenByOthers(walkPath(file), user);
}

function inProject(project: string, home: string, file: string): Distrust | undefined {
  const folders = [project, walkPath(project).end];
  const holds = (path: string): boolean =>
    pathsTo(path).some((each) => folders.some((folder) => isIn(each, folder)));
  if (holds(home)) {
    const message = `nothing is approved here: the project ${project} contains your home directory, and so your settings`;
    return {
      about: "project",
      message,
      fix: "cd into a folder below your home, and start the session there",
    };
  }
  if (!holds(file)) return undefined;
  const message = `nothing is approved here: the settings file ${file} lies inside the project ${project}, which could change it`;
  const fix = "move the file out of the project, and name its new place with CAC_CONFIG";
  return { about: "project", message, fix };
}

/** As it is written, every link on the way, and where they lead. */
function pathsTo(path: string): readonly string[] {
  const { steps, end } = walkPath(path);
  const links = steps.filter(({ stat }) => stat.isSymbolicLink()).map((step) => step.path);
  return [path, ...links, end];
}

/** Also where they are the same. */
function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function writtenByOthers({ steps, trouble }: PathWalk, user: User): Distrust | undefined {
  for (const step of steps) {
    const found = ownerTrouble(step, user) ?? modeTrouble(step, user);
    if (found !== undefined) return { about: "file", ...found };
  }
  if (trouble === undefined) return undefined;
  const { path, code } = trouble;
  const parent = steps.at(-1);
  if (code !== "ENOENT" || parent === undefined) {
    const message = `nothing is approved: ${path} cannot be checked (${code})`;
    return { about: "file", message, fix: `see what is there: ls -ld ${shellWord(path)}` };
  }
  // The sticky bit protects what is there, not a name that is free.
  if (openTo(parent.stat, user) === "") return undefined;
  const message = `nothing is approved: ${path} does not exist, and anybody could create it in ${parent.path}`;
  return { about: "file", message, fix: "keep the settings in a folder of your own: unset CAC_CONFIG" };
}

function ownerTrouble({ path, stat }: PathStep, user: User): ConfigWarning | undefined {
  if (stat.uid === user.uid || stat.uid === 0) return undefined;
  const what = stat.isSymbolicLink() ? "the link " : "";
  const how = stat.isSymbolicLink() ? "chown -h" : "chown";
  return {
    message: `nothing is approved: ${what}${path} belongs to another user (${stat.uid}), who could change your rules`,
    fix: `${asRoot(user)}${how} ${user.name ?? user.uid} ${shellWord(path)}`,
  };
}

function modeTrouble({ path, stat }: PathStep, user: User): ConfigWarning | undefined {
  // Nobody can write to a link; its mode means nothing.
  if (stat.isSymbolicLink() || (stat.isDirectory() && (stat.mode & STICKY) !== 0)) return undefined;
  const others = openTo(stat, user);
  if (others === "") return undefined;
  return {
    message: `nothing is approved: other users can write to ${path} (mode ${(stat.mode & 0o7777).toString(8)}), and could change your rules`,
    fix: `${stat.uid === user.uid ? "" : asRoot(user)}chmod ${others}-w ${shellWord(path)}`,
  };
}

/** As chmod names them: "", "g", "o" or "go". */
function openTo({ mode, gid }: Stats, user: User): string {
  const group = (mode & 0o020) !== 0 && !isPrivateGroup(gid, user) ? "g" : "";
  return group + ((mode & 0o002) !== 0 ? "o" : "");
}

function asRoot({ uid }: User): string {
  return uid === 0 ? "" : "sudo ";
}

const STICKY = 0o1000;
