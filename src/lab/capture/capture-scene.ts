import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IsolatedHome } from "../machine/isolated-home.js";
import { LAB_TIME_ZONE, startSession } from "../session/start-session.js";
import { DEFAULT_SIZE } from "../session/lab-session.js";
import { replies, StandInApi } from "../api/stand-in-api.js";
import { mainTranscript, writeFixture } from "./fixture.js";
import { isAtLeast } from "./releases.js";
import { NO_TRUTH, type Scene } from "./scene.js";
import { Stage } from "./stage.js";

/** Plays the scene on that release and writes what came of it to `<folder>/<release>/<scene>`. */
export async function captureScene(scene: Scene, release: string, folder: string): Promise<void> {
  const [first, ...rest] = scene.replies ?? [{ type: "text", text: "Done." }];
  const api = await StandInApi.start(replies(first ?? { type: "text", text: "Done." }, ...rest));
  try {
    const session = await startSession(api, {
      ...scene,
      release,
      // Short and of one length, so that a neutral path can stand in for it.
      parent: "/tmp",
      settings: { hooks: recordingHooks(release), ...scene.settings },
    });
    try {
      const truth = { ...NO_TRUTH, ...(await scene.play(new Stage(session, api, release))) };
      await session.screen();
      const capture = {
        release,
        scene: scene.name,
        capturedAt: new Date(),
        timeZone: LAB_TIME_ZONE,
        size: scene.size ?? DEFAULT_SIZE,
        truth,
        bytes: await session.bytes(),
        transcript: await mainTranscript(session.home),
        hooks: await recordedHooks(session.home),
      };
      await writeFixture(join(folder, release, scene.name), capture, session.home);
    } finally {
      await session.close();
    }
  } finally {
    await api.close();
  }
}

// An event that a release does not know spoils its settings, so each is named with the release it came with.
const EVENTS: readonly (readonly [event: string, since: string])[] = [
  ["SessionStart", "1.0.64"],
  ["UserPromptSubmit", "1.0.64"],
  ["Notification", "1.0.64"],
  ["Stop", "1.0.64"],
  ["PermissionRequest", "2.0.72"],
  ["StopFailure", "2.1.78"],
];

const HOOKS_FILE = "hooks.jsonl";

/** Settings under which every hook that the release knows writes its input down. */
function recordingHooks(release: string): object {
  const command = `{ cat; echo; } >> "$HOME/${HOOKS_FILE}"`;
  const known = EVENTS.filter(([, since]) => isAtLeast(release, since));
  return Object.fromEntries(known.map(([event]) => [event, [{ hooks: [{ type: "command", command }] }]]));
}

async function recordedHooks(home: IsolatedHome): Promise<string> {
  const text = await readFile(join(home.home, HOOKS_FILE), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => `${line}\n`).join("");
}
