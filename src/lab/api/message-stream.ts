export type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

/** A whole message, as a client that does not stream receives it. */
export function wholeMessage(model: string, content: readonly Content[]): object {
  return { ...emptyMessage(model), content, stop_reason: stopReason(content) };
}

/** A message as server-sent events, cut where a pause may come: between words and between blocks. */
export function messageEvents(model: string, content: readonly Content[]): string[] {
  return [
    event("message_start", { message: emptyMessage(model) }),
    ...content.flatMap((block, index) => blockEvents(block, index)),
    event("message_delta", {
      delta: { stop_reason: stopReason(content), stop_sequence: null },
      usage: { output_tokens: 12 },
    }),
    event("message_stop", {}),
  ];
}

function blockEvents(block: Content, index: number): string[] {
  const start = block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} };
  const deltas =
    block.type === "text"
      ? block.text.split(/(?<=\s)(?=\S)/).map((text) => ({ type: "text_delta", text }))
      : [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
  return [
    event("content_block_start", { index, content_block: start }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

let messages = 0;

function emptyMessage(model: string): object {
  return {
    // Claude Code takes messages of the same id for parts of one, and joins them when it asks again.
    id: `msg_lab_${String(++messages).padStart(6, "0")}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

function stopReason(content: readonly Content[]): string {
  return content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
