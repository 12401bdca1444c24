import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import type { LineLink } from "../../store/rpc/line-link.js";
import { untilAborted } from "../../time/sleep.js";
import type { HostedSession } from "../session/hosted-session.js";
import { readChatInput, wireBytes, type HostCall, type HostReply } from "./host-wire.js";
import type { LocalHost } from "./host.js";

export interface ServeChatOptions {
  readonly call: Extract<HostCall, { op: "chat" }>;
  readonly host: LocalHost;
  readonly link: LineLink;
  /** The person has left. */
  readonly gone: AbortSignal;
  readonly listen: (onInput: (message: unknown) => void) => void;
}

/** Connects a person to the session's terminal, until they or the session are gone. Rejects with a `HostError`. */
export async function serveChat({ call, host, link, gone, listen }: ServeChatOptions): Promise<void> {
  const { persona: name, projectRoot, columns, rows, login } = call;
  const over = new AbortController();
  const { session, detach } = await host.view({ name, projectRoot, login }, () => over.abort());
  try {
    const until = AbortSignal.any([gone, over.signal]);
    if (!until.aborted) await show(session, { size: { columns, rows }, link, listen, until });
    if (over.signal.aborted) link.end({ type: "gone" } satisfies HostReply);
  } finally {
    detach();
  }
}

interface ShowOptions extends Pick<ServeChatOptions, "link" | "listen"> {
  readonly size: TerminalSize;
  readonly until: AbortSignal;
}

async function show(session: HostedSession, { size, link, listen, until }: ShowOptions): Promise<void> {
  const viewer = session.attach(size, (bytes) => {
    // A client that does not read must not fill our memory. The person can come back to the current screen.
    if (link.backlog > MOST_BACKLOG) link.destroy();
    else link.send(wireBytes(bytes));
  });
  try {
    link.send(wireBytes(Buffer.from(session.snapshot())));
    listen((message) => {
      const input = readChatInput(message);
      if (input?.type === "bytes") viewer.write(input.bytes);
      else if (input?.type === "resize") viewer.resize(input);
    });
    await untilAborted(until);
  } finally {
    viewer.detach();
  }
}

const MOST_BACKLOG = 16 * 1024 * 1024;
