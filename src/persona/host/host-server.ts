import type { Caller } from "../../store/rpc/rpc-server.js";
import { serveChat } from "./host-chat.js";
import { HostError } from "./host-protocol.js";
import type { LocalHost } from "./host.js";
import type { HostCall, HostReply, LastReply } from "./host-wire.js";

export interface HostCallsOptions {
  readonly host: LocalHost;
  /** Of this package, for those who ask. */
  readonly version?: string | undefined;
  /** How often those who wait hear that we are there. */
  readonly againMs?: number | undefined;
  /** Somebody ended everything, or had us started for no more than that. */
  readonly onEnded: () => void;
}

/** Answers the calls of every `cac mcp` and `cac persona` of this user. */
export class HostCalls {
  readonly #options: HostCallsOptions;
  /** Somebody has asked, or looked in. */
  #hasServed = false;

  constructor(options: HostCallsOptions) {
    this.#options = options;
  }

  /** Resolves to the last reply; undefined: the caller has it. */
  async answer(call: HostCall, caller: Caller<HostReply>): Promise<LastReply | undefined> {
    this.#hasServed ||= call.op === "ask" || call.op === "chat";
    try {
      // From here on whoever asked must not ask elsewhere: it may be done twice.
      if (call.op !== "chat") return await this.#whileSayingSo(call, caller);
      caller.send({ type: "accepted" });
      await serveChat({ call, host: this.#options.host, ...caller });
      return undefined;
    } catch (error) {
      if (error instanceof HostError) return { type: "fault", fault: error.fault };
      throw error;
    }
  }

  /** Says again and again that the call is taken; older clients ignore it. In a chat it would mean another beginning. */
  async #whileSayingSo(
    call: Exclude<HostCall, { op: "chat" }>,
    caller: Caller<HostReply>,
  ): Promise<LastReply> {
    const { againMs = AGAIN_MS } = this.#options;
    const say = (): void => caller.send({ type: "accepted", againMs });
    say();
    const timer = setInterval(say, againMs);
    try {
      return await this.#result(call, caller);
    } finally {
      clearInterval(timer);
    }
  }

  async #result(
    call: Exclude<HostCall, { op: "chat" }>,
    { gone, send }: Caller<HostReply>,
  ): Promise<LastReply> {
    const { host, version, onEnded } = this.#options;
    switch (call.op) {
      case "ask": {
        const onProgress = (progress: Extract<HostReply, { type: "progress" }>["progress"]): void =>
          send({ type: "progress", progress });
        const asked = await host.ask(call.request, { signal: gone, onProgress, login: call.login });
        return { type: "asked", asked };
      }
      case "status":
        return { type: "status", sessions: await host.status(), version };
      case "end": {
        const { persona, projectRoot } = call;
        // An empty name is nobody's. It must not mean everybody.
        const which = {
          ...(persona !== undefined && { persona }),
          ...(projectRoot !== undefined && { projectRoot }),
        };
        const count = await host.end(which);
        const isAll = persona === undefined && projectRoot === undefined;
        // One that served somebody stays for a while: it knows their logins.
        if (isAll || !this.#hasServed) onEnded();
        return { type: "ended", count };
      }
      default:
        return call satisfies never;
    }
  }
}

const AGAIN_MS = 10_000;
