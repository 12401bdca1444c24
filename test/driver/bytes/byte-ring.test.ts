import fc from "fast-check";
import { expect, test } from "vitest";

import { ByteRing } from "../../../src/driver/bytes/byte-ring.js";

test("whatever is pushed, the last bytes stand at their places", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), chunks, (capacity, chunks) => {
      const ring = new ByteRing(capacity);
      for (const chunk of chunks) ring.push(Buffer.from(chunk));
      const whole = Buffer.concat(chunks);
      expect(ring.end).toBe(whole.length);
      const from = Math.max(0, whole.length - capacity);
      expect(readFrom(ring, from)).toEqual(whole.subarray(from));
    }),
  );
});

test("what is pushed is copied", () => {
  const ring = new ByteRing(8);
  const bytes = Buffer.from("abc");
  ring.push(bytes);
  bytes.fill("x");
  expect(readFrom(ring, 0).toString()).toBe("abc");
});

test("a view is no longer than asked for", () => {
  const ring = new ByteRing(8);
  ring.push(Buffer.from("abcdef"));
  expect(ring.view(1, 2).toString()).toBe("bc");
  expect(ring.view(6, 4).toString()).toBe("");
});

function readFrom(ring: ByteRing, from: number): Buffer {
  const views: Buffer[] = [];
  for (let at = from; at < ring.end; at += views.at(-1)?.length ?? 0)
    views.push(Buffer.from(ring.view(at, ring.end)));
  return Buffer.concat(views);
}
