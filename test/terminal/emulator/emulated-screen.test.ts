import { expect, it } from "vitest";
import { EmulatedScreen, textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";

const SIZE = { columns: 20, rows: 3 };

async function show(text: string): Promise<EmulatedScreen> {
  const screen = new EmulatedScreen(SIZE);
  await screen.write(Buffer.from(text));
  return screen;
}

it("places words by cursor moves", async () => {
  const screen = await show("\x1b[2;1HSautéed\x1b[1Cfor\x1b[1C0s");
  expect(screen.read()).toEqual({
    lines: [
      { text: "", solid: "" },
      { text: "Sautéed for 0s", solid: "Sautéed for 0s" },
      { text: "", solid: "" },
    ],
    columns: 20,
    cursor: { row: 1, column: 14 },
  });
});

it("blanks dim cells in the solid row and keeps no-break spaces", async () => {
  const screen = await show("> \x1b[2mTry this\x1b[22m now\r\n  ⎿\u00a0 You've\u00a0");
  expect(screen.read().lines).toEqual([
    { text: "> Try this now", solid: ">          now" },
    { text: "  ⎿\u00a0 You've\u00a0", solid: "  ⎿\u00a0 You've\u00a0" },
    { text: "", solid: "" },
  ]);
});

it("counts a wide character once, and a combined one whole", async () => {
  const screen = await show("日本e\u0301|");
  expect(screen.read().lines[0]).toEqual({ text: "日本e\u0301|", solid: "日本e\u0301|" });
  expect(screen.read().cursor).toEqual({ row: 0, column: 6 });
});

it("takes bytes cut inside a character and inside a sequence", async () => {
  const bytes = Buffer.from("❯ \x1b[1mlimit\x1b[0m · 3pm");
  for (let cut = 0; cut <= bytes.length; cut++) {
    const screen = new EmulatedScreen(SIZE);
    await screen.write(bytes.subarray(0, cut));
    await screen.write(bytes.subarray(cut));
    expect(textOfScreen(screen.read())).toBe("❯ limit · 3pm");
  }
});

it("shows the visible rows when lines have scrolled away, and follows the alternate screen", async () => {
  const screen = await show("1\r\n2\r\n3\r\n4");
  expect(textOfScreen(screen.read())).toBe("2\n3\n4");
  await screen.write(Buffer.from("\x1b[?1049h\x1b[Hover"));
  expect(textOfScreen(screen.read())).toBe("over");
  await screen.write(Buffer.from("\x1b[?1049l"));
  expect(textOfScreen(screen.read())).toBe("2\n3\n4");
});

it("is resized, and answers what a terminal is asked", async () => {
  const replies: string[] = [];
  const screen = new EmulatedScreen(SIZE, (reply) => replies.push(reply));
  await screen.write(Buffer.from("ab\x1b[6n"));
  expect(replies).toEqual(["\x1b[1;3R"]);
  screen.resize(30, 5);
  expect([screen.read().columns, screen.read().lines.length]).toEqual([30, 5]);
});

it("shows no more of a row than the window is wide, also where it was wider", async () => {
  const screen = await show("\x1b[?1049h\x1b[H\x1b[2mabcdefghijklmnopqrst\x1b[22m");
  screen.resize(8, 3);
  await screen.write(Buffer.from("\x1b[H12345\x1b[K"));
  expect(screen.read()).toEqual({
    lines: [
      { text: "12345", solid: "12345" },
      { text: "", solid: "" },
      { text: "", solid: "" },
    ],
    columns: 8,
    cursor: { row: 0, column: 5 },
  });
});

it("any cut of the bytes gives the same screen, also inside a character", async () => {
  const bytes = Buffer.from("✻ Thinking… — ’x’ • ※ 🀁 ─\r\n\x1b[1m⎿\u00a0done…\x1b[0m");
  const draw = async (sizes: readonly number[]): Promise<string> => {
    const emulated = new EmulatedScreen({ columns: 40, rows: 4 });
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      await emulated.write(bytes.subarray(at, at + size));
      at += size;
    }
    return textOfScreen(emulated.read());
  };
  const whole = await draw([bytes.length]);
  expect(whole).toContain("Thinking… — ’x’ • ※");
  for (let first = 1; first < bytes.length; first++) expect(await draw([first, bytes.length])).toBe(whole);
  for (const size of [1, 2, 3, 5, 7]) expect(await draw([size])).toBe(whole);
});
