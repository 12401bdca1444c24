import { isAbout } from "../../policy/rules/path-rules.js";
import { readRule } from "../../policy/rules/rule.js";
import { error } from "../host/host-fault.js";
import type { HostError } from "../host/host-protocol.js";
import { isPersonaName, type Persona } from "./persona.js";
import { CHAIN_VARIABLE } from "../../launch/fresh-environment.js";

/** What our MCP server is called: by the README in the user's sessions, by us in a persona's. */
export const SERVER_NAME = "personas";

const ASK_TOOL = `mcp__${SERVER_NAME}__askPersona`;
const LIST_TOOL = `mcp__${SERVER_NAME}__listPersonas`;

/** Whoever may ask may see whom there is. */
export const CONSULTING_TOOLS: readonly string[] = [ASK_TOOL, LIST_TOOL];

/** Whether its own rules let it ask others: then its session gets our server. */
export function consults({ allowedTools }: Pick<Persona, "allowedTools">): boolean {
  return allowedTools.some((text) => {
    const read = readRule(text);
    return read.ok && isAbout(read.rule, ASK_TOOL);
  });
}

/** How many personas may stand between the user's own session and an answer. */
const DEEPEST = 3;

/** The personas in whose session this process runs: none, or one. */
export function chainOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (env[CHAIN_VARIABLE] ?? "").split(",").filter(isPersonaName);
}

/** Why this persona may not be asked by those who led to it; undefined where it may. */
export function refuseChain(persona: string, chain: readonly string[]): HostError | undefined {
  const path = [...chain, persona].join(" -> ");
  if (chain.includes(persona)) {
    return error("CYCLE", {
      message: `${persona} is asked by itself: ${path}`,
      fix: "answer with what is known so far",
    });
  }
  if (chain.length < DEEPEST) return undefined;
  return error("CYCLE", {
    message: `too many personas ask each other: ${path}; at most ${DEEPEST} may lead to a question`,
    fix: "answer with what is known so far",
  });
}

/**
 * Whether whoever asks would wait for ever: `asked` waits, by way of others if need be, for the one who asks it.
 * `waitsFor` gives the workers for whose answer a worker waits now.
 */
export function wouldWaitForEver<PersonaWorker>(
  asking: PersonaWorker,
  asked: PersonaWorker,
  waitsFor: (worker: PersonaWorker) => Iterable<PersonaWorker>,
): boolean {
  const seen = new Set<PersonaWorker>();
  const open = [asked];
  for (let worker = open.pop(); worker !== undefined; worker = open.pop()) {
    if (worker === asking) return true;
    if (seen.has(worker)) continue;
    seen.add(worker);
    open.push(...waitsFor(worker));
  }
  return false;
}

export function mutualWait(asking: string, asked: string): HostError {
  return error("CYCLE", {
    message: `${asked} itself waits for an answer of ${asking}: both would wait for ever`,
    fix: "answer with what is known so far",
  });
}
