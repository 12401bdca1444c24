#!/usr/bin/env node
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readClaudeCall } from "../../claude/hooks/command-line.js";
import { clockTime } from "../../time/clock-face.js";
import { field } from "../json-value.js";
import { askModel, type PlayedCall } from "./played-request.js";
import { drawScreen, type PlayedEntry } from "./played-screen.js";
import { PlayedTranscript, runSessionStartHooks } from "./played-transcript.js";

/**
 * Plays Claude Code where there is none: its screen, its keys, its transcript and its requests, as far as the demo
 * goes. Whoever watches it (a person, or cac) sees what they would see of the real one.
 */
class PlayedClaude {
  readonly #cwd = process.cwd();
  readonly #transcript = new PlayedTranscript(process.env["HOME"] ?? this.#cwd, this.#cwd);
  readonly #entries: PlayedEntry[] = [];
  readonly #messages: unknown[] = [];
  #draft = "";
  #stash = "";
  #busySince: number | undefined;

  start(settings: string | undefined): void {
    runSessionStartHooks(settings, this.#transcript);
    process.stdout.write("\x1b[?1049h\x1b]0;✳ Claude Code\x07");
    process.stdin.setRawMode(true).on("data", (keys: Buffer) => this.#take(keys.toString()));
    process.stdout.on("resize", () => this.#draw());
    // The spinner's seconds.
    setInterval(() => this.#busySince !== undefined && this.#draw(), 250).unref();
    this.#draw();
  }

  #take(keys: string): void {
    // Arrows and other keys that come as sequences mean nothing here.
    for (const key of keys.replace(/\x1b(?:\[[0-9;?]*[ -/]*[@-~])?/g, "")) {
      if (key === "\x03" || key === "\x04") end();
      else if (key === "\r") void this.#submit();
      else if (key === "\x7f") this.#draft = this.#draft.slice(0, -1);
      else if (key === "\x15") this.#draft = "";
      else if (key === "\x13") [this.#stash, this.#draft] = [this.#draft, this.#stash];
      else if (key >= " ") this.#draft += key;
    }
    this.#draw();
  }

  async #submit(): Promise<void> {
    const prompt = this.#draft.trim();
    if (prompt === "" || this.#busySince !== undefined) return;
    if (prompt === "/exit") end();
    this.#draft = this.#stash;
    this.#stash = "";
    this.#busySince = Date.now();
    this.#entries.push({ type: "prompt", text: prompt });
    this.#messages.push({ role: "user", content: [{ type: "text", text: prompt }] });
    this.#transcript.user(prompt);
    this.#draw();
    await this.#turn();
    const seconds = Math.round((Date.now() - this.#busySince) / 1000);
    this.#entries.push({ type: "turnEnded", seconds });
    this.#busySince = undefined;
    this.#draw();
  }

  /** Asks until the model has nothing more to do, or the API says no. */
  async #turn(): Promise<void> {
    for (;;) {
      const answer = await this.#ask();
      if (answer.type === "limit") return this.#limit(answer.claim, answer.resetsAtSeconds);
      if (answer.type === "failed") {
        this.#entries.push({ type: "said", text: `API Error: ${answer.status}` });
        return;
      }
      const said = answer.text === "" ? [] : [{ type: "text", text: answer.text }];
      const used = answer.toolUse === undefined ? [] : [{ type: "tool_use", ...answer.toolUse }];
      this.#messages.push({ role: "assistant", content: [...said, ...used] });
      this.#transcript.assistant([...said, ...used], answer.toolUse ? "tool_use" : "end_turn");
      if (answer.toolUse === undefined) return;
      this.#use(answer.toolUse);
    }
  }

  async #ask(): ReturnType<typeof askModel> {
    const at = this.#entries.length;
    return askModel(process.env["ANTHROPIC_BASE_URL"] ?? "", this.#messages, (text) => {
      this.#entries.splice(at, 1, { type: "said", text });
      this.#draw();
    });
  }

  #use({ id, name, input }: PlayedCall): void {
    const file = String(field(input, "file_path"));
    let result = `Wrote ${file}`;
    if (name === "Write") writeFileSync(join(this.#cwd, basename(file)), String(field(input, "content")));
    else result = readFileSync(join(this.#cwd, basename(file)), "utf8");
    const rows = result.trimEnd().split("\n").length;
    const shown = name === "Write" ? "Wrote the file" : `Read ${rows} ${rows === 1 ? "line" : "lines"}`;
    this.#entries.push({ type: "tool", call: `${name}(${basename(file)})`, result: shown });
    const content = [{ type: "tool_result", tool_use_id: id, content: result }];
    this.#messages.push({ role: "user", content });
    this.#transcript.user(content);
    this.#draw();
  }

  /** In the words of 2.1.325, whose time of day leaves the seconds out. */
  #limit(claim: string, resetsAtSeconds: number): void {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const time = clockTime(new Date(resetsAtSeconds * 1000), new Date());
    const banner = `You've hit your 5-hour limit · resets ${time} (${timeZone})`;
    this.#entries.push({ type: "limit", banner });
    this.#transcript.limit(banner, claim, resetsAtSeconds);
  }

  #draw(): void {
    const { columns, rows } = process.stdout;
    const since = this.#busySince;
    process.stdout.write(
      drawScreen({
        columns,
        rows,
        project: this.#cwd,
        entries: this.#entries,
        draft: this.#draft,
        isStashed: this.#stash !== "",
        busySeconds: since === undefined ? undefined : Math.floor((Date.now() - since) / 1000),
      }),
    );
  }
}

function end(): never {
  process.stdout.write("\x1b[?1049l");
  process.exit(0);
}

const args = process.argv.slice(2);
if (args.includes("--version")) process.stdout.write("2.1.325 (a stand-in for Claude Code)\n");
else new PlayedClaude().start(readClaudeCall(args).settings[0]?.value);
