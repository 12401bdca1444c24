import { join } from "node:path";
import { LAB_TIME_ZONE, startSession } from "../session.js";
import { DEFAULT_SIZE } from "../lab-session.js";
import { replies, StandInApi } from "../stand-in-api.js";
import { mainTranscript, writeFixture } from "./fixture.js";
import { recordedHooks, recordingHooks } from "./hook-recorder.js";
import { NOTHING, type Scene } from "./scene.js";
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
      const truth = { ...NOTHING, ...(await scene.play(new Stage(session, api, release))) };
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
