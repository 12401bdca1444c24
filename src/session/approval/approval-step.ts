import { isOnPlainYes, showsCall, type PermissionPrompt } from "../../claude/prompts/permission-prompt.js";
import type {
  Approval,
  ApprovalCircumstances,
  ApprovalEffect,
  ApprovalEvent,
  ApprovalStep,
  Outcome,
} from "./approval.js";
import {
  findCall,
  unseenCall,
  withCall,
  withoutAnswered,
  withoutShown,
  type Judged,
  type KnownCall,
  type Sight,
} from "./known-calls.js";
import type { Instant } from "../life/life.js";

/** One event in the life of a permission prompt. Only one that is judged, seen unchanged and untouched is pressed. */
export function approvalStep(was: Approval, event: ApprovalEvent, c: ApprovalCircumstances): ApprovalStep {
  switch (event.type) {
    case "promptSeen":
      return takeSight(was, event.prompt, c);
    case "callHeard":
      return takeCall({ ...was, ...heard(was, event.known, c) }, event.known, c);
    case "callsAnswered":
      return takeAnswers({ ...was, calls: withoutAnswered(was.calls, event.ids) }, event.ids);
    case "keysPressed":
      return takeKeys(was, c);
    case "pressed":
      if (was.tag !== "WINDOW") return [was, []];
      return [
        { ...was, tag: "PRESSED", pressedAt: c.now },
        [{ type: "armTimer", at: c.now + GONE_WITHIN_MS }],
      ];
    case "keptBack":
      return was.tag === "WINDOW" ? [was, [{ type: "armTimer", at: c.now + AGAIN_MS }]] : [was, []];
    case "notRecorded":
      return was.tag === "WINDOW" ? stand(was, was.judged, []) : [was, []];
    case "timerFired":
      return takeTimer(was, c);
    default:
      return event satisfies never;
  }
}

function takeSight(
  was: Approval,
  prompt: PermissionPrompt | undefined,
  c: ApprovalCircumstances,
): ApprovalStep {
  if (was.tag !== "NONE" && prompt !== undefined && isSameQuestion(was.prompt, prompt)) {
    if (was.prompt.selected === prompt.selected) return [was, []];
    // Its cursor has moved: somebody is at it.
    if (was.tag === "WINDOW") return handOver(was, was.judged, [record(was, "person", c.now)]);
    if (was.tag === "UNHEARD") return handOver({ ...was, prompt }, undefined, []);
    return [{ ...was, prompt }, []];
  }
  if (was.tag === "WINDOW" && prompt !== undefined && isDrawnOn(was, prompt)) {
    const dueAt = c.now + c.delayMs;
    return [{ ...was, prompt, dueAt }, [{ type: "armTimer", at: dueAt }]];
  }
  const [gone, effects] = close(was, c);
  if (prompt === undefined) return [gone, effects];
  const [next, more] = decide({ ...gone, prompt, since: c.now }, c);
  return [next, [...effects, ...more]];
}

/** A call of its own proves that a prompt is another one than the person took in hand, though both look alike. */
function heard(was: Approval, known: KnownCall, c: ApprovalCircumstances): Pick<Approval, "calls" | "taken"> {
  const calls = withCall(was.calls, known);
  const isAgain = was.tag === "NONE" || (was.tag === "STANDING" && was.judged?.known.source === known.source);
  const isAnother =
    isAgain &&
    known.source === c.expects &&
    was.taken !== undefined &&
    showsCall(was.taken, known.call, known.cwd);
  return { calls, taken: isAnother ? undefined : was.taken };
}

function takeCall(now: Approval, { call, cwd, source }: KnownCall, c: ApprovalCircumstances): ApprovalStep {
  if (now.tag === "UNHEARD") return decide(now, c);
  // Claude Code asks for the same once more: the prompt before it was answered, though both look alike.
  const isNext = now.tag === "PRESSED" && source === "hook" && showsCall(now.prompt, call, cwd);
  return isNext ? lookAgain(now) : [now, []];
}

function takeAnswers(now: Approval, ids: readonly string[]): ApprovalStep {
  const { id } = now.tag === "PRESSED" ? now.judged.known : { id: undefined };
  return now.tag === "PRESSED" && id !== undefined && ids.includes(id) ? lookAgain(now) : [now, []];
}

/** It is proven that the prompt was answered. What the screen shows now is the next one, or nothing. */
function lookAgain(was: Approval & { tag: "PRESSED" }): ApprovalStep {
  const done = record(was, "approved", was.pressedAt);
  return [{ tag: "NONE", calls: was.calls }, [done, { type: "look" }]];
}

function takeKeys(was: Approval, c: ApprovalCircumstances): ApprovalStep {
  if (was.tag === "UNHEARD") return handOver(was, undefined, []);
  if (was.tag === "STANDING") return [{ ...was, taken: was.prompt }, []];
  if (was.tag !== "WINDOW") return [was, []];
  return handOver(was, was.judged, [record(was, "person", c.now)]);
}

