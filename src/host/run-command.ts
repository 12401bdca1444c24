import { execFile } from "node:child_process";

export interface RunCommandOptions {
  /** Added to the few variables that any command needs. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  /** What it reads on its standard input; without it, there is nothing to read. */
  readonly input?: string;
}

/** `code` is undefined where it was not started, or was killed; `says` is one line that tells why it failed. */
export type CommandResult =
  | { readonly ok: true; readonly stdout: string; readonly stderr: string }
  | {
      readonly ok: false;
      readonly code: number | undefined;
      readonly says: string;
      readonly stdout: string;
      readonly stderr: string;
    };

/** How the ways run the programs of others; a value, so that a test can see the exact commands. */
export type RunCommand = typeof runCommand;

/** Runs a program without a shell, in a small environment, to its end or for a limited time. Never throws. */
export function runCommand(
  file: string,
  args: readonly string[],
  { env, timeoutMs = TIMEOUT_MS, input = "" }: RunCommandOptions = {},
): Promise<CommandResult> {
  const options = {
    env: commandEnvironment(env),
    encoding: "utf8",
    timeout: timeoutMs,
    // What hangs may not care for a polite signal.
    killSignal: "SIGKILL",
    maxBuffer: LARGEST_OUTPUT,
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    const fail = (error: CommandError, stdout: string, stderr: string): void =>
      resolve({
        ok: false,
        code: typeof error.code === "number" ? error.code : undefined,
        says: reason(file, error, stdout, stderr, timeoutMs),
        stdout,
        stderr,
      });
    try {
      const child = execFile(file, args, options, (error, stdout, stderr) =>
        error ? fail(error, stdout, stderr) : resolve({ ok: true, stdout, stderr }),
      );
      // One that ends without reading what it was given has closed the pipe; how it ended tells more.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    } catch (error) {
      // A zero byte in an argument, which no program can be given.
      fail(error instanceof Error ? error : new Error(String(error)), "", "");
    }
  });
}

interface CommandError extends Error {
  readonly code?: string | number | null | undefined;
  readonly killed?: boolean | undefined;
  readonly signal?: string | null | undefined;
}

function reason(
  file: string,
  error: CommandError,
  stdout: string,
  stderr: string,
  timeoutMs: number,
): string {
  if (error.code === "ENOENT") return `${file} was not found`;
  if (typeof error.code === "string") return `${file}: ${error.code}`;
  if (error.killed) return `${file} did not answer within ${timeoutMs} ms`;
  // GNU screen complains on its standard output.
  const said = firstLine(stderr) ?? firstLine(stdout);
  if (said !== undefined) return said;
  if (typeof error.code === "number") return `${file} exited with ${error.code}`;
  return error.signal ? `${file} was ended by ${error.signal}` : `${file} could not be started`;
}

/** Without control characters: it is shown to people, and came from a program that shows others' text. */
function firstLine(text: string): string | undefined {
  const line = text.split("\n").find((part) => part.trim() !== "");
  return line
    ?.replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_REASON);
}

/** The few variables of our own environment that any command needs, and those that are added. */
export function commandEnvironment(
  added: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.has(name.toUpperCase()));
  return { PATH: DEFAULT_PATH, ...Object.fromEntries(kept), ...encoding(process.env), ...added };
}

/** A service may have no locale: then wtype drops a text from its first letter beyond ASCII on. */
function encoding({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): { readonly LC_ALL?: string } {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "") ? {} : { LC_ALL: "C.UTF-8" };
}

/** Who the user is, where programs are, and how text is encoded; no key, no token, and no terminal of ours. */
const KEPT = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TMPDIR",
  // Windows starts hardly any program without these.
  "SYSTEMROOT",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "USERNAME",
  "APPDATA",
  "LOCALAPPDATA",
]);

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
const TIMEOUT_MS = 5_000;
const LARGEST_OUTPUT = 16 * 1024 * 1024;
const LONGEST_REASON = 200;
