import fc from "fast-check";
import { expect, test } from "vitest";

import { WordSieve } from "../../../src/driver/bytes/word-sieve.js";

test("a word comes with what stands around it, however the stream is cut", () => {
  const stream = Buffer.from(
    `${"a line of text\r\n".repeat(400)}Your QUOTA is used up\r\n${"more\r\n".repeat(400)}`,
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (size) => {
      const sieve = new WordSieve("quota");
      const found: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        found.push(...sieve.push(stream.subarray(at, at + size)).map(String));
      }
      expect(found).toHaveLength(1);
      expect(found[0]).toContain("a line of text\r\nYour QUOTA is used up\r\nmore");
    }),
  );
});

test("occurrences close together are one place", () => {
  const sieve = new WordSieve("quota");
  const places = sieve.push(Buffer.from(`${"quota ".repeat(10)}${"x".repeat(2000)}`));
  expect(places.map(String)).toEqual([`${"quota ".repeat(10)}${"x".repeat(964)}`]);
});

test("nothing is found where nothing is", () => {
  const sieve = new WordSieve("quota");
  expect(sieve.push(Buffer.alloc(5000, "x"))).toEqual([]);
  expect(sieve.push(Buffer.alloc(5000, "x"))).toEqual([]);
});
