import { setTimeout as sleep } from "node:timers/promises";

import type { Surroundings } from "../../host/paths.js";
import type { OwnProgram } from "../../launch/own-program.js";
import type { Progress } from "../session/hosted-session.js";
import { callSocket, type CallOptions, type CallOutcome } from "../../store/rpc/rpc-client.js";
import { cancelled, error } from "./host-fault.js";
import { elsewhere, hostAddress, newerHost, recordFile, startHost, unreachable } from "./host-process.js";
import {
  HostError,
  type AskRequest,
  type Asked,
  type PersonaHost,
  type PersonaStatus,
} from "./host-protocol.js";
import { HostRecord } from "./host-record.js";
import { HOST, wireBytes, type HostCall, type HostReply } from "./host-wire.js";
import type { LineLink } from "../../store/rpc/line-link.js";
import { loginOf, type Login } from "../definition/login.js";
import { refuseQuestion } from "./pending-question.js";

export interface HostClientOptions {
  readonly where: Surroundings;
  /** Starts the host where none runs. */
  readonly program: OwnProgram;
}

export interface HostAbout {
  readonly sessions: readonly PersonaStatus[];
  readonly version?: string | undefined;
}

export interface ChatOptions {
  readonly persona: string;
  /** Absolute. */
  readonly projectRoot: string;
  readonly columns: number;
  readonly rows: number;
  /** What the session writes to its terminal, its screen first. */
  readonly onBytes: (bytes: Buffer) => void;
  /** The person is in it: what they type goes there. */
  readonly onBegun: (person: ChatPerson) => void;
  /** The person leaves. */
  readonly signal: AbortSignal;
}

export interface ChatPerson {
  write(bytes: Buffer): void;
  resize(columns: number, rows: number): void;
}

type Which = Parameters<PersonaHost["end"]>[0];

/** The host of this user, wherever it runs; a question starts it where it does not. */
export class HostClient implements PersonaHost {
  readonly #options: HostClientOptions;
  readonly #login: Login;
  readonly #closed = new AbortController();

  constructor(options: HostClientOptions) {
    this.#options = options;
    this.#login = loginOf(options.where.env);
  }

  async ask(
    request: AskRequest,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
  ): Promise<Asked> {
    // The host refuses it too; but of a call that is far too long it reads no more, and cannot say so.
    const refused = refuseQuestion(request);
    if (refused) throw new HostError(refused);
    const over = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    for (let isSecond = false; ; isSecond = true) {
      const outcome = await this.#call(
        { op: "ask", request, login: this.#login },
        { over, onReply: (reply) => reply.type === "progress" && onProgress?.(reply.progress) },
      );
      if (outcome.type === "cancelled") throw cancelled(`the question to ${request.persona} was cancelled`);
      if (outcome.type === "last" && outcome.reply.type === "asked") return outcome.reply.asked;
      // The host was killed in the middle of it. The next one goes on with the conversation: once, or it never ends.
      if (isSecond) throw hostLost();
      onProgress?.({ state: "recovering", message: "the persona host ended; another one is started" });
    }
  }

  async status(): Promise<readonly PersonaStatus[]> {
    return (await this.about())?.sessions ?? [];
  }

  /** The host that runs, and the version of it, which may be another than ours; undefined where none does. */
  async about(): Promise<HostAbout | undefined> {
    const outcome = await this.#callIfThere({ op: "status" });
    return outcome?.type === "last" && outcome.reply.type === "status" ? outcome.reply : undefined;
  }

