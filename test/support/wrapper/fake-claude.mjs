// Claude Code as far as the wrapper's tests need it: its screen, its keys, its rows and its hook, in milliseconds.
// What it does is told by the prompts that it gets (see `COMMANDS`); what it got is in its diary, what it wrote on its tape.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { clockTime } from "../../../dist/time/clock-face.js";
import { drawScreen, rowOf } from "./fake-screen.mjs";

const { HOME, FAKE_CLAUDE_FOLDER, FAKE_CLAUDE_ROWS, FAKE_CLAUDE_HOOK_MS = "0" } = process.env;
const args = process.argv.slice(2);
const resumed = valueOf("--resume");
const hooks = hooksOf(valueOf("--settings"));
let sessionId = resumed ?? randomUUID();
let transcript = transcriptOf(sessionId);
const tape = openSync(join(FAKE_CLAUDE_FOLDER, "tape.bin"), "a");

const entries = [];
let draft = "";
let stash = "";
let busySince;
/** Until then the account is limited. */
let limitedUntilMs = Date.now();

const COMMANDS = {
  /** `limit SECONDS` */
  limit: async ([seconds]) => {
    await thought();
    limitedUntilMs = Math.ceil(Date.now() / 1000 + Number(seconds)) * 1000;
    meetLimit();
  },
  /** `flood MEGABYTES`, and behind it a limit that names a time to come, though it is over. */
  flood: async ([megabytes]) => {
    const line = "All work and no play makes a dull screen, said the parser to the lexer. 0123456789\r\n";
    await write(Buffer.from(line.repeat(Math.ceil((Number(megabytes) * 1_048_576) / line.length))));
    say({ type: "limit", text: bannerOf(Date.now() + 3_600_000) });
  },
  modes: () => write("\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[>1u\x1b]0;✳ modes\x07"),
  die: ([code]) => process.exit(Number(code)),
  /** Another conversation, as `/clear` begins one. */
  "/clear": () => {
    sessionId = randomUUID();
    transcript = transcriptOf(sessionId);
    entries.length = 0;
    runHooks("clear");
  },
};

diary("started", { pid: process.pid, sessionId, transcript, args });
if (resumed !== undefined) remember();
setTimeout(runHooks, Number(FAKE_CLAUDE_HOOK_MS), resumed === undefined ? "startup" : "resume");
void write("\x1b[?1049h\x1b]0;✳ Claude Code\x07");
process.stdin.setRawMode(true).on("data", take);
process.stdout.on("resize", draw);
process.on("SIGCONT", draw);
process.on("SIGHUP", () => process.exit(129));
// The limit is lifted.
process.on("SIGUSR2", () => (limitedUntilMs = 0));
draw();

/** As picky as the real one: text and Enter in one piece are a paste. */
function take(keys) {
  const text = keys.toString();
  diary("keys", { text });
  if (text === "\r") return void submit();
  if (text === "\x03") return leave();
  if (text === "\x1a") return process.kill(process.pid, "SIGSTOP");
  if (text === "\x13") [stash, draft] = [draft, stash];
  else if (text === "\x7f") draft = draft.slice(0, -1);
  else if (!text.startsWith("\x1b")) draft += text.replaceAll("\r", "\n");
  draw();
}

async function submit() {
  const prompt = draft.trim();
  if (prompt === "" || busySince !== undefined) return;
  if (prompt === "/exit") return leave();
  [draft, stash] = [stash, ""];
  diary("prompt", { text: prompt });
  say({ type: "prompt", text: prompt });
  busySince = Date.now();
  draw();
  const [word, ...rest] = prompt.split(" ");
  await (word in COMMANDS ? COMMANDS[word](rest) : answer(prompt));
  busySince = undefined;
  draw();
}

/** An API takes its time: by then the prompt's row has been read. */
function thought() {
  return new Promise((resolve) => setTimeout(resolve, 100));
}

async function answer(prompt) {
  await thought();
  if (Date.now() < limitedUntilMs) return meetLimit();
  say({ type: "said", text: `Done: ${prompt}` });
}

function meetLimit() {
  say({ type: "limit", text: bannerOf(limitedUntilMs), untilMs: limitedUntilMs });
}

function bannerOf(untilMs) {
  return `You've hit your 5-hour limit · resets ${clockTime(new Date(untilMs), new Date(), "UTC")} (UTC)`;
}

function draw() {
  const { columns, rows } = process.stdout;
  const isBusy = busySince !== undefined;
  void write(drawScreen({ columns, rows, entries, draft, isStashed: stash !== "", isBusy }));
}

/** The tape first: what the terminal shows was written for certain. */
function write(data) {
  const bytes = Buffer.from(data);
  if (bytes.length < 1_000_000) writeSync(tape, bytes);
  return new Promise((resolve) => process.stdout.write(bytes, resolve));
}

function leave() {
  void write("\x1b[?1049l").then(() => process.exit(0));
}

function say(entry) {
  entries.push(entry);
  // Commands of Claude Code's own are not for the model.
  if (FAKE_CLAUDE_ROWS === "none" || entry.text.startsWith("/")) return;
  mkdirSync(dirname(transcript), { recursive: true });
  const origin = { isSidechain: false, sessionId, uuid: randomUUID(), timestamp: new Date().toISOString() };
  appendFileSync(transcript, `${JSON.stringify({ ...origin, ...rowOf(entry) })}\n`);
}

/** A session that is resumed shows what was said before, the old banner included. */
function remember() {
  for (const line of readFileSync(transcript, "utf8").trim().split("\n")) {
    const { type, message, quotaLimits } = JSON.parse(line);
    const text = typeof message.content === "string" ? message.content : message.content[0].text;
    if (type === "user") entries.push({ type: "prompt", text });
    else entries.push({ type: quotaLimits ? "limit" : "said", text });
    if (quotaLimits) limitedUntilMs = quotaLimits.resetsAt * 1000;
  }
}

function runHooks(source) {
  const input = {
    hook_event_name: "SessionStart",
    source,
    session_id: sessionId,
    transcript_path: transcript,
    cwd: process.cwd(),
  };
  for (const command of hooks) {
    spawn(command, { shell: true, stdio: ["pipe", "ignore", "ignore"] }).stdin.end(JSON.stringify(input));
  }
}

function hooksOf(settings) {
  if (settings === undefined) return [];
  const { hooks } = JSON.parse(readFileSync(settings, "utf8"));
  return hooks.SessionStart.flatMap((group) => group.hooks).map(({ command }) => command);
}

function transcriptOf(sessionId) {
  return join(HOME, ".claude", "projects", "fake", `${sessionId}.jsonl`);
}

function valueOf(option) {
  return args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
}

function diary(event, details) {
  const line = JSON.stringify({ at: Date.now(), event, ...details });
  appendFileSync(join(FAKE_CLAUDE_FOLDER, "diary.jsonl"), `${line}\n`);
}
