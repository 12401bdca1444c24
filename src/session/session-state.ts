/** The public states in the life of a session; docs/GLOSSARY.md says what each means. */
export const SessionState = {
  RUNNING: "RUNNING",
  LIMIT_DETECTED: "LIMIT_DETECTED",
  WAITING: "WAITING",
  RESUMING: "RESUMING",
  NEEDS_YOU: "NEEDS_YOU",
} as const;

export type SessionState = (typeof SessionState)[keyof typeof SessionState];
