/** Claude Code's own id of a conversation. It becomes an argument and a file's name: it must not look like an option or a path. */
export const CONVERSATION_ID = /^[A-Za-z0-9][\w-]{0,99}$/;

/** Whether the value can be Claude Code's id of a conversation. */
export function isConversationId(value: unknown): value is string {
  return typeof value === "string" && CONVERSATION_ID.test(value);
}
