import type { LocalHost } from "./host.js";
import type { HostedSession } from "../session/hosted-session.js";
import { readChatInput, wireBytes, type HostCall, type HostReply } from "./host-wire.js";
import type { LineLink } from "../../store/rpc/line-link.js";
import { SharedSize } from "../terminal/shared-size.js";

export interface ChatOptions {
  readonly call: Extract<HostCall, { op: "chat" }>;
  readonly host: LocalHost;
  readonly link: LineLink;
  /** The person has left. */
  readonly gone: AbortSignal;
  readonly listen: (onInput: (message: unknown) => void) => void;
}

/** Shows the session's terminal to a person, who types into it, until either goes. Rejects with a `HostError`. */
export async function serveChat({ call, host, link, gone, listen }: ChatOptions): Promise<void> {
  const { persona: name, projectRoot, columns, rows, login } = call;
  const over = new AbortController();
  const { session, detach } = await host.view({ name, projectRoot, login }, () => over.abort());
  try {
    if (!gone.aborted && !over.signal.aborted) {
      await show(session, { columns, rows, link, listen, until: AbortSignal.any([gone, over.signal]) });
    }
    if (over.signal.aborted) link.end({ type: "gone" } satisfies HostReply);
  } finally {
    SIZES.set(session, link, undefined);
    detach();
  }
}

interface ShowOptions extends Pick<ChatOptions, "link" | "listen"> {
  readonly columns: number;
  readonly rows: number;
  readonly until: AbortSignal;
}

async function show(session: HostedSession, { columns, rows, link, listen, until }: ShowOptions) {
  const stop = session.attach((bytes) => {
    // A person who does not read must not fill our memory; they can come back, and see the screen as it is then.
    if (link.backlog > MOST_BACKLOG) link.destroy();
    else link.send(wireBytes(bytes));
  });
  try {
    link.send(wireBytes(Buffer.from(session.snapshot())));
    SIZES.set(session, link, { columns, rows });
    listen((message) => {
      const input = readChatInput(message);
      if (input?.type === "bytes") session.write(input.bytes);
      else if (input?.type === "resize") SIZES.set(session, link, input);
    });
    await new Promise<void>((resolve) => {
      if (until.aborted) resolve();
      until.addEventListener("abort", () => resolve(), { once: true });
    });
  } finally {
    stop();
  }
}

const SIZES = new SharedSize();
const MOST_BACKLOG = 16 * 1024 * 1024;
