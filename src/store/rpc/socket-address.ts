import { createHash, randomBytes } from "node:crypto";
import { lstat, mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";

import { runtimeDirs, type Surroundings } from "../../host/paths.js";
import { isClosed, isOurs, makePrivate, namesIn } from "../private-files.js";
import { makeRuntimeDirectory } from "../runtime-directory.js";

/** Where a session can listen. `directory` is one that was made for this socket alone, to be removed with it. */
export interface SocketAddress {
  readonly address: string;
  readonly directory?: string | undefined;
}

/**
 * A place for the socket of this session, private to the user, in directories that were made where they were missing.
 * Undefined where there is none.
 */
export async function findSocketAddress(id: string, where: Surroundings): Promise<SocketAddress | undefined> {
  if (where.platform === "win32") return { address: `\\\\.\\pipe\\claude-auto-continue-${id}` };
  for (const directory of runtimeDirs(where)) {
    const address = posix.join(directory, `${id}.sock`);
    if (isShort(address) && (await makeRuntimeDirectory(directory, where))) return { address };
  }
  // TMPDIR may be long, too.
  for (const temporary of new Set([tmpdir(), "/tmp"])) {
    const found = await inTemporary(temporary, id);
    if (found) return found;
  }
  return undefined;
}

/** Names the socket of the one process that runs for a directory. Two directories do not have the same. */
export function socketName(
  kind: string,
  directory: string,
  { platform }: Pick<Surroundings, "platform">,
): string {
  const ofDirectory = createHash("sha256").update(directory).digest("hex").slice(0, 8);
  // Whoever guesses the name of a pipe on Windows can have it first. The lock says the name.
  const unguessed = platform === "win32" ? `-${randomBytes(8).toString("hex")}` : "";
  return `${kind}-${ofDirectory}${unguessed}`;
}

/** The sockets in the usual places: also of sessions whose record could not be written. */
export async function listSockets(where: Surroundings): Promise<string[]> {
  const found = await Promise.all(runtimeDirs(where).map(socketsIn));
  return found.flat();
}

/** Whether a socket of this path can only have been made by us. Asked before one connects to it. */
export async function isPrivateSocket(address: string): Promise<boolean> {
  if (process.platform === "win32") return address.startsWith("\\\\.\\pipe\\claude-auto-continue-");
  try {
    const [directory, socket] = await Promise.all([stat(dirname(address)), lstat(address)]);
    return isOurs(directory) && isClosed(directory) && socket.isSocket() && isOurs(socket);
  } catch {
    // Not there.
    return false;
  }
}

// 104 bytes with the closing NUL on macOS and the BSDs, 108 on Linux. Node cuts a longer path off in silence.
const MOST_BYTES = 103;

function isShort(address: string): boolean {
  return Buffer.byteLength(address) <= MOST_BYTES;
}

/** Others can write there too, and may have taken the name: then one that nobody can guess. */
async function inTemporary(temporary: string, id: string): Promise<SocketAddress | undefined> {
  const known = join(temporary, `cac-${process.geteuid?.() ?? ""}`);
  const address = join(known, `${id}.sock`);
  if (!isShort(address)) return undefined;
  if ((await makePrivate(known, { links: "refused" })) === undefined) return { address };
  try {
    const directory = await mkdtemp(`${known}-`);
    const unguessed = join(directory, `${id}.sock`);
    return isShort(unguessed) ? { address: unguessed, directory } : undefined;
  } catch {
    // No place to write: the session goes on without a socket.
    return undefined;
  }
}

async function socketsIn(directory: string): Promise<string[]> {
  const names = await namesIn(directory);
  return names.filter((name) => name.endsWith(".sock")).map((name) => join(directory, name));
}
