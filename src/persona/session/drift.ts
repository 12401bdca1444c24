import type { Persona } from "../definition/persona.js";

/** Asked now and then: the identity is in the system prompt, but a long conversation can talk a model out of it. */
export const WHO_ARE_YOU =
  "In one short line and without using any tool: who are you in this conversation? Give your name or role.";

/** Does the answer to that question still name the persona? */
export function knowsItself(answer: string, persona: Pick<Persona, "name" | "identity">): boolean {
  const said = words(answer);
  return namesOf(persona).some((name) => isClaimed(said, name));
}

/** What it may call itself: the folder's name, the title of its CLAUDE.md, and what that first says it is. */
function namesOf({ name, identity }: Pick<Persona, "name" | "identity">): readonly string[] {
  const title = /^#+ +(.+)$/m.exec(identity)?.[1];
  const role = YOU_ARE.exec(identity)?.groups?.["role"]?.split(GOES_ON)[0];
  return [name, title, role]
    .map((text) => words(text ?? ""))
    .filter((text) => text !== "" && !GENERIC.test(text));
}

/** "You are Ada, …" or "You are an engineering manager with …"; "You are thorough" names nobody. */
const YOU_ARE = /\b[Yy]ou(?: are|'re) (?:(?:an?|the) |(?=\p{Lu}))(?<role>[^.,;:!?()\n]+)/u;
const GOES_ON = / (?:with|of|for|who|that|in|at|on|and) /;

/** Every session could say this of itself. */
const GENERIC =
  /^(?:claude|claude code|(?:ai |coding |helpful )*(?:assistant|agent)|ai|persona|identity|role)$/;

/** Lower case, words apart by one blank; `security-reviewer` and "Security Reviewer" are the same. */
function words(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
}

/** Named, and not in order to deny it: "I am not the architect". */
function isClaimed(said: string, name: string): boolean {
  const padded = ` ${said} `;
  for (let at = padded.indexOf(` ${name} `); at >= 0; at = padded.indexOf(` ${name} `, at + 1)) {
    if (!DENIED.test(padded.slice(0, at))) return true;
  }
  return false;
}

const DENIED =
  / (?:not|never|no longer|\p{L}+n't|neither|nor|instead of|no)(?: (?:an?|the|your|really|actually|just|any|called|named))*$/u;
