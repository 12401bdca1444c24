import fc from "fast-check";
import { expect, test } from "vitest";

import {
  checkRecord,
  holdsWait,
  readRecord,
  writeRecord,
} from "../../../src/store/records/session-record.js";
import { SessionState } from "../../../src/session/session-state.js";
import { aRecord, aWait } from "../../support/store/records/records.js";

test("what is written is read back", () => {
  const records = [
    aRecord(),
    aWait(),
    aWait({
      state: "NEEDS_YOU",
      why: "a dialog is open",
      ended: { at: "2026-11-15T20:00:00.000Z", exitCode: -1073741510 },
    }),
    aRecord({ machine: "ab12", socket: "/run/user/1000/x.sock", release: "2.1.325", transcript: "/t.jsonl" }),
  ];
  for (const record of records) expect(readRecord(writeRecord(record))).toEqual({ ok: true, record });
});

test("sentences that are too long are cut before they are written", () => {
  const long = "x".repeat(5000);
  const stop = { kind: "weekly", text: long, seenAt: "2026-11-15T18:00:00.000Z" };
  const read = readRecord(writeRecord(aWait({ stop, why: long })));
  expect(read).toMatchObject({
    ok: true,
    record: { stop: { text: long.slice(0, 2000) }, why: long.slice(0, 2000) },
  });
});

test("what would be refused is left out or cut: a record that is refused is a wait that is lost", () => {
  const record = aWait({
    claudeSessionId: "--not-an-id",
    transcript: `/${"x".repeat(5000)}`,
    command: ["claude", "x".repeat(200_000)],
  });
  const { claudeSessionId, transcript, ...rest } = record;
  expect([claudeSessionId, transcript]).not.toContain(undefined);
  expect(readRecord(writeRecord(record))).toEqual({
    ok: true,
    record: { ...rest, command: ["claude", "x".repeat(131_072)] },
  });
});

test("keys that are not known are left out", () => {
  const json = JSON.stringify({ ...aRecord(), later: true, __proto__: { polluted: true } });
  expect(readRecord(json)).toEqual({ ok: true, record: aRecord() });
});

test.each([
  ["", "does not hold a JSON object"],
  ["{", "does not hold a JSON object"],
  ["null", "does not hold a JSON object"],
  ["[]", "does not hold a JSON object"],
  ["{}", 'has a bad "version"'],
])("%j %s", (json, says) => {
  expect(readRecord(json)).toEqual({ ok: false, says, newer: false });
});

test.each<[key: string, value: unknown]>([
  ["version", 0],
  ["version", "1"],
  ["id", "../../etc/passwd"],
  ["id", "K3M9P"],
  ["id", ""],
  ["pid", 0],
  ["pid", -1],
  ["pid", 1.5],
  ["pid", "12"],
  ["procStart", 12],
  ["machine", {}],
  ["socket", "x".repeat(5000)],
  ["command", []],
  ["command", "claude"],
  ["command", [1]],
  ["cwd", null],
  ["startedAt", "yesterday"],
  ["startedAt", "2026-13-45T99:99:99Z"],
  ["startedAt", 1794774674],
  ["claudeSessionId", "x; rm -rf ~"],
  ["claudeSessionId", ""],
  ["claudeSessionId", "--dangerously-skip-permissions"],
  ["state", "SLEEPING"],
  ["state", "constructor"],
  ["stop", "limit"],
  ["stop", { kind: "weekly" }],
  ["stop", { kind: "weekly", text: "x", seenAt: "2026-11-15T18:00:00.000Z", resetsAt: "soon" }],
  ["dueAt", "NaN"],
  ["attempts", -1],
  ["attempts", Infinity],
  ["why", 1],
  ["updatedAt", undefined],
  ["ended", { at: "2026-11-15T18:00:00.000Z", exitCode: "0" }],
])("a bad %s (%#)", (key, value) => {
  expect(checkRecord({ ...aWait(), [key]: value })).toEqual({
    ok: false,
    says: `has a bad "${key}"`,
    newer: false,
  });
});

test("a record of a later version is no damage", () => {
  expect(readRecord('{"version": 2, "anything": "else"}')).toEqual({
    ok: false,
    says: "is of version 2, written by a later cac",
    newer: true,
  });
});

test("nothing makes the reader throw", () => {
  const keys = Object.keys(aWait());
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...keys), (value, key) => {
      expect(typeof checkRecord(value).ok).toBe("boolean");
      expect(typeof checkRecord({ ...aWait(), [key]: value }).ok).toBe("boolean");
      return true;
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => !readRecord(text).ok));
});

test("which states leave a wait behind", () => {
  expect(Object.values(SessionState).filter((state) => holdsWait({ state }))).toEqual([
    "LIMIT_DETECTED",
    "WAITING",
    "RESUMING",
  ]);
});
