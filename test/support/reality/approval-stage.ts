import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "vitest";

import type { ApprovalRecord } from "../../../src/driver/approval/approval-log.js";
import { onWrappedStage, type WrappedStage } from "../../../src/lab/capture/wrapped-stage.js";
import { ttyTransport } from "../../../src/transport/tty/tty.js";
import type { Reply } from "../../../src/lab/api/reply.js";
import { labPath, type IsolatedHome } from "../../../src/lab/machine/isolated-home.js";
import { CAC, type WrappedOptions } from "../../../src/lab/session/wrapped-session.js";
import { readProcess } from "../../../src/host/process-table.js";

/** As `SHELL`: Claude Code runs the commands of its Bash tool in it. Whoever uses it installs it first. */
export const ZSH = "/usr/bin/zsh";

export interface ApprovalOptions extends Omit<WrappedOptions, "homeFiles"> {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly delayMs?: number;
}

/** Plays with a session under `cac run --approve rules`, with these rules in the user's settings. */
export function onApprovalStage(
  options: ApprovalOptions,
  play: (stage: WrappedStage) => Promise<void>,
): Promise<void> {
  const { allow = [], deny = [], delayMs = 500 } = options;
  const config = { approve: { allow, deny, delayMs } };
  return onWrappedStage(
    {
      args: ["--permission-mode", "default"],
      cac: ["--approve", "rules"],
      ...options,
      homeFiles: { ".config/claude-auto-continue/config.json": JSON.stringify(config) },
    },
    play,
  );
}

/** What `cac approvals --json` tells, oldest first. */
export async function approvalsOf({ home }: IsolatedHome): Promise<readonly ApprovalRecord[]> {
  const env = { HOME: home, PATH: labPath(), TMPDIR: join(home, "tmp") };
  const { stdout } = await promisify(execFile)(process.execPath, [CAC, "approvals", "--json"], { env });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ApprovalRecord);
}

/** Waits until so many decisions are final, and returns all. */
export function decided(stage: WrappedStage, count: number): Promise<readonly ApprovalRecord[]> {
  return recorded(stage, count, ({ outcome }) => outcome !== "pending");
}

/** Waits until so many prompts are judged and their windows run, and returns all. */
export function judged(stage: WrappedStage, count: number): Promise<readonly ApprovalRecord[]> {
  return recorded(stage, count, () => true);
}

async function recorded(
  stage: WrappedStage,
  count: number,
  counts: (record: ApprovalRecord) => boolean,
): Promise<readonly ApprovalRecord[]> {
  for (const deadline = Date.now() + 60_000; ; await stage.sleep(300)) {
    const records = await approvalsOf(stage.session.home);
    if (records.filter(counts).length >= count) return records;
    if (Date.now() > deadline)
      throw new Error(`not ${count} decisions in 60 s, but ${JSON.stringify(records)}`);
  }
}

const DONE: Reply = { type: "text", text: "All of it is done." };

export function bash(command: string, description: string): Reply {
  return { type: "toolUse", name: "Bash", input: { command, description } };
}

/** Has Claude Code make the calls one after the other, and waits for the first prompt. */
export async function ask(stage: WrappedStage, ...replies: readonly Reply[]): Promise<void> {
  await stage.ready();
  const [first = DONE, ...rest] = replies;
  stage.answerWith(first, ...rest, DONE);
  await stage.prompt("do what is to be done");
}

export async function isDone(stage: WrappedStage): Promise<void> {
  await stage.session.waitFor((text) => text.includes("All of it is done."), { timeoutMs: 180_000 });
}

/** The prompt is on the screen and stays there untouched. */
export async function expectStanding(stage: WrappedStage): Promise<void> {
  const before = await stage.reading();
  expect(before).toMatchObject({ state: "permission", menu: { selected: 0 } });
  await stage.sleep(3000);
  expect(await stage.reading()).toEqual(before);
}

export function projectFile(stage: WrappedStage, name: string): string | undefined {
  const file = join(stage.session.home.project, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Keys that reach Claude Code past the wrapper, as another program's would: through its own terminal. */
export async function typeBehind(wrapper: number, keys: string): Promise<void> {
  const children = readFileSync(`/proc/${wrapper}/task/${wrapper}/children`, "utf8").trim().split(" ");
  const found = await Promise.all(children.map((pid) => readProcess(Number(pid))));
  const claude = found.find((child) => child?.group === child?.pid);
  const reach = { process: claude, tty: claude?.tty, env: {} };
  const session = { sessionId: "", transcript: undefined, cwd: "", release: undefined, reach };
  const hands = await ttyTransport().open(session);
  if (!("send" in hands)) throw new Error(`cannot type: ${JSON.stringify(hands)}`);
  await hands.send(keys);
}
