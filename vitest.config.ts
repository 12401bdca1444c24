import { relative } from "node:path";

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import fileTimes from "./test/file-times.json" with { type: "json" };

/** Seconds that each of the longer files took, as `npm run test:times` recorded them. */
const SECONDS = new Map(Object.entries(fileTimes));

/** One of the long files alone at the end would leave the other workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  return SECONDS.get(relative(import.meta.dirname, moduleId)) ?? 0;
}

/** They run programs that only Linux has. */
const LINUX_ONLY = [
  "test/policy/checks/{awk,sed}.test.ts",
  "test/lab/session/{tmux,screen}-session.test.ts",
  "test/transport/desktop/{kitty,wayland-sway}.test.ts",
];

const setupFiles = ["test/support/leave-nothing-behind.ts", "test/support/bounded-sync.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          include: ["test/**/*.test.ts"],
          exclude: ["test/reality/**", "test/long/**", ...(process.platform === "linux" ? [] : LINUX_ONLY)],
          // Many start processes: on a busy machine the defaults of 5 and 10 s are not the generous end that is meant.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Vitest would leave one core free, and half of the tests wait for processes: two leave a quarter idle.
          maxWorkers: 3,
          // Tests that run side by side wait for sessions and their limits; they do not compute.
          maxConcurrency: 10,
        },
      },
      {
        test: {
          name: "reality",
          setupFiles,
          include: ["test/reality/**/*.test.ts"],
          // Real Claude Code starts in 2 to 4 s and is waited for by conditions; this is only the generous end.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // They wait for limits and terminals most of the time: two of them leave both cores idle. With four each takes
          // so much longer that nothing is gained.
          maxWorkers: 3,
          // After the unit tests: those are fast, and real releases want the cores for themselves.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Not part of npm test: npm run test:long.
          name: "long",
          setupFiles,
          include: ["test/long/**/*.test.ts"],
          hookTimeout: 300_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
