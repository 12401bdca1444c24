import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/**/*.test.ts"], exclude: ["test/reality/**"] } },
      {
        test: {
          name: "reality",
          include: ["test/reality/**/*.test.ts"],
          // Real Claude Code starts in 2 to 4 s and is waited for by conditions; this is only the generous end.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: true,
          maxWorkers: 2,
        },
      },
    ],
  },
});
