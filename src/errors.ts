/** An error the user can mend: what happened, and the fix. Anything else that is thrown is a bug and shows its stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly fix: string;

  constructor(code: string, message: string, options: { fix: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fix = options.fix;
  }
}
