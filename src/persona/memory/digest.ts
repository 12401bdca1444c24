import { onOneLine, questionKey, wholeCharacters, type Exchange } from "./memory.js";

export interface DigestOptions {
  /** The first question of the new conversation, if it is known. Related exchanges come before newer ones. */
  readonly about?: string | undefined;
  readonly mostCharacters?: number;
}

/**
 * What a new session learns of the earlier ones, the newest and most relevant exchanges first; may be empty. Takes the
 * exchanges in their order, the oldest first. Of several with the same question only the last counts.
 */
export function digestOf(
  exchanges: readonly Exchange[],
  { about = "", mostCharacters = 8000 }: DigestOptions = {},
): string {
  const newestFirst = lastOfEach(exchanges).toReversed();
  const relevance = relevanceTo(about, newestFirst);
  const ranked = newestFirst
    .map((exchange, age) => ({
      exchange,
      weight: 2 * (relevance.get(exchange) ?? 0) + 0.5 ** (age / HALF_LIFE),
    }))
    .toSorted((a, b) => b.weight - a.weight);
  let room = mostCharacters;
  const notes: string[] = [];
  for (const { exchange } of ranked) {
    const note = noteOf(exchange);
    // A shorter one might still fit, but the least relevant ones should be left out.
    if (note.length + GAP.length > room) break;
    room -= note.length + GAP.length;
    notes.push(note);
  }
  return notes.join(GAP);
}

function lastOfEach(exchanges: readonly Exchange[]): readonly Exchange[] {
  const lastAt = new Map(exchanges.map((exchange, index) => [questionKey(exchange), index]));
  return exchanges.filter((exchange, index) => lastAt.get(questionKey(exchange)) === index);
}

/** After so many newer exchanges an exchange counts half. */
const HALF_LIFE = 8;
const GAP = "\n\n";
const QUESTION_LENGTH = 300;
const CONTEXT_LENGTH = 120;
const RESPONSE_LENGTH = 900;
/** Of a long text only the beginning is compared. */
const LOOKED_AT = 4000;

/** From 0 to 1: how many of the text's words an exchange contains. Rare words count more than common ones. */
function relevanceTo(text: string, exchanges: readonly Exchange[]): ReadonlyMap<Exchange, number> {
  const wanted = wordsOf(text);
  const found = new Map(
    exchanges.map((exchange) => {
      const { question, context = "", response } = exchange;
      const words = wordsOf([question, context, response].map((part) => part.slice(0, LOOKED_AT)).join("\n"));
      return [exchange, [...wanted].filter((word) => words.has(word))] as const;
    }),
  );
  const counts = new Map<string, number>();
  for (const word of [...found.values()].flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + Math.log(1 + exchanges.length / (counts.get(word) ?? 1)), 0);
  // Without the words that no exchange contains: they would lower all results.
  const all = weigh([...counts.keys()]);
  return new Map([...found].map(([exchange, words]) => [exchange, all === 0 ? 0 : weigh(words) / all]));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, 3 * LOOKED_AT)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? [],
  );
}

function noteOf({ question, context = "", response, timestamp }: Exchange): string {
  const asked = shortened(onOneLine(question), QUESTION_LENGTH);
  const given = shortened(onOneLine(context), CONTEXT_LENGTH);
  return [
    `[${timestamp.slice(0, 10)}] Asked: ${asked}${given === "" ? "" : ` (given: ${given})`}`,
    `Answered: ${shortened(response.trim(), RESPONSE_LENGTH)}`,
  ].join("\n");
}

/** Cut after a word, if one ends nearby. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${wholeCharacters(text.slice(0, length - 1)).replace(/\s\S{0,40}$/, "")}…`;
}
