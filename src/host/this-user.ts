import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

export interface User {
  readonly uid: number;
  /** The user's primary group. */
  readonly gid: number;
  /** Undefined where the system has no name for the number. */
  readonly name: string | undefined;
}

/** Whoever runs this process; undefined on Windows. */
export function thisUser(): User | undefined {
  const uid = process.geteuid?.();
  const gid = process.getegid?.();
  if (uid === undefined || gid === undefined) return undefined;
  try {
    const found = userInfo();
    // After `newgrp` or `sg` the process has another group than the user database says.
    if (found.uid === uid) return { uid, gid: found.gid, name: found.username };
  } catch {
    // No entry in the user database, as in many containers.
  }
  return { uid, gid, name: undefined };
}

/** The system's own lists, as text. */
export interface UserDatabase {
  readonly group: string;
  readonly passwd: string;
}

/**
 * Whether the group is the user's own, as most Linux systems make one for each: the primary group, with the number or
 * the name of the user, and nobody else in it.
 */
export function isPrivateGroup(gid: number, user: User, database: UserDatabase = systemDatabase()): boolean {
  if (gid !== user.gid) return false;
  const groups = rowsOf(database.group).filter((row) => row[2] === String(gid));
  const isNamed = groups.some(([name]) => name === user.name);
  const members = groups.flatMap((row) => row[3]?.split(",") ?? []).filter((name) => name !== "");
  // Several systems put accounts such as `shutdown` and `halt` into the group of root.
  const guests = gid === 0 ? [] : rowsOf(database.passwd).filter((row) => row[3] === String(gid));
  const all = [...members, ...guests.map(([name]) => name)];
  return (gid === user.uid || isNamed) && all.every((name) => name === user.name);
}

function systemDatabase(): UserDatabase {
  return { group: textOf("/etc/group"), passwd: textOf("/etc/passwd") };
}

function rowsOf(text: string): string[][] {
  return text.split("\n").map((line) => line.split(":"));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A system that keeps them elsewhere: the numbers decide.
    return "";
  }
}
