import { expect, it } from "vitest";
import { widthOf, cut, drawFrame, paint, squeeze, wrap } from "../../../src/lab/demo/frame.js";
import { DemoWindow } from "../../../src/lab/demo/window.js";

async function windowOf(bytes: string, size = { columns: 12, rows: 4 }): Promise<DemoWindow> {
  const window = new DemoWindow(size);
  const drawn = new Promise<void>((resolve) => window.onChange(resolve));
  window.write(Buffer.from(bytes));
  await drawn;
  return window;
}

const ROOM = { columns: 80, rows: 24 };

it("draws a window with its title", async () => {
  const window = await windowOf("\x1b]2;⏳ 0:05\x07hello\r\n\r\n❯ x");
  expect(drawFrame(window, ROOM, "plain")).toEqual([
    "╭─ ⏳ 0:05 ──╮",
    "│hello       │",
    "│            │",
    "│❯ x         │",
    "│            │",
    "╰────────────╯",
  ]);
});

it("keeps the bottom and the left where there is no room", async () => {
  const window = await windowOf("\x1b]2;a long title\x07one\r\ntwo\r\nthree\r\nfour");
  expect(drawFrame(window, { columns: 10, rows: 4 }, "plain")).toEqual([
    "╭─ a l… ─╮",
    "│three   │",
    "│four    │",
    "╰────────╯",
  ]);
});

it("brings colours and weights along, and ends them with the row", async () => {
  const window = await windowOf("\x1b[1;38;5;208mab\x1b[0;48;2;1;2;3;9mc", { columns: 4, rows: 1 });
  expect(window.rows(4, "coloured")).toEqual(["\x1b[0;1;38;5;208mab\x1b[0;9;48;2;1;2;3mc\x1b[0m "]);
  expect(window.rows(4, "plain")).toEqual(["abc "]);
});

it("cuts no wide character in half", async () => {
  const window = await windowOf("a世界", { columns: 6, rows: 1 });
  expect(window.rows(6, "plain")).toEqual(["a世界 "]);
  expect(window.rows(4, "plain")).toEqual(["a世 "]);
});

it("remembers titles", async () => {
  const window = await windowOf("\x1b]2;one\x07\x1b]2;two\x07");
  expect([window.titles(), window.title]).toEqual([["one", "two"], "two"]);
});

it("squeezes runs of empty rows", () => {
  expect(squeeze(["╭──╮", "│  │", "│  │", "│a │", "│  │", "╰──╯"])).toEqual([
    "╭──╮",
    "│  │",
    "│a │",
    "│  │",
    "╰──╯",
  ]);
});

it.each([
  ["short", 10, "short"],
  ["exactly ten", 11, "exactly ten"],
  ["one too many", 11, "one too ma…"],
  ["⏳⏳⏳", 5, "⏳⏳…"],
])("cuts %j to %i cells", (text, cells, expected) => {
  expect(cut(text, cells)).toBe(expected);
  expect(widthOf(expected)).toBeLessThanOrEqual(cells);
});

it("wraps at blanks, and leaves a long word whole", () => {
  expect(wrap("one two incomprehensible three", 8)).toEqual(["one two", "incomprehensible", "three"]);
});

it("paints only where colours are wanted", () => {
  expect([paint("a", "green", "coloured"), paint("a", "green", "plain")]).toEqual(["\x1b[32ma\x1b[0m", "a"]);
});
