import type { ApprovalRecord } from "../../../../src/driver/approval/approval-log.js";

/** A prompt of the past that was approved by a rule. */
export function anApproval(changes: Partial<ApprovalRecord> = {}): ApprovalRecord {
  return {
    id: "k3m9p-1",
    time: "2026-11-15T20:28:05.000Z",
    session: "0f3c9a4e-1111-4222-8333-444455556666",
    cwd: "/home/ada/project",
    tool: "Bash",
    input: { command: "npm run test -- --watch" },
    source: "hook",
    by: "wrapper",
    mode: "rules",
    verdict: "allow",
    rule: "Bash(npm run test *)",
    why: "Bash(npm run test *) allows it",
    delayMs: 500,
    pressed: true,
    outcome: "approved",
    ...changes,
  };
}
