/** An error the user can mend: what happened, and the fix. Anything else that is thrown is a bug and shows its stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly fix: string;
  readonly exitCode: ExitCode;

  constructor(code: string, message: string, options: { fix: string; exitCode?: ExitCode; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
    this.exitCode = options.exitCode ?? 1;
  }
}

/** The system's short name of a failure, "EACCES"; undefined for an error of another kind. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whatever was thrown, with its stack where it has one. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Calls a listener. One that throws does not stop the caller: its error is raised afterwards, as an uncaught one. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** 2: the command was called the wrong way; 126 and 127: what it should run cannot be run, or is not there; else 1. */
type ExitCode = 1 | 2 | 126 | 127;
