import { describe, expect, it } from "vitest";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { drawScreen, type PlayedEntry, type PlayedScreen } from "../../../src/lab/demo/played-screen.js";
import { EmulatedScreen } from "../../../src/terminal/emulator/emulated-screen.js";

const NOW = new Date("2026-11-15T19:00:00Z");
const RESET = new Date("2026-11-15T20:30:00Z");
const BANNER = "You've hit your 5-hour limit · resets 3:30pm (America/New_York)";
const TURN: readonly PlayedEntry[] = [
  { type: "prompt", text: "do it" },
  { type: "said", text: "I'll read the notes first." },
  { type: "tool", call: "Read(notes.md)", result: "Read 1 line" },
];
const LIMITED: readonly PlayedEntry[] = [
  ...TURN,
  { type: "limit", banner: BANNER },
  { type: "turnEnded", seconds: 2 },
];
const RESUMED: readonly PlayedEntry[] = [...LIMITED, { type: "prompt", text: "continue" }];
const DRAFT = "Read notes.md and write the haiku that it asks for into haiku.txt.";

async function read(size: { columns: number; rows: number }, shown: Partial<PlayedScreen>) {
  const emulated = new EmulatedScreen(size);
  const idle = { project: "/tmp/project", entries: [], draft: "", isStashed: false, busySeconds: undefined };
  await emulated.write(Buffer.from(drawScreen({ ...size, ...idle, ...shown })));
  const { state, draft, limit } = readScreen(emulated.read(), { now: NOW, timeZone: "America/New_York" });
  emulated.dispose();
  return { state, draft, limit: limit && { kind: limit.kind, resetsAt: limit.resetsAt } };
}

const FIVE_HOUR = { kind: "five-hour", resetsAt: RESET };
const NOTHING = { draft: undefined, limit: undefined };

describe.each([
  { columns: 110, rows: 40 },
  { columns: 64, rows: 16 },
])("on $columns x $rows it is read as Claude Code:", (size) => {
  it.each([
    ["an empty prompt", {}, { ...NOTHING, state: "idle" }],
    ["a draft", { draft: DRAFT }, { ...NOTHING, state: "draft", draft: DRAFT }],
    ["a draft that is put aside", { isStashed: true }, { ...NOTHING, state: "idle" }],
    ["a turn under way", { entries: TURN, busySeconds: 3 }, { ...NOTHING, state: "busy" }],
    ["the limit", { entries: LIMITED }, { ...NOTHING, state: "idle", limit: FIVE_HOUR }],
    [
      "the limit with a draft",
      { entries: LIMITED, draft: "continue" },
      { state: "draft", draft: "continue", limit: FIVE_HOUR },
    ],
    ["the turn after it", { entries: RESUMED, busySeconds: 0 }, { ...NOTHING, state: "busy" }],
    [
      "the answer after it",
      { entries: [...RESUMED, { type: "said", text: "Done." }] as const },
      { ...NOTHING, state: "idle" },
    ],
  ])("%s", async (_, shown, expected) => {
    expect(await read(size, shown)).toEqual(expected);
  });
});
