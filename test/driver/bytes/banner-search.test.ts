import fc from "fast-check";
import { expect, test } from "vitest";

import { BannerSearch } from "../../../src/driver/bytes/banner-search.js";
import { ByteRing } from "../../../src/driver/bytes/byte-ring.js";
import { LimitScan } from "../../../src/driver/bytes/limit-scan.js";

const CAPACITY = 64 * 1024;
const BANNERS = [
  "You've hit your 5-hour limit · resets 3:39pm (America/New_York)",
  "\x1b[31m5-hour\x1b[8Glimit\x1b[14Greached\x1b[22G∙ resets 3:39pm\x1b[39m",
  "  ⎿ \u00a0You've hit your limit · resets 4pm (Europe/\r\n     Berlin)",
  "Credit balance too low",
];
const LINE =
  "some output of a build: it reached the end. Your tests pass, \x1b[32mYou\x1b[39m can go home\r\n";

/** How each chunk of a stream is looked at: in a flood, or not. */
const chunks = fc.array(fc.record({ length: fc.integer({ min: 1, max: 20_000 }), isFlood: fc.boolean() }), {
  minLength: 1,
  maxLength: 20,
});

test("a banner is found once, wherever it stands in a flood and however that is cut", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BANNERS),
      fc.integer({ min: 0, max: 3_000 }),
      chunks,
      (banner, lines, cuts) => {
        expect(found(`\r\n${LINE.repeat(lines)}${banner}\r\n${LINE.repeat(100)}`, cuts)).toHaveLength(1);
      },
    ),
    { numRuns: 300 },
  );
});

test("a quotation in a flood is known for one by the lines above it", () => {
  const quoted = `● Bash(cat job.log)\r\n  ⎿ \u00a0${BANNERS[0]}\r\n`;
  for (const length of [1_000, 4_095, 20_000]) {
    expect(found(`${LINE.repeat(1_000)}${quoted}${LINE.repeat(1_000)}`, [{ length, isFlood: true }])).toEqual(
      [],
    );
  }
});

test("nothing is read of a flood that has no telling word", () => {
  const read: number[] = [];
  const ring = new ByteRing(CAPACITY);
  const limits = { pushBanners: (bytes: Buffer) => read.push(bytes.length), skipBanners() {} };
  const search = new BannerSearch(ring, limits as unknown as LimitScan);
  for (let count = 0; count < 100; count++) {
    ring.push(Buffer.from("nothing of the kind\r\n".repeat(100)));
    search.sift();
  }
  expect(read).toEqual([]);
});

function found(text: string, cuts: readonly { length: number; isFlood: boolean }[]): string[] {
  const limits: string[] = [];
  const ring = new ByteRing(CAPACITY);
  const scan = new LimitScan({
    timeZone: "UTC",
    now: () => new Date("2026-11-15T19:09:05Z"),
    onLimit: ({ rawMatch }) => limits.push(rawMatch),
  });
  const search = new BannerSearch(ring, scan);
  const bytes = Buffer.from(text);
  for (let at = 0, round = 0; at < bytes.length; round++) {
    const { length, isFlood } = cuts[round % cuts.length]!;
    ring.push(bytes.subarray(at, at + length));
    at += length;
    if (isFlood) search.sift();
    else search.read();
  }
  scan.dispose();
  return limits;
}
