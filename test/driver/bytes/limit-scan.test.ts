import { afterEach, expect, test, vi } from "vitest";

import { LimitScan } from "../../../src/driver/bytes/limit-scan.js";

const BANNER = "You've hit your 5-hour limit · resets 3:39pm (America/New_York)";
const OTHER = "Weekly limit reached ∙ resets Oct 9, 5pm";

let scan: LimitScan;
let found: string[];

afterEach(() => scan.dispose());

test("every limit of a piece is told, but not each of very many", () => {
  start();
  const texts = Array.from({ length: 20 }, (_, hour) => `5-hour limit reached ∙ resets ${hour + 1}:00`);
  scan.pushBanners(Buffer.from(texts.slice(0, 3).join("\r\n") + "\r\n"));
  expect(found).toEqual(texts.slice(0, 3));
  found.length = 0;
  scan.pushBanners(Buffer.from(texts.slice(3).join("\r\n") + "\r\n"));
  expect(found).toEqual(texts.slice(3, 7));
  found.length = 0;
  scan.pushBanners(Buffer.from(`\r\n${OTHER}\r\n`));
  expect(found).toEqual([OTHER]);
});

test("a limit that only a quiet ends does not end the search", async () => {
  start();
  const many = Array.from(
    { length: 20 },
    (_, hour) => `5-hour limit reached ∙ resets ${hour + 1}:00\r\n`,
  ).join("");
  scan.pushBanners(Buffer.from(many));
  found.length = 0;
  scan.pushBanners(Buffer.from("\r\n5-hour limit reached ∙ resets 11:59pm"));
  await vi.waitFor(() => expect(found).toEqual(["5-hour limit reached ∙ resets 11:59pm"]), {
    timeout: 10_000,
  });
  scan.pushBanners(Buffer.from(`\r\n${BANNER}\r\n`));
  expect(found.at(-1)).toBe(BANNER);
});

test("the same limit again is told once a second at most", () => {
  start();
  for (let count = 0; count < 20; count++) scan.pushBanners(Buffer.from(`\r\n${BANNER}\r\n`));
  expect(found).toEqual([BANNER]);
});

test("a pattern without a word of its own is not looked for in a flood", () => {
  start(/\d+%/);
  scan.siftPattern(Buffer.from(`\r\nused: 100%\r\n${" ".repeat(3000)}`));
  expect(found).toEqual([]);
  scan.pushPattern(Buffer.from("\r\nused: 100%\r\n"));
  expect(found).toEqual(["100%"]);
});

test("nothing is told after dispose", () => {
  start(/quota/);
  scan.dispose();
  scan.pushBanners(Buffer.from(`\r\n${BANNER}\r\n`));
  scan.pushPattern(Buffer.from("quota\r\n"));
  expect(found).toEqual([]);
});

function start(pattern?: RegExp): void {
  found = [];
  scan = new LimitScan({
    timeZone: "UTC",
    pattern,
    now: () => new Date("2026-11-15T19:09:05Z"),
    onLimit: ({ rawMatch }) => found.push(rawMatch),
  });
}
