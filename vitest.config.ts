import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/reality/**"],
          // Many start processes: on a busy machine the default of 5 s is not the generous end that is meant.
          testTimeout: 60_000,
          // Tests that run side by side wait for sessions and their limits; they do not compute.
          maxConcurrency: 10,
        },
      },
      {
        test: {
          name: "reality",
          include: ["test/reality/**/*.test.ts"],
          // Real Claude Code starts in 2 to 4 s and is waited for by conditions; this is only the generous end.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          // After the unit tests: those are fast, and real releases want the cores for themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
