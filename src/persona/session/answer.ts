/** What came of one question to one session. */
export type Answer =
  /** The assistant's exact text. */
  | { readonly type: "answered"; readonly text: string }
  | { readonly type: "limited"; readonly until: Date | undefined; readonly text: string }
  /** It asks leave for a call that the policy does not cover; `call` as in `Bash(rm -rf x)`. */
  | { readonly type: "permission"; readonly call: string; readonly why: string }
  /** The turn ended in an error that Claude Code told. */
  | { readonly type: "failed"; readonly text: string }
  /** Nothing moves: neither screen nor transcript. */
  | { readonly type: "unresponsive"; readonly why: string }
  | { readonly type: "ended"; readonly exitCode: number; readonly signal: string | undefined }
  | { readonly type: "timedOut" }
  | { readonly type: "cancelled" };

/** How an answer comes along. */
export interface Progress {
  readonly state: "starting" | "queued" | "asked" | "working" | "waiting" | "recovering";
  readonly message: string;
}
