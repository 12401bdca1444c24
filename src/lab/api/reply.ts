/** What the stand-in API answers to one request. */
export type Reply =
  | {
      readonly type: "text";
      readonly text: string;
      readonly chunkDelayMs?: number;
      readonly headers?: Headers;
    }
  /** Streams the text, then keeps the stream open until `released` settles or the client goes away. */
  | { readonly type: "held"; readonly text: string; readonly released: Promise<void> }
  | {
      readonly type: "toolUse";
      readonly name: string;
      readonly input: object;
      readonly text?: string;
      /** More calls in the same message. */
      readonly also?: readonly { readonly name: string; readonly input: object }[];
    }
  | LimitReply
  /** A 429 without the unified headers: too many requests at once, not a usage limit. */
  | { readonly type: "throttle" }
  /** 529 and 500 are tried again by Claude Code itself, after `retryAfterSeconds` where given. */
  | { readonly type: "overloaded"; readonly retryAfterSeconds?: number }
  | { readonly type: "serverError"; readonly retryAfterSeconds?: number }
  /** Any other refusal. */
  | {
      readonly type: "refusal";
      readonly status: number;
      readonly errorType: string;
      readonly message: string;
    }
  | { readonly type: "dropped"; readonly when: "beforeHeaders" | "midStream"; readonly text?: string };

export interface LimitReply {
  readonly type: "limit";
  /** `five_hour`, `seven_day`, `seven_day_opus`, `seven_day_sonnet`, `overage`, or one that no release knows. */
  readonly claim: string;
  readonly resetsAt: Date;
  /** Why paid usage beyond the plan does not step in; absent where the account has none to speak of. */
  readonly overage?: { readonly status: string; readonly disabledReason?: string };
}

type Headers = Readonly<Record<string, string>>;

export function limit(claim: string, resetsAt: Date, disabledReason?: string): LimitReply {
  if (disabledReason === undefined) return { type: "limit", claim, resetsAt };
  return { type: "limit", claim, resetsAt, overage: { status: "rejected", disabledReason } };
}

/** An error answer as HTTP; undefined where the reply is a message or a broken connection. */
export function errorAnswer(
  reply: Reply,
  now: Date,
): { status: number; headers: Record<string, string>; body: object } | undefined {
  switch (reply.type) {
    case "limit":
      return {
        status: 429,
        headers: limitHeaders(reply, now),
        body: errorBody("rate_limit_error", "This request would exceed your account's rate limit."),
      };
    case "throttle":
      return {
        status: 429,
        headers: { "retry-after": "1" },
        body: errorBody("rate_limit_error", "Number of concurrent connections has exceeded your rate limit."),
      };
    case "overloaded":
      return { status: 529, headers: retryAfter(reply), body: errorBody("overloaded_error", "Overloaded") };
    case "serverError":
      return {
        status: 500,
        headers: retryAfter(reply),
        body: errorBody("api_error", "Internal server error"),
      };
    case "refusal":
      return { status: reply.status, headers: {}, body: errorBody(reply.errorType, reply.message) };
    default:
      return undefined;
  }
}

function limitHeaders(reply: LimitReply, now: Date): Record<string, string> {
  const resetsAtSeconds = Math.round(reply.resetsAt.getTime() / 1000);
  const prefix = "anthropic-ratelimit-unified";
  const headers: Record<string, string> = {
    [`${prefix}-status`]: "rejected",
    [`${prefix}-reset`]: String(resetsAtSeconds),
    [`${prefix}-representative-claim`]: reply.claim,
    "retry-after": String(Math.max(1, resetsAtSeconds - Math.floor(now.getTime() / 1000))),
    "x-should-retry": "false",
  };
  if (reply.overage !== undefined) headers[`${prefix}-overage-status`] = reply.overage.status;
  if (reply.overage?.disabledReason !== undefined) {
    headers[`${prefix}-overage-disabled-reason`] = reply.overage.disabledReason;
  }
  return headers;
}

function retryAfter(reply: { readonly retryAfterSeconds?: number }): Record<string, string> {
  return reply.retryAfterSeconds === undefined ? {} : { "retry-after": String(reply.retryAfterSeconds) };
}

function errorBody(type: string, message: string): object {
  return { type: "error", error: { type, message } };
}
