import { join } from "node:path";
import { knows, type Release } from "../../claude/hooks/releases.js";
import { field } from "../json-value.js";
import { limit, type Reply } from "../api/reply.js";
import type { ApiRequest } from "../api/stand-in-api.js";

export const JOB = "Read notes.md and write the haiku that it asks for into haiku.txt.";
export const NOTES = "A haiku, please: about patience, and about work that goes on by itself.\n";
export const HAIKU = "The well has run dry.\nSomebody sits by it still:\nwater, and we go on.\n";
export const HAIKU_FILE = "haiku.txt";
export const CONTINUE = "continue";

/** One request of the conversation, and what it got. */
export interface ModelExchange {
  readonly at: Date;
  /** The prompt that it ends in, or a tool's result. */
  readonly asked: { readonly type: "prompt"; readonly text: string } | { readonly type: "toolResult" };
  readonly answered: "reads" | "limit" | "writes" | "done";
}

/**
 * The model behind the demo: begins the job, runs into the five-hour limit in the middle of it, and finishes it when
 * the limit has reset and somebody says so.
 */
export class DemoModel {
  readonly #project: string;
  readonly #release: Release | undefined;
  readonly #limitMs: number;
  readonly #exchanges: ModelExchange[] = [];
  #resetsAt: Date | undefined;

  constructor(project: string, release: Release | undefined, limitMs = 20_000) {
    this.#project = project;
    this.#release = release;
    this.#limitMs = limitMs;
  }

  /** Undefined before the limit was hit. */
  get resetsAt(): Date | undefined {
    return this.#resetsAt;
  }

  exchanges(): readonly ModelExchange[] {
    return this.#exchanges;
  }

  answer(request: ApiRequest): Reply {
    const asked = lastAsked(request.body);
    const answered = this.#decide(asked, request.at);
    this.#exchanges.push({ at: request.at, asked, answered });
    return this.#reply(answered);
  }

  #decide(asked: ModelExchange["asked"], now: Date): ModelExchange["answered"] {
    if (this.#resetsAt === undefined) {
      if (asked.type === "prompt") return "reads";
      this.#resetsAt = resetAfter(now, this.#limitMs, this.#release);
    }
    if (now < this.#resetsAt) return "limit";
    return asked.type === "prompt" ? "writes" : "done";
  }

  #reply(answered: ModelExchange["answered"]): Reply {
    const file = (name: string): string => join(this.#project, name);
    switch (answered) {
      case "reads":
        return {
          type: "toolUse",
          name: "Read",
          input: { file_path: file("notes.md") },
          text: "I'll read the notes first.",
        };
      case "limit":
        return limit("five_hour", this.#resetsAt ?? new Date());
      case "writes":
        return {
          type: "toolUse",
          name: "Write",
          input: { file_path: file(HAIKU_FILE), content: HAIKU },
          text: "Where was I? The notes are read. Now the haiku.",
        };
      case "done":
        return {
          type: "text",
          text: "haiku.txt is written, three lines about patience. That was the whole job.",
          chunkDelayMs: 60,
        };
      default:
        return answered satisfies never;
    }
  }
}

/** A release whose rows do not tell the second gets a full minute: its banner could not say another time. */
export function resetAfter(now: Date, limitMs: number, release: Release | undefined): Date {
  const unitMs = knows(release, "quotaRows") ? 1000 : 60_000;
  return new Date(Math.ceil((now.getTime() + limitMs) / unitMs) * unitMs);
}

export function isContinue({ asked }: ModelExchange): boolean {
  return asked.type === "prompt" && asked.text === CONTINUE;
}

/**
 * What the last message asks. Claude Code joins a prompt with a tool's result that was never answered, and adds
 * remarks of its own for the model.
 */
export function lastAsked(body: unknown): ModelExchange["asked"] {
  const all: unknown = field(body, "messages");
  const messages: readonly unknown[] = Array.isArray(all) ? all : [];
  // 2.1.325 puts a message of role system behind the first prompt.
  const content = field(
    messages.findLast((message) => field(message, "role") === "user"),
    "content",
  );
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const texts = blocks
    .map((block) => field(block, "text"))
    .filter((text) => typeof text === "string")
    .map((text) => text.trim());
  const known = [JOB, CONTINUE].find((prompt) => texts.includes(prompt));
  if (known !== undefined) return { type: "prompt", text: known };
  if (blocks.some((block) => field(block, "type") === "tool_result")) return { type: "toolResult" };
  const other = texts.find((text) => text !== "" && !text.startsWith("<")) ?? "";
  return { type: "prompt", text: other.split("\n", 1)[0]?.slice(0, 80) ?? "" };
}
