import { describe, expect, it } from "vitest";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";
import { arrivalsOf } from "../../../src/lab/session/wrapped-session.js";

const start = Date.parse("2026-11-15T12:00:00Z");

function request(second: number, ...said: (string | [role: string, content: unknown])[]): ApiRequest {
  const messages = said.map((each) =>
    typeof each === "string" ? { role: "user", content: each } : { role: each[0], content: each[1] },
  );
  const at = new Date(start + second * 1000);
  return { kind: "conversation", at, method: "POST", path: "/v1/messages", headers: {}, body: { messages } };
}

function secondsOf(requests: readonly ApiRequest[]): number[] {
  return arrivalsOf("continue", requests).map((at) => (at.getTime() - start) / 1000);
}

describe("arrivalsOf", () => {
  it.each([
    ["none", [request(1, "hello"), request(2, "please continue")], []],
    ["one, asked for twice", [request(1, "hello", "continue"), request(2, "hello", "continue")], [1]],
    [
      "two, the second repeats the first",
      [request(1, "continue"), request(2, "continue", "continue")],
      [1, 2],
    ],
    [
      "parts, reminders around it",
      [request(3, ["user", [{ type: "text", text: "continue\n" }]], ["system", "x"])],
      [3],
    ],
    ["two that waited for each other", [request(4, "continue\ncontinue")], [4, 4]],
    ["said by the model", [request(5, ["assistant", "continue"])], []],
    ["asked on the side", [{ ...request(6, "continue"), kind: "helper" as const }], []],
    ["no conversation", [{ ...request(7), body: "not JSON" }], []],
  ])("%s", (_name, requests, seconds) => {
    expect(secondsOf(requests)).toEqual(seconds);
  });
});
