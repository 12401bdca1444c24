/** One synchronized update without a line feed; the cursor ends in the box, as in 2.1.197 and later. */
export function drawScreen({ columns, rows, entries, draft, isStashed, isBusy }) {
  const rule = "─".repeat(columns);
  const spinner = isBusy ? ["✻ Composing… (1s · esc to interrupt)", ""] : [];
  const bottom = [...spinner, rule, `❯ ${draft}`, rule, isStashed ? "  › stashed" : "  ? for shortcuts"];
  const above = [" Fake Claude Code", "", ...entries.flatMap(linesOf)].slice(bottom.length - rows);
  const blank = Array.from({ length: rows - above.length - bottom.length }, () => "");
  const lines = [...above, ...blank, ...bottom];
  const drawn = lines.map((line, row) => `\x1b[${row + 1};1H${line}\x1b[K`).join("");
  return `\x1b[?2026h\x1b[2J${drawn}\x1b[${rows - 2};${draft.length + 3}H\x1b[?2026l`;
}

function linesOf({ type, text }) {
  if (type === "prompt") return [`❯ ${text}`, ""];
  return type === "limit" ? [`  ⎿\u00a0 ${text}`, ""] : [`● ${text}`, ""];
}

/** The rows that Claude Code writes for what was said, in the form of 2.1.325. */
export function rowOf({ type, text, untilMs }) {
  if (type === "prompt") return { type: "user", message: { role: "user", content: text } };
  const content = [{ type: "text", text }];
  if (type === "said") {
    const message = { model: "claude-fake", role: "assistant", content, stop_reason: "end_turn" };
    return { type: "assistant", message };
  }
  return {
    type: "assistant",
    message: { model: "<synthetic>", role: "assistant", content },
    isApiErrorMessage: true,
    error: "rate_limit",
    quotaLimits: { status: "rejected", resetsAt: untilMs / 1000, rateLimitType: "five_hour" },
  };
}
