import { randomUUID } from "node:crypto";

import { readPermissionPrompt, type PermissionPrompt } from "../../claude/prompts/permission-prompt.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import type { TranscriptEvent } from "../../claude/transcript/transcript.js";
import type { ApprovalRecord } from "./approval-log.js";
import { judge } from "../../policy/judge.js";
import type { Policy, Verdict } from "../../policy/policy.js";
import { ask, IN_PLAN_MODE } from "../../policy/verdicts.js";
import type { Place } from "../../policy/tool-call.js";
import {
  NO_PROMPT,
  type Approval,
  type ApprovalEffect,
  type ApprovalEvent,
} from "../../session/approval/approval.js";
import { approvalStep, isSamePrompt } from "../../session/approval/approval-step.js";
import type { CallSource, KnownCall } from "../../session/approval/known-calls.js";
import type { PermissionCall } from "../../launch/hook-drops.js";
import type { NoticeText } from "../notices.js";

export interface ApproverOptions {
  readonly policy: Policy;
  /** Why nothing is approved, whatever the policy says. */
  readonly offBecause?: string | undefined;
  readonly delayMs: number;
  /** Where the session was started. */
  readonly cwd: string;
  /** The id under which `cac status` lists the session; undefined for a session that it does not list. */
  readonly session?: string | undefined;
  readonly placeAt: (cwd: string) => Place;
  /** The surest source of calls that the session has at this moment. */
  readonly expects: () => CallSource;
  /** What is on the screen at this very moment; undefined where that is unknown or half drawn. */
  readonly glance: () => ScreenReading | undefined;
  /** Enter, if `isRight` holds right before it goes out. */
  readonly pressEnter: (isRight: () => boolean) => Promise<void>;
  /** Resolves to whether it is on disk. */
  readonly record: (record: Omit<ApprovalRecord, "session">) => Promise<boolean>;
  readonly notify: (notice: NoticeText) => void;
  readonly log: (event: string, details: Readonly<Record<string, string | number | boolean>>) => void;
  readonly onFault: (error: unknown) => void;
}

/** Answers permission prompts by the user's rules: shown as always, and answered only where the person does nothing. */
export class Approver {
  readonly #options: ApproverOptions;
  readonly #run = randomUUID();
  #approval: Approval = NO_PROMPT;
  /** Whether what is about to be done is written down. */
  #isRecorded: Promise<boolean> = Promise.resolve(false);
  #typedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: ApproverOptions) {
    this.#options = options;
  }

  /** The screen came to rest. */
  see(reading: ScreenReading): void {
    this.#tell({ type: "promptSeen", prompt: readPermissionPrompt(reading) });
  }

  /** The hook of this run told of a call. */
  hear({ tool, input, cwd = this.#options.cwd, inPlan }: PermissionCall): void {
    this.#know({ call: { tool, input }, cwd, inPlan, source: "hook", id: undefined });
  }

  /** A row of the transcript, also of a subagent's. */
  readRow(event: TranscriptEvent): void {
    if (event.type === "toolAnswered" && event.ids) this.#tell({ type: "callsAnswered", ids: event.ids });
    if (event.type !== "assistantSpoke") return;
    for (const { id, tool, input, cwd = this.#options.cwd } of event.calls ?? []) {
      this.#know({ call: { tool, input }, cwd, inPlan: false, source: "transcript", id });
    }
  }

  /** The person pressed a key. */
  noticeKeys(): void {
    this.#typedAt = performance.now();
    this.#tell({ type: "keysPressed" });
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #know(call: Omit<KnownCall, "at">): void {
    this.#tell({ type: "callHeard", known: { ...call, at: performance.now() } });
  }

  #tell(event: ApprovalEvent): void {
    if (this.#isOver) return;
    const { cwd, delayMs, expects } = this.#options;
    const [approval, effects] = approvalStep(this.#approval, event, {
      now: performance.now(),
      typedAt: this.#typedAt,
      delayMs,
      cwd,
      expects: expects(),
      judge: (known) => this.#judge(known),
    });
    this.#approval = approval;
    for (const effect of effects) this.#do(effect);
  }

  #judge({ call, cwd, inPlan }: KnownCall): Verdict {
    const { offBecause } = this.#options;
    if (offBecause !== undefined) return ask(undefined, offBecause);
    if (inPlan) return IN_PLAN_MODE;
    return judge(call, this.#options.policy, this.#options.placeAt(cwd));
  }

  #do(effect: ApprovalEffect): void {
    switch (effect.type) {
      case "armTimer":
        clearTimeout(this.#timer);
        this.#timer = setTimeout(
          () => this.#tell({ type: "timerFired" }),
          Math.max(0, Math.ceil(effect.at - performance.now())),
        ).unref();
        return;
      case "look":
        return this.#look();
      case "press":
        void this.#press(effect.prompt).catch(this.#options.onFault);
        return;
      case "record":
        this.#record(effect);
        return;
      case "notify":
        this.#options.notify(noticeOf(effect.tool, this.#options));
        return;
      default:
        return effect satisfies never;
    }
  }

  #look(): void {
    const reading = this.#options.glance();
    if (reading) this.see(reading);
  }

  /** Only into the very prompt that was judged, at the moment at which it is pressed. */
  async #press(prompt: PermissionPrompt): Promise<void> {
    if (!(await this.#isRecorded)) {
      this.#options.log("approvalKeptBack", { because: "it could not be written down" });
      return this.#tell({ type: "notRecorded" });
    }
    let isOut = false;
    let reading: ScreenReading | undefined;
    await this.#options.pressEnter(() => {
      reading = this.#options.glance();
      const now = reading && readPermissionPrompt(reading);
      isOut = this.#approval.tag === "WINDOW" && now !== undefined && isSamePrompt(now, prompt);
      return isOut;
    });
    if (isOut) this.#tell({ type: "pressed" });
    else if (reading) this.see(reading);
    else this.#tell({ type: "keptBack" });
  }

  #record({ judged, outcome, since, delayMs }: ApprovalEffect & { type: "record" }): void {
    const { known, verdict } = judged;
    const pressed = outcome === "approved" || outcome === "stuck";
    const isWritten = this.#options.record({
      id: `${this.#run}-${Math.round(since)}`,
      time: new Date().toISOString(),
      cwd: known.cwd,
      ...known.call,
      source: known.source,
      by: "wrapper",
      mode: this.#options.policy.mode,
      ...verdict,
      delayMs: Math.round(delayMs),
      pressed,
      outcome,
    });
    if (outcome === "pending") this.#isRecorded = isWritten;
    this.#options.log("approval", { tool: known.call.tool, verdict: verdict.verdict, outcome, pressed });
  }
}

/**
 * Names the tool, the directory and the session, never the call: a notification is shown on locked screens, kept by the
 * desktop, and visible to every user of the machine as an argument of the program that shows it.
 */
function noticeOf(
  tool: string | undefined,
  { cwd, session }: Pick<ApproverOptions, "cwd" | "session">,
): NoticeText {
  // A prompt that fits no call lends its first row as the tool's name, which may be anything.
  const what = tool !== undefined && TOOL_NAME.test(tool) ? tool : "A tool";
  const which = session === undefined ? "" : `, session ${session}`;
  return { title: "Claude Code asks for permission", body: `${what} in ${cwd}${which}` };
}

const TOOL_NAME = /^(?!unknown$)[A-Za-z][\w-]{0,127}$/;
