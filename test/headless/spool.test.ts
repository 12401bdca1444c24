import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Spool } from "../../src/headless/spool.js";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cac-test-"));
  vi.stubEnv("TMPDIR", directory);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

async function all(spool: Spool): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of spool.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a spool", () => {
  it("gives back what it was given, from memory and from the disk", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.nat(60),
        async (chunks, memoryBytes) => {
          const spool = new Spool(memoryBytes);
          const whole = Buffer.concat(chunks);
          for (const chunk of chunks) await spool.append(Buffer.from(chunk));
          expect(spool.size).toBe(whole.length);
          expect((await all(spool)).equals(whole)).toBe(true);
          expect((await all(spool)).equals(whole)).toBe(true);
          const last = await spool.last(10);
          expect(last.equals(whole.subarray(Math.max(0, whole.length - 10)))).toBe(true);
          await spool.clear();
          expect(await all(spool)).toHaveLength(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("goes on growing while it is read, and can be used again", async () => {
    const spool = new Spool(4);
    await spool.append(Buffer.from("first"));
    expect((await all(spool)).toString()).toBe("first");
    await spool.append(Buffer.from(" second"));
    expect((await all(spool)).toString()).toBe("first second");
    await spool.clear();
    await spool.append(Buffer.from("third"));
    expect((await all(spool)).toString()).toBe("third");
    await spool.clear();
  });

  it("reads a large file in pieces", async () => {
    const bytes = randomBytes(1_000_003);
    const spool = new Spool(0);
    await spool.append(bytes);
    expect((await all(spool)).equals(bytes)).toBe(true);
    await spool.clear();
  });

  it.skipIf(process.platform === "win32")(
    "leaves no name on the disk, not even while it is in use",
    async () => {
      const spool = new Spool(0);
      await spool.append(Buffer.from("secret"));
      expect(readdirSync(directory)).toEqual([]);
      await spool.clear();
      expect(existsSync(directory)).toBe(true);
    },
  );

  it("says so where there is no room", async () => {
    vi.stubEnv("TMPDIR", join(directory, "nowhere"));
    await expect(new Spool(0).append(Buffer.from("x"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
