/** Something that was said in a conversation. */
export type Entry =
  | { readonly type: "prompt" | "said"; readonly text: string }
  | { readonly type: "limit"; readonly text: string; readonly untilMs: number };

export interface FakeScreen {
  readonly columns: number;
  readonly rows: number;
  readonly entries: readonly Entry[];
  readonly draft: string;
  readonly isStashed: boolean;
  readonly isBusy: boolean;
}

export function drawScreen(screen: FakeScreen): string;

export function rowOf(entry: Entry): object;
