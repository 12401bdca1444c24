import { expect, it } from "vitest";
import { PlainView } from "../../../src/lab/demo/plain-view.js";
import { introduce, report } from "../../../src/lab/demo/report.js";
import { runDemo } from "../../../src/lab/demo/run-demo.js";

it("plays the whole job without Claude Code, tells it in lines, and proves it", async () => {
  const lines: string[] = [];
  const program = { type: "played", because: "there is none" } as const;
  const outcome = await runDemo({
    program,
    size: { columns: 80, rows: 24 },
    limitMs: 4000,
    view: (window) => new PlainView(window, (line) => lines.push(...line.split("\n"))),
  });
  expect(outcome.claims.filter(({ holds }) => !holds)).toEqual([]);
  expect(outcome.exchanges.map(({ asked, answered }) => [asked.type, answered])).toEqual([
    ["prompt", "reads"],
    ["toolResult", "limit"],
    ["prompt", "writes"],
    ["toolResult", "done"],
  ]);

  const steps = lines
    .filter((line) => /^ +\d+ s {2}/.test(line))
    .map((line) => line.replace(/^.* s {2}/, ""));
  expect(steps).toEqual([
    "cac starts Claude Code. From here on it is what you know, byte for byte.",
    "A prompt is typed, the way you would do it. Claude begins with the job.",
    "In the middle of the job: the five-hour limit. Claude Code stops.",
    "cac waits for the reset, and the window's title counts down. You could be asleep now.",
    'The limit has reset. cac reads the screen, types "continue", sees it in the box, and presses Enter.',
    "Claude has finished the job.",
  ]);
  const [atLimit = "", atEnd = ""] = lines.join("\n").split("╭─ ").slice(1);
  expect(atLimit).toMatch(/^⏳ 0:00:0\d · continues \d+:\d\d[ap]m ─+╮\n/);
  expect(atLimit).toMatch(/⎿\u00a0 You've hit your 5-hour limit · resets \d+:\d\d[ap]m/);
  expect(atEnd).toMatch(/^✳ Claude Code ─+╮\n/);
  expect(atEnd).toMatch(/│❯ continue +│\n/);

  const told = report(outcome, "plain").join("\n");
  expect(told).toContain('"continue"       → writes haiku.txt\n');
  expect(told).toContain("\nThe session was resumed once, and nobody touched a key.");
  expect(introduce(program)[0]).toBe("A scripted stand-in plays Claude Code: there is none.");
});
