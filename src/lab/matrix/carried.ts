import { playPrint, PRINT_SCENES } from "./print-scenes.js";
import { playWrapped, WRAPPER_SCENES, type SceneOutcome } from "./wrapper-scenes.js";

/** A limit that `cac` is to carry a session over. */
export interface CarriedScene {
  readonly name: string;
  /** What the person had typed, which has to be there afterwards. */
  readonly draft?: string | undefined;
  readonly opensMenu?: boolean;
  play(release: string): Promise<SceneOutcome>;
}

export type CarriedCell = SceneOutcome | { readonly failed: string };

/** One release's row: a cell for each scene. */
export interface CarriedRow {
  readonly release: string;
  readonly cells: readonly CarriedCell[];
}

export const CARRIED_SCENES: readonly CarriedScene[] = [
  ...WRAPPER_SCENES.map((scene) => ({
    name: scene.name,
    draft: scene.draft,
    opensMenu: scene.opensMenu ?? false,
    play: (release: string) => playWrapped(release, scene),
  })),
  ...PRINT_SCENES.map((scene) => ({
    name: scene.name,
    play: (release: string) => playPrint(release, scene),
  })),
];

/** How late the continue prompt came, or what went wrong. */
export function carriedSign(scene: CarriedScene, cell: CarriedCell): string {
  if ("failed" in cell) return "✗";
  const { continues, isInTime, lateMs = 0, before, draft } = cell;
  const trouble = [
    ...(continues === 1 ? [] : [`${continues} prompts`]),
    ...(isInTime ? [] : ["not in time"]),
    ...(draft === scene.draft ? [] : ["draft lost"]),
  ];
  if (trouble.length > 0) return `✗ ${trouble.join(", ")}`;
  const hasNoMenu = scene.opensMenu === true && before !== "limit-menu";
  return `${(lateMs / 1000).toFixed(1)} s${hasNoMenu ? ", no menu" : ""}`;
}

/** Whether the cell is as it should be. */
export function isCarried(scene: CarriedScene, cell: CarriedCell): boolean {
  return !carriedSign(scene, cell).startsWith("✗");
}
