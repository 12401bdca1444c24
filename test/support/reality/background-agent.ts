import { CARRIED_ON } from "../../../src/lab/capture/wrapped-stage.js";
import { field } from "../../../src/lab/json-value.js";
import { limit, type Reply } from "../../../src/lab/api/reply.js";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";

/** A turn that starts an agent and then runs into a limit; the agent asks for a permission when it is told to. */
export class BackgroundAgent {
  readonly #resetsAt: Date;
  readonly #asks: Promise<void>;
  readonly #neverAnswered = new Promise<void>(() => undefined);
  #hasStarted = false;
  #hasAsked = false;
  ask: () => void = () => undefined;

  constructor(resetsAt: Date) {
    this.#resetsAt = resetsAt;
    this.#asks = new Promise((resolve) => (this.ask = resolve));
  }

  async reply(request: ApiRequest): Promise<Reply> {
    if (isFrom(AGENT_TASK, request)) {
      await this.#asks;
      // It stays at work, so that it is not the agent's end that brings the session on.
      if (this.#hasAsked) return { type: "held", text: "Working", released: this.#neverAnswered };
      this.#hasAsked = true;
      return { type: "toolUse", name: "Bash", input: { command: "rm -rf build", description: "Clean" } };
    }
    if (this.#hasStarted) {
      return Date.now() < this.#resetsAt.getTime() ? limit("five_hour", this.#resetsAt) : CARRIED_ON;
    }
    this.#hasStarted = true;
    const input = { description: "clean up", prompt: AGENT_TASK, subagent_type: "general-purpose" };
    return { type: "toolUse", name: "Agent", input: { ...input, run_in_background: true } };
  }
}

const AGENT_TASK = "Remove the build folder.";

/** Whether the conversation begins with that prompt. */
function isFrom(prompt: string, request: ApiRequest): boolean {
  const messages = field(request.body, "messages");
  return Array.isArray(messages) && JSON.stringify(messages[0]).includes(prompt);
}
