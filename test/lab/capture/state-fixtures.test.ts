import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertShown } from "../../../src/lab/capture/labels.js";
import { absentScenes, SCENES } from "../../../src/lab/capture/scenes/all-scenes.js";
import { EmulatedScreen, textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";

const STATES = join(import.meta.dirname, "../../fixtures/states");
const RELEASES = readdirSync(STATES);

describe.each(RELEASES)("the fixtures of %s", (release) => {
  const folder = join(STATES, release);
  const scenes = readdirSync(folder).filter((name) => existsSync(join(folder, name, "case.json")));

  it("are of every scene that the release can play", () => {
    const absent = new Set(absentScenes(release).map(({ scene }) => scene));
    const wanted = SCENES.filter(({ name, isSlow }) => !absent.has(name) && isSlow !== true);
    expect(wanted.map(({ name }) => name).filter((name) => !scenes.includes(name))).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, "absent.json"), "utf8"))).toEqual(absentScenes(release));
  });

  it.each(scenes)("%s holds together", async (scene) => {
    const read = (name: string): Buffer => readFileSync(join(folder, scene, name));
    const facts = JSON.parse(read("case.json").toString()) as Facts;
    expect([facts.release, facts.scene]).toEqual([release, scene]);

    const emulated = new EmulatedScreen(facts);
    await emulated.write(read("bytes.raw"));
    const text = textOfScreen(emulated.read());
    expect(`${text}\n`).toBe(read("screen.txt").toString());
    if (facts.options !== null) assertShown(text, facts.options, facts.selected ?? 0);

    for (const name of ["transcript.jsonl", "hooks.jsonl"]) {
      for (const row of read(name).toString().trim().split("\n").filter(Boolean)) JSON.parse(row);
    }
    const all = ["bytes.raw", "transcript.jsonl", "hooks.jsonl"]
      .map((name) => read(name).toString("latin1"))
      .join();
    expect(all).not.toMatch(/cac-lab-|\/root\/|lab-cache/);
  });
});

interface Facts {
  readonly release: string;
  readonly scene: string;
  readonly columns: number;
  readonly rows: number;
  readonly options: readonly string[] | null;
  readonly selected: number | null;
}