  /** How many conversations there are to go on with, whether their sessions run or not. The project without links. */
  async kept(which: Which): Promise<number> {
    const record = await HostRecord.load(recordFile(this.#options.where), { log: () => {} });
    return record.all(which).length;
  }

  async end(which: Which): Promise<number> {
    const call = { op: "end", ...which } as const;
    let outcome = await this.#callIfThere(call);
    // What is kept can be forgotten only by who holds the record: beside a host that just starts it would come back.
    if (outcome === undefined && (await this.kept(which)) > 0) {
      outcome = await this.#call(call, { over: this.#closed.signal });
    }
    return outcome?.type === "last" && outcome.reply.type === "ended" ? outcome.reply.count : 0;
  }

  /** Every session of every project, and the host: the next one begins with the environment of who asks then. */
  async endAll(): Promise<number> {
    const count = await this.end({});
    for (const since = performance.now(); performance.now() - since < ENDED_MS; await sleep(AGAIN_MS)) {
      if ((await hostAddress(this.#options.where)) === undefined) break;
    }
    return count;
  }

  /** Resolves when it is over: the person left, or the session, or its host, is gone. Rejects with a `HostError`. */
  async chat({ onBytes, onBegun, signal, ...place }: ChatOptions): Promise<"left" | "gone"> {
    const outcome = await this.#call(
      { op: "chat", ...place, login: this.#login },
      {
        over: AbortSignal.any([this.#closed.signal, signal]),
        onReply: (reply) => reply.type === "bytes" && onBytes(reply.bytes),
        onTaken: (link) => onBegun(personAt(link)),
      },
    );
    return outcome.type === "cancelled" ? "left" : "gone";
  }

  /** Whoever still waits for an answer is told that it was cancelled. The sessions go on. */
  close(): void {
    this.#closed.abort();
  }

  /** Starts a host where none runs; tries again where one ended before it had taken the call. */
  async #call(call: HostCall, options: CallOptions<HostReply> & { over: AbortSignal }): Promise<HostOutcome> {
    for (const since = performance.now(); performance.now() - since < PATIENCE_MS;) {
      const { where, program } = this.#options;
      const address =
        (await hostAddress(where)) ?? (await startHost({ where, program, signal: options.over }));
      if (address === undefined) return { type: "cancelled" };
      const outcome = await callHost(address, call, options);
      // It has the call, and may continue with it: nobody else is asked.
      if (outcome.type === "silent") break;
      if (outcome.type !== "notTaken" && outcome.type !== "nobody") return outcome;
      const trouble = await elsewhere(where);
      if (trouble) throw trouble;
      // It is about to end, and holds its lock for a moment longer.
      await sleep(AGAIN_MS);
    }
    throw (await unreachable(this.#options.where)) ?? hostLost();
  }

  async #callIfThere(call: HostCall): Promise<HostOutcome | undefined> {
    const { where } = this.#options;
    for (const since = performance.now(); performance.now() - since < THERE_MS; await sleep(AGAIN_MS)) {
      const address = await hostAddress(where);
      if (address === undefined) return undefined;
      const outcome = await callHost(address, call, { over: this.#closed.signal });
      if (outcome.type === "silent") break;
      if (outcome.type !== "notTaken" && outcome.type !== "nobody") return outcome;
      const trouble = await elsewhere(where);
      if (trouble) throw trouble;
    }
    const trouble = await unreachable(where);
    if (trouble) throw trouble;
    return undefined;
  }
}

const PATIENCE_MS = 30_000;
/** A host whose socket was removed listens anew by then, one that ends is gone. */
const THERE_MS = 10_000;
const AGAIN_MS = 100;
/** It may be asked by somebody else at that moment, and stay. */
const ENDED_MS = 5000;

type HostOutcome = CallOutcome<HostReply>;

/** Rejects with the `HostError` that the host answers. */
async function callHost(
  address: string,
  call: HostCall,
  options: CallOptions<HostReply>,
): Promise<HostOutcome> {
  const outcome = await callSocket(address, call, HOST, options);
  if (outcome.type === "newer") throw newerHost();
  if (outcome.type === "last" && outcome.reply.type === "fault") throw new HostError(outcome.reply.fault);
  return outcome;
}

function personAt(link: LineLink): ChatPerson {
  return {
    write: (bytes) => link.send(wireBytes(bytes)),
    resize: (columns, rows) => link.send({ type: "resize", columns, rows }),
  };
}

function hostLost() {
  return error("FAILED", {
    message: "the persona host ended in the middle of it, or does not answer",
    fix: "ask again; its log, persona-host/daemon.log in the state directory, says more",
  });
}
