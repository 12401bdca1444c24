import { expect, test } from "vitest";

import { LatestWrite } from "../../src/store/latest-write.js";

test("one write at a time, and what was overtaken is left out", async () => {
  const written: number[] = [];
  let atOnce = 0;
  const writes = new LatestWrite(async (value: number) => {
    expect(++atOnce).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce--;
    written.push(value);
    return value;
  });
  const outcomes = await Promise.all([1, 2, 3, 4].map((value) => writes.put(value)));
  expect(written).toEqual([1, 4]);
  // Each one is told of a write that held its value or a later one.
  expect(outcomes).toEqual([1, 4, 4, 4]);
  expect(await writes.put(5)).toBe(5);
  expect(written).toEqual([1, 4, 5]);
});

test("a put from within the outcome of the last one is written", async () => {
  const written: string[] = [];
  const writes = new LatestWrite((value: string) => Promise.resolve(written.push(value)));
  await writes.put("first").then(() => writes.put("second"));
  expect(written).toEqual(["first", "second"]);
});

test("a write that fails is its callers' to see, and the next one runs", async () => {
  const writes = new LatestWrite((value: string) =>
    value === "bad" ? Promise.reject(new Error("no")) : Promise.resolve(value),
  );
  const bad = writes.put("bad");
  const good = writes.put("good");
  await expect(bad).rejects.toThrow("no");
  expect(await good).toBe("good");
});
