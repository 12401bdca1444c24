import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that wait longest for limits and terminals go first: one of them alone at the end would leave a core idle. */
const LONGEST = [
  "mcp",
  "wrapper-limits",
  "headless",
  "wrapper-native",
  "daemon-scenes",
  "daemon-terminals",
  "persona-session",
  "wrapper-trouble",
  "daemon-kills",
  "approval",
  "persona",
  "persona-trouble",
  "demo",
  "persona-chat",
  "persona-mcp",
  "limits",
  "approve-hook",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`reality/${name}.test.ts`));
  return at === -1 ? LONGEST.length : at;
}

const setupFiles = ["test/leave-nothing-behind.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          setupFiles,
          include: ["test/**/*.test.ts"],
          exclude: ["test/reality/**", "test/long/**"],
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
