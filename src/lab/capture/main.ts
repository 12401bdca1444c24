import { Command } from "commander";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inParallel } from "../in-parallel.js";
import { exitOnSignals } from "../machine/left-behind.js";
import { positiveInteger } from "../options.js";
import { captureScene } from "./capture-scene.js";
import type { Scene } from "./scene.js";
import { absentScenes, SCENES, type Absence } from "./scenes/all-scenes.js";

const RELEASES = ["2.1.325", "2.1.197", "2.0.72", "1.0.64"];

const program = new Command("npm run lab:capture --")
  .description("Record fixtures of every state of Claude Code, per release.")
  .option("-r, --release <version...>", "releases to run", RELEASES)
  .option("-s, --state <scene...>", "scenes to play (default: all)")
  .option("--slow", "also the scenes that take many minutes", false)
  .option("-o, --out <folder>", "where the fixtures go", join("test", "fixtures", "states"))
  .option("-j, --jobs <n>", "scenes at the same time", positiveInteger, 2)
  .addHelpText(
    "after",
    `
Examples:
  npm run lab:capture
  npm run lab:capture -- --release 2.1.325 --state permission-bash limit-weekly`,
  );

program.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
const options = program
  .parse()
  .opts<{ release: string[]; state?: string[]; slow: boolean; out: string; jobs: number }>();
const chosen = chooseScenes(options.state);

exitOnSignals();
let failures = 0;
for (const release of options.release) {
  const folder = join(options.out, release);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "absent.json"), `${JSON.stringify(absentScenes(release), undefined, 2)}\n`);
  const [absent, present] = partition(chosen, release);
  await inParallel(present, options.jobs, async (scene) => {
    try {
      await captureScene(scene, release, options.out);
      console.log(`${release} ${scene.name}: captured`);
    } catch (error) {
      failures++;
      console.error(
        `${release} ${scene.name}: FAILED\n${String(error instanceof Error ? error.stack : error)}`,
      );
    }
  });
  for (const { scene, reason } of absent) console.log(`${release} ${scene}: absent, ${reason}`);
}
process.exitCode = failures === 0 ? 0 : 1;

function chooseScenes(names: readonly string[] | undefined): readonly Scene[] {
  if (names === undefined) return SCENES.filter((scene) => options.slow || scene.isSlow !== true);
  return names.map((name) => {
    const scene = SCENES.find((scene) => scene.name === name);
    if (scene !== undefined) return scene;
    return program.error(
      `no scene is called "${name}"; there are: ${SCENES.map((scene) => scene.name).join(", ")}`,
      {
        exitCode: 2,
      },
    );
  });
}

function partition(scenes: readonly Scene[], release: string): [absent: Absence[], present: Scene[]] {
  const absent = absentScenes(release).filter(({ scene }) => scenes.some(({ name }) => name === scene));
  const names = new Set(absent.map(({ scene }) => scene));
  return [absent, scenes.filter(({ name }) => !names.has(name))];
}
