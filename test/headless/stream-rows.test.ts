import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readFailure } from "../../src/headless/failure.js";
import { OutputSink } from "../../src/headless/output-sink.js";
import { StreamRows } from "../../src/headless/stream-rows.js";
import { resultRow } from "../support/headless/headless-stage.js";

const MOMENT = { now: new Date("2026-11-15T18:00:00Z"), timeZone: "UTC" };

/** What comes out of these chunks, and what is then held back. */
async function pass(chunks: readonly Uint8Array[], exitCode = 1) {
  const stream = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
  const rows = new StreamRows(new OutputSink(stream), (clues) => readFailure(clues, MOMENT));
  for (const chunk of chunks) await rows.take(Buffer.from(chunk));
  const says = await rows.end(exitCode);
  const passed: Buffer = (stream.read() as Buffer | null) ?? Buffer.alloc(0);
  await rows.release();
  const held: Buffer = (stream.read() as Buffer | null) ?? Buffer.alloc(0);
  return { says, passed: passed.toString("latin1"), held: held.toString("latin1") };
}

const anyPiece = fc.oneof(
  fc.constantFrom("\n", "\r\n", "{", '"type":"result"', '{"type":"result","is_error":true}\n', "\u00e9"),
  fc.string({ unit: "binary" }),
);

describe("rows of a stream", () => {
  it("come out byte by byte, however they are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPiece), fc.array(fc.nat(200)), async (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""));
        const chunks: Buffer[] = [];
        let from = 0;
        for (const length of cuts) chunks.push(bytes.subarray(from, (from += length)));
        chunks.push(bytes.subarray(from));
        const { passed, held } = await pass(chunks);
        // Nothing here is a limit: at most a result that is all there is waits for the end.
        expect(passed + held).toBe(bytes.toString("latin1"));
      }),
    );
  });

  it("of a limit are held back, however they are cut", async () => {
    const limited = resultRow({
      is_error: true,
      result: "You've hit your limit · resets 8pm",
      session_id: "s",
    });
    const whole = Buffer.from(`{"type":"system"}\n${limited}{"type":"other"}\n`);
    for (let cut = 0; cut <= whole.length; cut++) {
      const { passed, held, says } = await pass([whole.subarray(0, cut), whole.subarray(cut)]);
      expect(passed).toBe('{"type":"system"}\n{"type":"other"}\n');
      expect(Buffer.from(held, "latin1").toString()).toBe(limited);
      expect(says).toMatchObject({ sessionId: "s", isEmpty: false, hasWorked: false });
      expect(says.failure).toMatchObject({
        type: "limit",
        limit: { resetsAt: new Date("2026-11-15T20:00:00Z") },
      });
    }
  });

  it("longer than a megabyte come out while they are still coming", async () => {
    const stream = new PassThrough({ highWaterMark: 64 * 1024 * 1024 });
    const rows = new StreamRows(new OutputSink(stream), () => undefined);
    for (let count = 0; count < 20; count++) await rows.take(Buffer.alloc(100_000, "x"));
    expect(stream.readableLength).toBe(2_000_000);
    await rows.take(Buffer.from('y\n{"type":"system"}\n'));
    expect(stream.readableLength).toBe(2_000_000 + 20);
  });

  it("say where the session is and whether the model has spoken", async () => {
    const rows = [
      { type: "system", subtype: "init", session_id: "a", cwd: "/work" },
      { type: "assistant", session_id: "a", message: { model: "claude-x" } },
      { type: "result", is_error: false, session_id: "a", num_turns: 1, result: "fine" },
    ];
    const { says } = await pass(
      rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`)),
      0,
    );
    expect(says).toEqual({
      failure: undefined,
      text: undefined,
      sessionId: "a",
      cwd: "/work",
      hasWorked: true,
      isEmpty: false,
    });
  });

  it("none at all are an empty output", async () => {
    expect((await pass([])).says).toMatchObject({ isEmpty: true, sessionId: undefined });
  });
});
