import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { dirname } from "node:path";
import { nameableReset } from "../capture/wrapped-stage.js";
import { isolatedHome, labEnvironment, labPath } from "../machine/isolated-home.js";
import { field } from "../json-value.js";
import { undoOnExit } from "../machine/left-behind.js";
import { IN_TIME_MS, SAFETY_BUFFER_MS, type SceneOutcome } from "./wrapper-scenes.js";
import { endTree } from "../machine/process-tree.js";
import { installedRelease } from "../machine/release-cache.js";
import { limit } from "../api/reply.js";
import { LAB_TIME_ZONE } from "../session/start-session.js";
import { StandInApi } from "../api/stand-in-api.js";
import { arrivalsOf, CAC } from "../session/wrapped-session.js";

/** How `cac -p` is asked to answer, and how its answer is found in what it wrote. */
export interface PrintScene {
  readonly name: string;
  readonly args: readonly string[];
  answerIn(output: string): unknown;
}

const ANSWER = "Carried on: the parser skips blank lines.";
const LEAST_WAIT_MS = 12_000;

export const PRINT_SCENES: readonly PrintScene[] = [
  { name: "`-p`, text", args: [], answerIn: (output) => output.trimEnd() },
  {
    name: "`-p`, stream-json",
    args: ["--output-format", "stream-json", "--verbose"],
    answerIn: (output) => field(lastRow(output), "result"),
  },
];

/** Runs `cac -p` with that release into a five-hour limit and says how it got over it. */
export async function playPrint(release: string, scene: PrintScene): Promise<SceneOutcome> {
  const resetsAt = nameableReset(release, LEAST_WAIT_MS);
  const api = await StandInApi.start(() =>
    Date.now() < resetsAt.getTime() ? limit("five_hour", resetsAt) : { type: "text", text: ANSWER },
  );
  try {
    const { exitCode, output } = await print(release, scene, api);
    if (exitCode !== 0 || scene.answerIn(output) !== ANSWER) {
      throw new Error(`exit ${exitCode} after ${JSON.stringify(output.slice(0, 500))}`);
    }
    const [first, ...more] = arrivalsOf("continue", api.requests());
    const lateMs = first && first.getTime() - resetsAt.getTime() - SAFETY_BUFFER_MS;
    return {
      continues: first ? more.length + 1 : 0,
      isInTime: lateMs !== undefined && lateMs >= 0 && lateMs <= IN_TIME_MS,
      lateMs,
      before: "headless",
      draft: undefined,
    };
  } finally {
    await api.close();
  }
}

async function print(
  release: string,
  scene: PrintScene,
  api: StandInApi,
): Promise<{ exitCode: number | null; output: string }> {
  const claude = await installedRelease(release);
  const home = await isolatedHome({ release });
  try {
    const environment = labEnvironment({
      home: home.home,
      apiUrl: api.url,
      account: home.account,
      timeZone: LAB_TIME_ZONE,
      path: `${dirname(claude)}:${labPath()}`,
    });
    const child = spawn(process.execPath, [CAC, "-p", "make the parser skip blank lines", ...scene.args], {
      cwd: home.project,
      env: environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const isOver = undoOnExit(() => child.pid !== undefined && endTree(child.pid));
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    const [exitCode, output] = await Promise.all([exit, text(child.stdout)]);
    isOver();
    return { exitCode, output };
  } finally {
    await home.remove();
  }
}

function lastRow(output: string): unknown {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  return line.startsWith("{") ? JSON.parse(line) : undefined;
}
