import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { labPath, type IsolatedHome } from "../machine/isolated-home.js";
import { field, isRecord } from "../json-value.js";
import { PtySession } from "./pty-session.js";
import { installedRelease } from "../machine/release-cache.js";
import { launchOf, startSession, type SessionOptions } from "./start-session.js";
import type { ApiRequest, StandInApi } from "../api/stand-in-api.js";

export interface WrappedOptions extends SessionOptions {
  /** Options for `cac run`. Without any it is plain `cac`, as most people start it. */
  readonly cac?: readonly string[];
}

/** Our own command as a user has it: the lab knows it only as a program, so it has to be built first. */
export const CAC = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Starts `cac [args]`, or `cac run [options] -- claude [args]`, in a PTY with that release; its home is ours too. */
export async function startWrapped(api: StandInApi, options: WrappedOptions): Promise<PtySession> {
  return startSession(api, await wrapped(options));
}

/** The same in a home where an earlier session has been. */
export async function startWrappedIn(
  home: IsolatedHome,
  api: StandInApi,
  options: WrappedOptions,
): Promise<PtySession> {
  return new PtySession(home, api, await launchOf(home, api, await wrapped(options)));
}

async function wrapped(options: WrappedOptions): Promise<SessionOptions> {
  const { cac = [], environment } = options;
  const claude = await installedRelease(options.release);
  return {
    ...options,
    environment: { PATH: `${dirname(claude)}:${labPath()}`, ...environment },
    through: [process.execPath, CAC, ...(cac.length > 0 ? ["run", ...cac, "--", "claude"] : [])],
  };
}

/** What `cac status --json` says about one session. */
export type SessionStatus = Readonly<Record<string, unknown>>;

export async function statusOf(home: IsolatedHome): Promise<readonly SessionStatus[]> {
  const environment = { HOME: home.home, PATH: labPath(), TMPDIR: join(home.home, "tmp") };
  const { stdout } = await promisify(execFile)(process.execPath, [CAC, "status", "--json"], {
    env: environment,
  });
  const sessions: unknown = JSON.parse(stdout);
  return Array.isArray(sessions) ? sessions.filter(isRecord) : [];
}

/** What the wrapper wrote down about its sessions; empty where it wrote nothing. */
export async function wrapperLog(home: IsolatedHome): Promise<string> {
  const folder = join(home.home, ".local", "state", "claude-auto-continue", "logs");
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.join("\n");
}

/**
 * When each of the prompts with that text first reached the model. A release may ask for the same prompt twice, and
 * every later request repeats the whole conversation: so a prompt is new where there are more of them than before.
 */
export function arrivalsOf(prompt: string, requests: readonly ApiRequest[]): Date[] {
  const arrivals: Date[] = [];
  for (const { at, body } of requests.filter(({ kind }) => kind === "conversation")) {
    const count = promptsIn(body).filter((text) => text === prompt).length;
    while (arrivals.length < count) arrivals.push(at);
  }
  return arrivals;
}

/** The lines of what the user said, in order: prompts that waited for each other are sent as one text. */
function promptsIn(body: unknown): string[] {
  const messages = field(body, "messages");
  const texts = (Array.isArray(messages) ? messages : [])
    .filter((message) => field(message, "role") === "user")
    .flatMap((message) => textsOf(field(message, "content")));
  return texts.flatMap((text) => text.split("\n")).map((line) => line.trim());
}

function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.map((part) => field(part, "text")).filter((text) => typeof text === "string");
}
