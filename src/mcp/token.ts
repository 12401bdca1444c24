import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";

import { makePrivate, readPrivate, writeFirst, type Trouble } from "../store/private-files.js";
import { UserError } from "../errors.js";

export interface KeptToken {
  readonly token: string;
  /** Where clients get it from: it is never printed. */
  readonly file: string;
}

/**
 * The token that clients of the HTTP server must send. It is kept in a private file, so that it stays valid after a restart.
 * Remove the file to get a new one.
 */
export async function keptToken(stateDirectory: string): Promise<KeptToken> {
  const file = join(stateDirectory, "mcp-token");
  const kept = await readToken(file);
  if (kept !== undefined) return { token: kept, file };
  const token = randomBytes(32).toString("base64url");
  const trouble = (await makePrivate(stateDirectory)) ?? (await writeFirst(file, `${token}\n`));
  // Another server was faster: both must use the same token.
  if (trouble === "taken") return keptToken(stateDirectory);
  if (trouble) throw unwritable(trouble);
  return { token, file };
}

/** Undefined if there is none yet. */
async function readToken(file: string): Promise<string | undefined> {
  const found = await readPrivate(file, MOST_BYTES);
  if (found.type === "text") {
    const token = found.text.trim();
    if (TOKEN.test(token)) return token;
    throw unusable(file, "does not contain a token");
  }
  if (found.type !== "missing") throw unusable(file, found.says);
  return undefined;
}

/** Whether the header carries the token. Takes the same time however much of it is right. */
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
  return new UserError("BAD_TOKEN_FILE", `${file} ${says}`, { fix: "remove it: a new one will be made" });
}

function unwritable({ path, says, fix }: Trouble): UserError {
  return new UserError("NO_TOKEN_FILE", `${path} ${says}`, { fix });
}
