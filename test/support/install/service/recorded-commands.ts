import type { CommandResult, RunCommand } from "../../../../src/host/run-command.js";

/** Answers as the table says, by the beginning of the command's line, and keeps every line; the first match counts. */
export function recordedCommands(
  answers: Readonly<Record<string, string | { readonly fails: string }>> = {},
): {
  readonly run: RunCommand;
  readonly lines: string[];
} {
  const lines: string[] = [];
  const run: RunCommand = (file, args) => {
    const line = [file, ...args].join(" ");
    lines.push(line);
    const answer = Object.entries(answers).find(([start]) => line.startsWith(start))?.[1] ?? "";
    return Promise.resolve(resultOf(answer));
  };
  return { run, lines };
}

function resultOf(answer: string | { readonly fails: string }): CommandResult {
  if (typeof answer === "string") return { ok: true, stdout: answer, stderr: "" };
  return { ok: false, code: 1, says: answer.fails, stdout: "", stderr: answer.fails };
}
