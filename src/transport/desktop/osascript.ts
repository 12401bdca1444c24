import type { RunCommand } from "../../host/run-command.js";

/** What an AppleScript answered, or why it did not, in the words of the system. */
export type ScriptResult =
  { readonly ok: true; readonly told: string } | { readonly ok: false; readonly says: string };

/** Runs a fixed script; the values are its arguments, never a part of its text. */
export async function runScript(
  run: RunCommand,
  script: string,
  args: readonly string[],
): Promise<ScriptResult> {
  const result = await run("osascript", ["-", ...args], { input: script });
  if (result.ok) return { ok: true, told: result.stdout.replace(/\n$/, "") };
  if (NOT_ALLOWED.test(result.stderr)) return { ok: false, says: NOT_ALLOWED_FIX };
  // "12:34: execution error: what is wrong (-1728)"
  const [, wrong] = /execution error: (.*?)(?: \(-?\d+\))?$/.exec(result.says) ?? [];
  return { ok: false, says: wrong ?? result.says };
}

// errAEEventNotPermitted, and System Events' word for a missing right to press keys.
const NOT_ALLOWED = /\((?:-1743|1002)\)/;
const NOT_ALLOWED_FIX =
  "macOS does not allow it yet (System Settings, Privacy & Security, Automation and Accessibility)";
