/**
 * The sentences by which limits, failures, notices and dialogs are told, as data, with the releases they were seen
 * in. The marks by which a screen is taken apart (signs, rules, frames) stand with the code that does it.
 *
 * Patterns are anchored: a message is recognised by how it begins, because a sentence that merely contains
 * one of these is somebody quoting it. Text is folded (see `fold`) before it is matched: one kind of blank,
 * one kind of apostrophe, and `·` for every separator sign.
 */
export interface LimitWording {
  readonly says: RegExp;
  /** What the sentence is about, where the words themselves decide it; else read from the group `which`. */
  readonly kind?: "overage" | "spend" | "unknown";
  /** Money or an admin brings it back, not time, unless the sentence names a reset. */
  readonly needsAction?: true;
  /** Only a sentence that names a reset is a limit: the words alone are too common. */
  readonly onlyWithReset?: true;
  readonly seen: readonly string[];
}

export const LIMIT_WORDINGS: readonly LimitWording[] = [
  { says: /^claude (?:ai )?usage limit reached/i, kind: "unknown", seen: ["1.0.24", "1.0.64"] },
  { says: /^spending cap reached/i, kind: "spend", needsAction: true, seen: ["1.0.124", "2.0.26"] },
  {
    says: /^(?<which>(?:(?:5|five)-hour|session|weekly|usage)) limit reached/i,
    seen: ["1.0.89", "2.0.30", "2.1.325"],
  },
  { says: /^(?:(?<which>(?:(?!\. )[^·|]){1,40}) )?limit reached/i, onlyWithReset: true, seen: ["1.0.89"] },
  {
    says: /^you(?:'ve| have) (?:hit|reached) (?:your|the) (?:\S+ )?(?:[a-z]+ )?(?:budget|usage allocation)\b/i,
    kind: "spend",
    needsAction: true,
    seen: ["2.1.270"],
  },
  {
    says: /^you(?:'ve| have) (?:hit|reached) your (?:(?<which>(?:(?!\. )[^·|]){1,40}?) )?limit\b/i,
    seen: ["2.0.72", "2.1.325"],
  },
  {
    says: /^you(?:'re| are) out of (?:extra usage|usage credits|credits)\b/i,
    kind: "overage",
    needsAction: true,
    seen: ["2.0.72", "2.1.75"],
  },
  {
    says: /^your seat type doesn't include (?:usage credits|extra usage)\b/i,
    kind: "overage",
    needsAction: true,
    seen: ["2.1.270"],
  },
  {
    says: /^your usage allocation has been disabled\b/i,
    kind: "spend",
    needsAction: true,
    seen: ["2.1.270"],
  },
  {
    says: /^credit balance (?:is )?too low\b/i,
    kind: "spend",
    needsAction: true,
    seen: ["1.0.64", "2.1.325"],
  },
];

/** What follows one of these words is the time of the reset. */
export const RESET_LEADS =
  /(?:\bresets?(?: at)? |\bavailable again (?:at )?|\bcontinuing automatically at |\|)(?=\S)/gi;

/** Words that say which allowance ran out. What is left of the group after these is a model's name. */
export const ALLOWANCE_WORDS: readonly {
  readonly says: RegExp;
  readonly kind: "five-hour" | "weekly" | "overage" | "spend";
}[] = [
  { says: /\b(?:5|five)[- ]hour\b|\bsession\b/i, kind: "five-hour" },
  { says: /\b(?:spend(?:ing)?|budget)\b/i, kind: "spend" },
  { says: /\b(?:usage credits?|extra usage|overage)\b/i, kind: "overage" },
  { says: /\bweekly\b|\b(?:7|seven)[- ]day\b/i, kind: "weekly" },
];

/** Words of an allowance that are no model's name, however they are capitalised. */
export const PLAIN_WORDS =
  /^(?:\d+[- ])?(?:usage|daily|hourly|monthly|annual|hour|day|week|month|plan|account|team|shared|org's|organization's|your|pro|max|free|current|the)$/i;

export interface TransientWording {
  readonly says: RegExp;
  readonly kind: "overloaded" | "server-error" | "throttled" | "asleep" | "connection";
  readonly seen: readonly string[];
}

export const TRANSIENT_WORDINGS: readonly TransientWording[] = [
  { says: /\b529\b|overloaded/i, kind: "overloaded", seen: ["1.0.64", "2.1.325"] },
  { says: /went to sleep/i, kind: "asleep", seen: ["2.1.270"] },
  {
    says: /temporarily limiting requests|rate limit reached|request rejected \(429\)|\b429\b|rate_limit_error/i,
    kind: "throttled",
    seen: ["1.0.64", "2.1.325"],
  },
  { says: /\b5\d\d\b|internal server error|api_error/i, kind: "server-error", seen: ["1.0.64", "2.1.325"] },
  {
    says: /connection (?:lost|error|closed)|unable to connect|stopped arriving|request timed out|timed? ?out|socket|fetch failed|terminated|ECONN|EPIPE|network/i,
    kind: "connection",
    seen: ["1.0.64", "2.1.325"],
  },
];

/** How a transient failure begins; a 529 that is only mentioned is not one. */
export const TRANSIENT_STARTS =
  /^(?:api error\b|(?:\S )?\d{3} [a-z ]+· retrying|connection lost\b|the response stopped arriving\b|(?:\S )?retrying in \d)/i;

/** Claude Code is still at it by itself: hands off. */
export const RETRYING = /\bretrying (?:in|after|shortly|now)\b|\battempt \d+\s?(?:\/|of)\s?\d+/i;

export type NativePhase = "armed" | "cancelled" | "stale" | "fired" | "stopped" | "failed";

export interface NativeWording {
  readonly says: RegExp;
  readonly phase: NativePhase;
  readonly seen: readonly string[];
}

/** The notices of Claude Code's own automatic continue. */
export const NATIVE_WORDINGS: readonly NativeWording[] = [
  {
    says: /^(?:usage limit reached · )?continuing (?:automatically (?:at (?<until>[^·]+)|when your limit resets|shortly)|shortly) · esc (?:or type )?to cancel/i,
    phase: "armed",
    seen: ["2.1.234", "2.1.325"],
  },
  {
    says: /^(?:your )?usage limit has reset(?: · press enter to continue)?$/i,
    phase: "stale",
    seen: ["2.1.267", "2.1.325"],
  },
  {
    says: /^usage limit (?:reset · continuing automatically|available again · continuing now)/i,
    phase: "fired",
    seen: ["2.1.234"],
  },
  { says: /^automatic continue cancelled\b/i, phase: "cancelled", seen: ["2.1.234", "2.1.325"] },
  { says: /^automatic continue stopped\b/i, phase: "stopped", seen: ["2.1.234"] },
  { says: /^automatic continue did not run\b/i, phase: "failed", seen: ["2.1.300"] },
];

export type DialogKind = "limit-menu" | "permission" | "question" | "plan" | "trust" | "bypass" | "dialog";

export interface DialogWording {
  readonly kind: DialogKind;
  /** The text above the options. */
  readonly asks?: RegExp;
  /** Its last row, directly above the options: what stands higher may be a command, a plan or a file, and say anything. */
  readonly asksLast?: RegExp;
  /** At least one of the options. */
  readonly offers?: RegExp;
  /** The row at the bottom. */
  readonly hints?: RegExp;
  readonly seen: readonly string[];
}

/** The first that fits counts. What fits none is a dialog all the same: it has the keyboard. */
export const DIALOG_WORDINGS: readonly DialogWording[] = [
  // Before all others: its options are Claude's own words, and may be those of any of them.
  {
    kind: "question",
    offers: /^(?:\[.\] )?(?:type something\b|chat about this)/i,
    seen: ["2.0.72", "2.1.325"],
  },
  {
    kind: "limit-menu",
    offers: /^(?:stop and wait for limit to reset|wait here, then continue automatically)/i,
    seen: ["2.1.75", "2.1.325"],
  },
  {
    kind: "limit-menu",
    asks: /^what do you want to do\?$/im,
    offers: /^(?:upgrade|switch to (?:usage credits|extra usage)|add funds|adjust monthly spend)/i,
    seen: ["2.1.270"],
  },
  {
    kind: "permission",
    asksLast: /^do you want to .+\?$/i,
    offers: /^yes\b/i,
    seen: ["1.0.64", "2.1.325"],
  },
  {
    kind: "bypass",
    asks: /bypass permissions mode/i,
    offers: /^yes, i accept/i,
    seen: ["1.0.64", "2.1.325"],
  },
  { kind: "trust", offers: /^yes, (?:i trust|proceed)/i, seen: ["1.0.64", "2.1.325"] },
  {
    kind: "plan",
    asks: /exit plan mode\?|ready to code\?|would you like to proceed\?|claude has written up a plan/i,
    offers: /^yes/i,
    seen: ["1.0.64", "2.1.325"],
  },
  { kind: "question", hints: /enter to select .* to navigate/i, seen: ["2.0.72", "2.1.325"] },
];

/**
 * Asked when a conversation of 100,000 tokens and more is resumed after 70 minutes (2.1.325, where its server has switched
 * that on): from a summary, or as it is? Esc leaves it as it is.
 */
export const RESUME_QUESTION = /^this session is .+ old and .+ tokens\.$/im;

/** The search through earlier prompts (2.0.72, 2.1.197). */
export const SEARCH_FOOTER = /^\s*search prompts:/i;

/** The row below a dialog that tells its keys. */
export const DIALOG_HINTS =
  /\b(?:esc|enter|space|ctrl[-+]\w)(?:\/\w+)* to (?:cancel|confirm|edit|exit|close|go back|continue|select|toggle|dismiss)\b/i;

/** One kind of blank, apostrophe and separator, so that a pattern says each once. */
export function fold(text: string): string {
  return text
    .replace(/[\s\u00a0\u202f\u2009]+/g, " ")
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[\u2219\u2022\u22c5\u30fb]/g, "·")
    .trim();
}

/** The frames of the spinner, as they stand in a character class. */
export const SPINNER_SIGNS = "·✢✳✶✻✽*∗✦✧";

const SIGN_BEFORE = new RegExp(
  `^[\\s\\u00a0]*(?:[⎿●⏺⚠※${SPINNER_SIGNS}][\\s\\u00a0]+)?(?:Error during compaction: )?`,
  "u",
);

/** Signs that Claude Code puts before a message, and what it says of a limit met while compacting: not part of it. */
export function withoutSign(text: string): string {
  return text.replace(SIGN_BEFORE, "");
}

/** A message of Claude Code has under 300 characters. One that goes on for pages is cut, so that its cost is bounded. */
export const LONGEST_MESSAGE = 2_000;
