import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limit, type Reply } from "../../../src/lab/api/reply.js";
import { replies, StandInApi, type Script } from "../../../src/lab/api/stand-in-api.js";

const CONVERSATION = {
  model: "claude-x",
  stream: true,
  tools: [{ name: "Bash" }],
  messages: [{ role: "user", content: "hi" }],
};

let api: StandInApi;

beforeEach(async () => {
  api = await StandInApi.start(replies({ type: "text", text: "unused" }));
});

afterEach(() => api.close());

function post(body: object, path = "/v1/messages?beta=true"): Promise<Response> {
  return fetch(api.url + path, {
    method: "POST",
    headers: { authorization: "Bearer secret", "x-api-key": "secret", "x-app": "cli" },
    body: JSON.stringify(body),
  });
}

async function ask(reply: Reply): Promise<Response> {
  api.script = replies(reply);
  return post(CONVERSATION);
}

/** The events of a stream, by type, and the text they spell. */
async function readStream(response: Response): Promise<{ types: string[]; text: string; json: string }> {
  const events = (await response.text())
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(event.slice(event.indexOf("data: ") + 6)) as { type: string; delta?: Delta });
  return {
    types: events.map((event) => event.type),
    text: events.map((event) => event.delta?.text ?? "").join(""),
    json: events.map((event) => event.delta?.partial_json ?? "").join(""),
  };
}
type Delta = { text?: string; partial_json?: string };

describe("answers", () => {
  it("streams a text word by word", async () => {
    const response = await ask({ type: "text", text: "All done, at last.", headers: { "x-seen": "yes" } });
    expect(response.headers.get("x-seen")).toBe("yes");
    expect(await readStream(response)).toEqual({
      types: [
        "message_start",
        "content_block_start",
        ...Array<string>(4).fill("content_block_delta"),
        "content_block_stop",
        "message_delta",
        "message_stop",
      ],
      text: "All done, at last.",
      json: "",
    });
  });

  it("answers whole where the client does not stream", async () => {
    api.script = replies({ type: "text", text: "Done." });
    const response = await post({ ...CONVERSATION, stream: false });
    expect(await response.json()).toMatchObject({
      model: "claude-x",
      content: [{ type: "text", text: "Done." }],
      stop_reason: "end_turn",
    });
  });

  it("asks for a tool", async () => {
    const input = { command: "ls" };
    const { types, json } = await readStream(
      await ask({ type: "toolUse", name: "Bash", input, text: "Listing." }),
    );
    expect(JSON.parse(json)).toEqual(input);
    expect(types.filter((type) => type === "content_block_start")).toHaveLength(2);
  });

  it("holds a stream open until it is released", async () => {
    const gate = new EventEmitter();
    const released = once(gate, "open").then(() => undefined);
    const response = await ask({ type: "held", text: "Looking", released });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!seen.includes("Looking")) seen += (await reader.read()).value ?? "";
    expect(seen).not.toContain("message_stop");
    gate.emit("open");
    for (let part = await reader.read(); !part.done; part = await reader.read()) seen += part.value;
    expect(seen).toContain("message_stop");
  });

  it.each([
    [{ type: "throttle" }, 429, "rate_limit_error"],
    [{ type: "overloaded" }, 529, "overloaded_error"],
    [{ type: "serverError" }, 500, "api_error"],
    [
      { type: "refusal", status: 400, errorType: "invalid_request_error", message: "no" },
      400,
      "invalid_request_error",
    ],
  ] as const)("refuses with %j", async (reply, status, errorType) => {
    const response = await ask(reply);
    expect(response.status).toBe(status);
    expect(response.headers.has("anthropic-ratelimit-unified-status")).toBe(false);
    expect(await response.json()).toMatchObject({ type: "error", error: { type: errorType } });
  });

  it("gives a limit of any claim its headers", async () => {
    const resetsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
    const response = await ask(limit("thirty_day_fable", resetsAt, "out_of_credits"));
    expect(response.status).toBe(429);
    const prefix = "anthropic-ratelimit-unified";
    const names = ["status", "reset", "representative-claim", "overage-status", "overage-disabled-reason"];
    expect(names.map((name) => response.headers.get(`${prefix}-${name}`))).toEqual([
      "rejected",
      String(resetsAt.getTime() / 1000),
      "thirty_day_fable",
      "rejected",
      "out_of_credits",
    ]);
    expect(response.headers.get("x-should-retry")).toBe("false");
  });

  it("drops the connection before an answer", async () => {
    await expect(ask({ type: "dropped", when: "beforeHeaders" })).rejects.toThrow("fetch failed");
  });

  it("drops the connection in the middle of an answer", async () => {
    const response = await ask({ type: "dropped", when: "midStream", text: "Let me" });
    await expect(response.text()).rejects.toThrow("terminated");
  });
});

describe("the script", () => {
  it("goes through its replies and stays with the last", async () => {
    api.script = replies({ type: "overloaded" }, { type: "serverError" }, { type: "throttle" });
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await post(CONVERSATION)).status);
    expect(statuses).toEqual([529, 500, 429, 429]);
  });

  it("is not used up by helper queries and other paths", async () => {
    let asked = 0;
    const script: Script = () => ({ type: "text", text: `turn ${++asked}` });
    api.script = script;
    await post({ model: "claude-small", max_tokens: 1, messages: [{ role: "user", content: "quota" }] });
    await post({ ...CONVERSATION, tools: [] });
    api.suggestion = "run the tests";
    const suggestion = { role: "user", content: "[SUGGESTION MODE: Suggest what the user might type next]" };
    const suggested = await post({ ...CONVERSATION, messages: [...CONVERSATION.messages, suggestion] });
    expect((await readStream(suggested)).text).toBe("run the tests");
    await post(CONVERSATION, "/v1/messages/count_tokens");
    expect((await post({}, "/api/oauth/profile")).status).toBe(404);
    expect((await readStream(await post(CONVERSATION))).text).toBe("turn 1");
    expect(api.requests().map((request) => request.kind)).toEqual([
      "helper",
      "helper",
      "helper",
      "helper",
      "other",
      "conversation",
    ]);
  });

  it("records requests without their credentials", async () => {
    await post(CONVERSATION);
    expect(api.conversation()).toMatchObject([
      { kind: "conversation", method: "POST", path: "/v1/messages?beta=true", body: CONVERSATION },
    ]);
    const headers = api.requests()[0]?.headers ?? {};
    expect([headers["x-app"], headers["authorization"], headers["x-api-key"]]).toEqual([
      "cli",
      undefined,
      undefined,
    ]);
  });
});

it("ends held streams when it closes", async () => {
  const response = await ask({ type: "held", text: "Looking", released: new Promise(() => undefined) });
  await api.close();
  await expect(response.text()).rejects.toThrow("terminated");
  await expect(post(CONVERSATION)).rejects.toThrow("fetch failed");
});
