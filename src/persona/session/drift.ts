import { settleWithin } from "../../time/sleep.js";
import type { Persona } from "../definition/persona.js";
import type { SessionTools } from "../host/session-slot.js";
import type { HostedSession } from "./hosted-session.js";

/** The identity is in the system prompt, but a long conversation can talk a model out of it. */
export const WHO_ARE_YOU =
  "In one short line and without using any tool: who are you in this conversation? Give your name or role.";

/** Asks the session who it is. False if it does not answer: the next question will recover it. */
export async function hasDrifted(
  session: HostedSession,
  persona: Persona,
  { settings, log }: Pick<SessionTools, "settings" | "log">,
): Promise<boolean> {
  const over = AbortSignal.timeout(ANSWER_MS);
  const asked = session.ask(WHO_ARE_YOU, { signal: over, timeoutMs: ANSWER_MS, onProgress: () => undefined });
  const outcome = await settleWithin(asked, over, settings.graceMs);
  if (outcome === "late" || outcome.type !== "answered" || knowsItself(outcome.text, persona)) return false;
  log("drifted", { persona: persona.name });
  return true;
}

const ANSWER_MS = 2 * 60_000;

/** Whether the answer to that question still names the persona. */
export function knowsItself(answer: string, persona: Pick<Persona, "name" | "identity">): boolean {
  const said = words(answer);
  return namesOf(persona).some((name) => isClaimed(said, name));
}

/** What it may call itself: the name of its folder, the title of its CLAUDE.md, and the first role in it. */
function namesOf({ name, identity }: Pick<Persona, "name" | "identity">): readonly string[] {
  const title = /^#+ +(.+)$/m.exec(identity)?.[1];
  const role = YOU_ARE.exec(identity)?.groups?.["role"]?.split(GOES_ON)[0];
  return [name, title, role]
    .map((text) => words(text ?? ""))
    .filter((text) => text !== "" && !GENERIC.test(text));
}

/** "You are Ada, …" or "You are an engineering manager with …"; "You are thorough" is no name. */
const YOU_ARE = /\b[Yy]ou(?: are|'re) (?:(?:an?|the) |(?=\p{Lu}))(?<role>[^.,;:!?()\n]+)/u;
const GOES_ON = / (?:with|of|for|who|that|in|at|on|and) /;

/** Any session could call itself this. */
const GENERIC =
  /^(?:claude|claude code|(?:ai |coding |helpful )*(?:assistant|agent)|ai|persona|identity|role)$/;

/** Lower case, one blank between words; `security-reviewer` and "Security Reviewer" are the same. */
function words(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
}

/** The name is there, and not denied: "I am not the architect". */
function isClaimed(said: string, name: string): boolean {
  const padded = ` ${said} `;
  for (let at = padded.indexOf(` ${name} `); at >= 0; at = padded.indexOf(` ${name} `, at + 1)) {
    if (!DENIED.test(padded.slice(0, at))) return true;
  }
  return false;
}

const DENIED =
  / (?:not|never|no longer|\p{L}+n't|neither|nor|instead of|no)(?: (?:an?|the|your|really|actually|just|any|called|named))*$/u;
