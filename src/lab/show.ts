#!/usr/bin/env node
import { textOfScreen } from "../terminal/emulated-screen.js";
import { UserError } from "../errors.js";
import { exitOnSignals } from "./left-behind.js";
import { LIMIT_CASES, measure } from "./matrix-cell.js";
import { installedRelease } from "./release-cache.js";

const RELEASE = "2.1.325";

/** `npm start`: real Claude Code runs into real limits, and what is read of each is held against the truth. */
async function show(): Promise<void> {
  say(
    `\nThis is Claude Code ${RELEASE} itself, in a home of its own, talking to a stand-in API on 127.0.0.1.`,
  );
  say(
    "It needs no account and reaches nothing else. The first time, it is installed from npm (about 235 MB).\n",
  );
  await installedRelease(RELEASE);
  let right = 0;
  const cases = LIMIT_CASES.slice(0, 2);
  for (const limitCase of cases) {
    say(`── A prompt is sent; the API answers with the ${limitCase.name} limit. The terminal then shows:\n`);
    const cell = await measure(RELEASE, limitCase, (screen) => say(indent(textOfScreen(screen))));
    say(`\n   read from the screen      ${inWords(cell.screen)}`);
    say(`   read from the bytes       ${inWords(cell.bytes)}`);
    say(`   read from the transcript  ${inWords(cell.transcript)}`);
    say(`   the keyboard is with      ${cell.state}`);
    say(`   the words                 ${cell.text}\n`);
    if ([cell.screen, cell.bytes, cell.transcript].every((verdict) => verdict === "all")) right++;
  }
  say(`${right} of ${cases.length} limits were read right from all three sources.\n`);
  say("From this folder:");
  say("  your own Claude Code, in tmux     tmux capture-pane -p -t PANE | npx cac detect");
  say("  a session's transcript            npx cac detect ~/.claude/projects/…/SESSION.jsonl");
  say("  a limited session to play with    npm run lab -- --limit seven_day --resets-in 3d");
  process.exitCode = right === cases.length ? 0 : 1;
}

function inWords(verdict: string): string {
  return verdict === "all" ? "right: the kind, and the reset to the minute" : `not all of it: ${verdict}`;
}

function indent(text: string): string {
  const rows = text.split("\n").map((row) => `   │ ${row}`);
  // Long runs of empty rows say nothing here.
  return rows.filter((row, index) => row !== "   │ " || rows[index - 1] !== "   │ ").join("\n");
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

exitOnSignals();
try {
  await show();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`cac: ${error.message}\nfix: ${error.fix}\n`);
  process.exitCode = error.exitCode;
}
