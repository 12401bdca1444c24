/** The same turns of one session, their end told by us and by 3 s without output, looked at every 200 ms. */
import { setTimeout as sleep } from "node:timers/promises";

import { DEFAULT_LIMITS } from "../../dist/persona/definition/persona.js";
import { PersonaSession } from "../../dist/persona/session/persona-session.js";
import { spokenText } from "./lab.mjs";

const QUIET_MS = 3000;
const LOOK_MS = 200;

/** Resolves to what both took in ms, from the model's last byte, turn by turn. */
export async function sideBySide({ claude, model, env, home, project }, rounds) {
  const persona = { name: "bench", origin: "project", description: "", identity: "", limits: DEFAULT_LIMITS };
  const session = await PersonaSession.start({
    persona: { ...persona, allowedTools: [] },
    projectRoot: project,
    systemPrompt: "You are bench.",
    claude,
    where: { env, home, platform: process.platform },
    approve: { mode: "off", delayMs: 500, allow: [], ask: [], deny: [], without: [] },
    log: () => {},
  });
  try {
    let heardAt = performance.now();
    session.attach(() => {
      heardAt = performance.now();
    });
    const took = { ours: [], quiet: [] };
    for (let round = 0; round < rounds; round++) {
      const text = spokenText(round);
      const spoken = model.next(text);
      const { signal } = new AbortController();
      const asked = session.ask(`question ${round}`, { signal, timeoutMs: 60_000, onProgress: () => {} });
      const end = await spoken;
      const endedAt = end();
      const answer = await asked;
      took.ours.push(performance.now() - endedAt);
      if (answer.text !== text) throw new Error(`not the answer: ${JSON.stringify(answer)}`);
      while (performance.now() - heardAt <= QUIET_MS) await sleep(LOOK_MS);
      took.quiet.push(performance.now() - endedAt);
    }
    return took;
  } finally {
    await session.end();
  }
}
