import { paint } from "./frame.js";
import { JOB, type ModelExchange } from "./model.js";
import type { DemoProgram } from "./program.js";
import { clock } from "./proof.js";
import type { DemoOutcome } from "./run-demo.js";
import type { Style } from "./window.js";

/** What is about to be seen. */
export function introduce(program: DemoProgram): string[] {
  const who =
    program.type === "real"
      ? [`This is Claude Code ${program.version} itself, started by cac in a home of its own.`]
      : [
          `A scripted stand-in plays Claude Code: ${program.because}.`,
          "cac, the terminal between the two, the limit and the proof are the real thing.",
        ];
  return [
    ...who,
    "It talks to a stand-in for the API on 127.0.0.1: no account, nothing else is",
    "reached, nothing of yours is touched. In the middle of its job it runs into a",
    "five-hour limit, which for once resets in 20 seconds.",
  ];
}

/** What was seen, and what it proves. */
export function report({ exchanges, resetsAt, claims }: DemoOutcome, style: Style): string[] {
  const asked = exchanges.map(sayAsked);
  const width = Math.max(0, ...asked.map((text) => text.length));
  const reached = exchanges.map(
    ({ at, answered }, index) =>
      `  ${clock(at)}  ${(asked[index] ?? "").padEnd(width)}  → ${sayAnswered(answered, resetsAt)}`,
  );
  const proof = claims.flatMap(({ claim, holds, shown }) => [
    `  ${holds ? paint("✔", "green", style) : paint("✘", "red", style)} ${claim}`,
    paint(`      ${shown}`, "dim", style),
  ]);
  return [
    paint("What reached the model", "bold", style),
    "",
    ...reached,
    "",
    paint("The proof", "bold", style),
    "",
    ...proof,
    "",
    paint(verdict(claims), "bold", style),
  ];
}

function verdict(claims: DemoOutcome["claims"]): string {
  const failed = claims.filter(({ holds }) => !holds).length;
  if (failed === 0) return "The session was resumed once, and nobody touched a key.";
  return `${failed} of ${claims.length} claims do not hold.`;
}

function sayAsked({ asked }: ModelExchange): string {
  if (asked.type === "toolResult") return "a tool's result";
  return asked.text === JOB ? "the job" : `"${asked.text}"`;
}

function sayAnswered(answered: ModelExchange["answered"], resetsAt: Date | undefined): string {
  switch (answered) {
    case "reads":
      return "reads notes.md";
    case "limit":
      return `the five-hour limit, resets ${clock(resetsAt)}`;
    case "writes":
      return "writes haiku.txt";
    case "done":
      return "done";
    default:
      return answered satisfies never;
  }
}
