/** What is going on, in the order in which it goes. */
export const ACTS = {
  start: "cac starts Claude Code. From here on it is what you know, byte for byte.",
  job: "A prompt is typed, the way you would do it. Claude begins with the job.",
  limit: "In the middle of the job: the five-hour limit. Claude Code stops.",
  wait: "cac waits for the reset, and the window's title counts down. You could be asleep now.",
  resume:
    'The limit has reset. cac reads the screen, types "continue", sees it in the box, and presses Enter.',
  done: "Claude has finished the job.",
} as const;

export type ActName = keyof typeof ACTS;

/** How somebody gets to see the session. */
export interface DemoView {
  /** From now on, this is what goes on. */
  begin(act: ActName): void;
  /** The window has changed. */
  changed(): void;
  /** A moment to keep: a view that does not show the session live prints it. */
  keep(): void;
  /** Nothing is shown any more, and the terminal is as it was. */
  close(): void;
}

/** For programs: they get the outcome, not the show. */
export const NO_VIEW: DemoView = {
  begin: () => undefined,
  changed: () => undefined,
  keep: () => undefined,
  close: () => undefined,
};
