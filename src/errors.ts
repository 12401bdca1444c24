/** An error the user can mend: what happened, and the fix. Anything else that is thrown is a bug and shows its stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly fix: string;
  /** 2 where the command was called the wrong way, else 1. */
  readonly exitCode: 1 | 2;

  constructor(code: string, message: string, options: { fix: string; exitCode?: 1 | 2; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
    this.exitCode = options.exitCode ?? 1;
  }
}
