import { field } from "../json-value.js";

/** What came back for one request of the played Claude Code. */
export type PlayedAnswer =
  | { readonly type: "message"; readonly text: string; readonly toolUse: PlayedCall | undefined }
  | { readonly type: "limit"; readonly claim: string; readonly resetsAtSeconds: number }
  | { readonly type: "failed"; readonly status: number };

export interface PlayedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Asks the API as Claude Code does, and tells the text as it comes. */
export async function askModel(
  apiUrl: string,
  messages: readonly unknown[],
  onText: (soFar: string) => void,
): Promise<PlayedAnswer> {
  const response = await fetch(`${apiUrl}/v1/messages?beta=true`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // The tool by which the lab's API knows a conversation.
    body: JSON.stringify({ model: "claude-lab", stream: true, tools: [{ name: "Bash" }], messages }),
  });
  const { headers, status } = response;
  if (status === 429 && headers.get(`${UNIFIED}-status`) === "rejected") {
    return {
      type: "limit",
      claim: headers.get(`${UNIFIED}-representative-claim`) ?? "",
      resetsAtSeconds: Number(headers.get(`${UNIFIED}-reset`)),
    };
  }
  if (!response.ok || !response.body) return { type: "failed", status };
  return readMessage(response.body, onText);
}

const UNIFIED = "anthropic-ratelimit-unified";

async function readMessage(
  body: AsyncIterable<Uint8Array>,
  onText: (soFar: string) => void,
): Promise<PlayedAnswer> {
  let [text, json] = ["", ""];
  let block: unknown;
  for await (const event of events(body)) {
    if (field(event, "type") === "content_block_start") {
      const started = field(event, "content_block");
      if (field(started, "type") === "tool_use") block = started;
    }
    const delta = field(event, "delta");
    json += textOf(field(delta, "partial_json"));
    const more = textOf(field(delta, "text"));
    if (more === "") continue;
    text += more;
    onText(text);
  }
  if (block === undefined) return { type: "message", text, toolUse: undefined };
  const [id, name] = [textOf(field(block, "id")), textOf(field(block, "name"))];
  return { type: "message", text, toolUse: { id, name, input: JSON.parse(json) as unknown } };
}

/** Server-sent events; the name of each is in its data, too. */
async function* events(body: AsyncIterable<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const whole = rest.split("\n\n");
    rest = whole.pop() ?? "";
    for (const event of whole) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as unknown;
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
