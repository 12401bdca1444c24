import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IsolatedHome } from "../isolated-home.js";
import { compareReleases } from "./releases.js";

// An event that a release does not know spoils its settings, so each is named with the release it came with.
const EVENTS: readonly (readonly [event: string, since: string])[] = [
  ["SessionStart", "1.0.64"],
  ["UserPromptSubmit", "1.0.64"],
  ["Notification", "1.0.64"],
  ["Stop", "1.0.64"],
  ["PermissionRequest", "2.0.72"],
  ["StopFailure", "2.1.78"],
];

const FILE = "hooks.jsonl";

/** Settings under which every hook that the release knows writes its input down. */
export function recordingHooks(release: string): object {
  const command = `{ cat; echo; } >> "$HOME/${FILE}"`;
  const known = EVENTS.filter(([, since]) => compareReleases(release, since) >= 0);
  return Object.fromEntries(known.map(([event]) => [event, [{ hooks: [{ type: "command", command }] }]]));
}

export async function recordedHooks(home: IsolatedHome): Promise<string> {
  const text = await readFile(join(home.home, FILE), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => `${line}\n`).join("");
}