/** The prompt that was there is there no more. */
function close(was: Approval, c: ApprovalCircumstances): ApprovalStep {
  if (was.tag === "NONE") return [was, []];
  // Nobody has answered it yet, as far as is known: it may come back.
  if (was.tag === "WINDOW") return [{ tag: "NONE", calls: was.calls }, [record(was, "changed", c.now)]];
  const none: Approval = { tag: "NONE", calls: withoutShown(was.calls, was.prompt), taken: was.taken };
  return [none, was.tag === "PRESSED" ? [record(was, "approved", was.pressedAt)] : []];
}

type Taken = Sight & Pick<Approval, "taken">;

function decide({ calls, taken, prompt, since }: Taken, c: ApprovalCircumstances): ApprovalStep {
  const sight = { calls, prompt, since };
  if (taken !== undefined && isSameQuestion(taken, prompt)) return handOver(sight, undefined, []);
  const heardBy = since + HEARD_WITHIN_MS;
  const judged = findCall(sight, c, c.now >= heardBy);
  if (judged === undefined) {
    if (c.expects === "screen" || c.now >= heardBy) {
      const unseen = unseenCall(sight, c);
      return stand(sight, unseen, [record({ judged: unseen, since }, "left", c.now)]);
    }
    return [{ ...sight, tag: "UNHEARD" }, [{ type: "armTimer", at: heardBy }]];
  }
  if (judged.verdict.verdict !== "allow" || !isOnPlainYes(prompt)) {
    return stand(sight, judged, [record({ judged, since }, "left", c.now)]);
  }
  // A key that was pressed while it was being drawn: nobody can say for what it was meant.
  if (c.typedAt !== undefined && c.typedAt > since - DRAWN_WITHIN_MS) {
    return handOver(sight, judged, [record({ judged, since }, "person", c.now)]);
  }
  const dueAt = since + c.delayMs;
  return [
    { ...sight, tag: "WINDOW", judged, dueAt },
    [record({ judged, since }, "pending", since), { type: "armTimer", at: dueAt }],
  ];
}

/** A key of theirs: from now on it is for the person alone. */
function handOver(
  sight: Taken,
  judged: Judged | undefined,
  effects: readonly ApprovalEffect[],
): ApprovalStep {
  return stand({ ...sight, taken: sight.prompt }, judged, effects);
}

function stand(
  { calls, taken, prompt, since }: Taken,
  judged: Judged | undefined,
  effects: readonly ApprovalEffect[],
): ApprovalStep {
  return [
    { tag: "STANDING", calls, taken, prompt, since, judged, told: false },
    [...effects, { type: "armTimer", at: since + TELL_AFTER_MS }],
  ];
}

function takeTimer(was: Approval, c: ApprovalCircumstances): ApprovalStep {
  switch (was.tag) {
    case "NONE":
      return [was, []];
    case "UNHEARD":
      return decide(was, c);
    case "WINDOW":
      if (c.now < was.dueAt) return [was, [{ type: "armTimer", at: was.dueAt }]];
      return [was, [{ type: "press", prompt: was.prompt }]];
    case "PRESSED":
      return stand(was, was.judged, [record(was, "stuck", was.pressedAt)]);
    case "STANDING": {
      const tellAt = was.since + TELL_AFTER_MS;
      if (was.told) return [was, []];
      if (c.now < tellAt) return [was, [{ type: "armTimer", at: tellAt }]];
      return [{ ...was, told: true }, [{ type: "notify", tool: was.judged?.known.call.tool }]];
    }
    default:
      return was satisfies never;
  }
}

function record(
  { judged, since }: { readonly judged: Judged; readonly since: Instant },
  outcome: Outcome,
  at: Instant,
): ApprovalEffect {
  return { type: "record", judged, outcome, since, delayMs: at - since };
}

/** The same words with the cursor in the same place, however wide they are drawn. */
export function isSamePrompt(a: PermissionPrompt, b: PermissionPrompt): boolean {
  return isSameQuestion(a, b) && a.selected === b.selected;
}

/** The same but for its cursor. */
export function isSameQuestion(a: PermissionPrompt, b: PermissionPrompt): boolean {
  return (
    a.title === b.title &&
    a.body === b.body &&
    a.question === b.question &&
    a.options.length === b.options.length &&
    a.options.every((option, index) => option === b.options[index])
  );
}

/** More of the same prompt: a diff comes some frames after its frame (2.1.197, 2.1.325). The window starts anew. */
function isDrawnOn({ prompt: was, judged }: Approval & { tag: "WINDOW" }, now: PermissionPrompt): boolean {
  const { call, cwd } = judged.known;
  return (
    was.title === now.title &&
    was.question === now.question &&
    was.selected === now.selected &&
    isOnPlainYes(now) &&
    showsCall(now, call, cwd)
  );
}

/** A hook takes 20 ms, a row up to 150 (2.1.32); a machine under load more. */
const HEARD_WITHIN_MS = 3000;
/** From its first row until it has come to rest. */
const DRAWN_WITHIN_MS = 200;
const GONE_WITHIN_MS = 5000;
const AGAIN_MS = 100;
const TELL_AFTER_MS = 60_000;
