/** Names one permission prompt. The same words asked again later have another id. */
export type PromptId = string;

export type Decision = "yes" | "no";

/** The permission prompt that the session shows now, for a person who is not at its terminal. */
export interface PendingPrompt {
  readonly id: PromptId;
  /** What Claude Code calls the action, as in "Bash command"; empty if the title is not on the screen. */
  readonly title: string;
  /** The rows between the title and the question, as they are drawn. */
  readonly text: string;
  /** As in "Do you want to proceed?". */
  readonly question: string;
  readonly options: readonly string[];
  /** When it came up, in milliseconds since 1970. */
  readonly since: number;
}

export type Decided =
  /** The key was pressed and the prompt is gone. `says` is a whole sentence. */
  | { readonly ok: true; readonly says: string }
  /** The prompt was not answered. */
  | { readonly ok: false; readonly code: DecideFailure; readonly says: string; readonly fix: string };

export type DecideFailure =
  /** No permission prompt with that id is on the screen. */
  | "PROMPT_GONE"
  /** The screen cannot be read, or the prompt is not drawn completely. */
  | "UNREADABLE"
  /** The prompt has no option that means just this decision. */
  | "NO_SUCH_OPTION"
  /** The cursor did not go where the arrow keys should have moved it. */
  | "NOT_SELECTED"
  /** Enter was pressed, and the prompt is still there. */
  | "STILL_THERE"
  /** Another decision is being carried out. */
  | "BUSY";
