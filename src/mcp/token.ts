import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";

import { makePrivate, readPrivate, writeFirst, type Trouble } from "../store/private-files.js";
import { UserError } from "../errors.js";

export interface KeptToken {
  readonly token: string;
  /** Where a client can be given it from: it is shown nowhere. */
  readonly file: string;
}

/**
 * The token that a client of the HTTP server must send. Made once and kept, for the user alone, so that what a client was
 * told holds after a restart; who removes the file gets another one.
 */
export async function keptToken(stateDirectory: string): Promise<KeptToken> {
  const file = join(stateDirectory, "mcp-token");
  const kept = await readToken(file);
  if (kept !== undefined) return { token: kept, file };
  const token = randomBytes(32).toString("base64url");
  const trouble = (await makePrivate(stateDirectory)) ?? (await writeFirst(file, `${token}\n`));
  // Another server was faster: both must know the same one.
  if (trouble === "taken") return keptToken(stateDirectory);
  if (trouble) throw unwritable(trouble);
  return { token, file };
}

/** Undefined where there is none yet. */
async function readToken(file: string): Promise<string | undefined> {
  const found = await readPrivate(file, MOST_BYTES);
  if (found.type === "text") {
    const token = found.text.trim();
    if (TOKEN.test(token)) return token;
    throw unusable(file, "holds no token");
  }
  if (found.type !== "missing") throw unusable(file, found.says);
  return undefined;
}

/** Whether the header carries the token. How long it takes says nothing about how much of it was right. */
export function carriesToken(authorization: string | null | undefined, token: string): boolean {
  const given = /^bearer +([^\s]+)$/i.exec(authorization?.trim() ?? "")?.[1];
  return given !== undefined && timingSafeEqual(sumOf(given), sumOf(token));
}

const TOKEN = /^[A-Za-z0-9_-]{32,128}$/;
const MOST_BYTES = 1024;

function sumOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unusable(file: string, says: string): UserError {
  return new UserError("BAD_TOKEN_FILE", `${file} ${says}`, { fix: "remove it: another one is made" });
}

function unwritable({ path, says, fix }: Trouble): UserError {
  return new UserError("NO_TOKEN_FILE", `${path} ${says}`, { fix });
}
