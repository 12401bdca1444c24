import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { field } from "../json-value.js";

/** The transcript of the played Claude Code, in the form of 2.1.325, where Claude Code would keep it. */
export class PlayedTranscript {
  readonly sessionId = randomUUID();
  readonly path: string;
  readonly #cwd: string;

  constructor(home: string, cwd: string) {
    this.#cwd = cwd;
    const project = cwd.replace(/[^a-zA-Z0-9]/g, "-");
    this.path = join(home, ".claude", "projects", project, `${this.sessionId}.jsonl`);
    mkdirSync(dirname(this.path), { recursive: true });
  }

  user(content: unknown): void {
    this.#append({ type: "user", message: { role: "user", content } });
  }

  assistant(content: readonly object[], stopReason: "end_turn" | "tool_use"): void {
    const message = { model: "claude-lab", role: "assistant", content, stop_reason: stopReason };
    this.#append({ type: "assistant", message });
  }

  limit(banner: string, claim: string, resetsAtSeconds: number): void {
    this.#append({
      type: "assistant",
      message: { model: "<synthetic>", role: "assistant", content: [{ type: "text", text: banner }] },
      isApiErrorMessage: true,
      error: "rate_limit",
      apiErrorStatus: 429,
      quotaLimits: { status: "rejected", resetsAt: resetsAtSeconds, rateLimitType: claim },
    });
  }

  #append(row: object): void {
    const origin = { isSidechain: false, sessionId: this.sessionId, cwd: this.#cwd, uuid: randomUUID() };
    const line = JSON.stringify({ ...origin, timestamp: new Date().toISOString(), ...row });
    appendFileSync(this.path, `${line}\n`);
  }
}

/** Runs the SessionStart hooks of `--settings`, a file or JSON, as Claude Code does at its start. */
export function runSessionStartHooks(settings: string | undefined, transcript: PlayedTranscript): void {
  const input = JSON.stringify({
    hook_event_name: "SessionStart",
    source: "startup",
    session_id: transcript.sessionId,
    transcript_path: transcript.path,
    cwd: process.cwd(),
  });
  for (const command of sessionStartCommands(settings)) {
    const hook = spawn(command, { shell: true, stdio: ["pipe", "ignore", "ignore"] });
    // A hook that does not read its input, or cannot be started, is not the session's trouble.
    hook.on("error", () => undefined);
    hook.stdin.on("error", () => undefined);
    hook.stdin.end(input);
  }
}

function sessionStartCommands(settings: string | undefined): string[] {
  if (settings === undefined) return [];
  const json: unknown = JSON.parse(existsSync(settings) ? readFileSync(settings, "utf8") : settings);
  const groups = listOf(field(field(json, "hooks"), "SessionStart"));
  return groups
    .flatMap((group) => listOf(field(group, "hooks")))
    .map((hook) => field(hook, "command"))
    .filter((command) => typeof command === "string");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
