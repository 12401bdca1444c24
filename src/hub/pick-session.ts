import { UserError } from "../errors.js";
import type { ActionResult, SessionView } from "./hub.js";

/**
 * The session that the user means: by its id, the beginning of it, or Claude's own session id; without any, the only
 * one that `isMeant`.
 */
export function pickSession(
  sessions: readonly SessionView[],
  given: string | undefined,
  { verb, isMeant }: { verb: string; isMeant: (session: SessionView) => boolean },
): SessionView {
  if (given === undefined) {
    const [only, ...others] = sessions.filter(isMeant);
    if (only === undefined) {
      throw new UserError("NO_SESSION", "no session is waiting", { fix: "cac status shows what there is" });
    }
    if (others.length === 0) return only;
    throw new UserError("WHICH_SESSION", `${others.length + 1} sessions are waiting`, {
      fix: `say which: cac ${verb} ID, one of ${[only, ...others].map(nameOf).join(", ")}`,
      exitCode: 2,
    });
  }
  const word = given.toLowerCase();
  const exact = sessions.filter(({ record }) => record.id === word || record.claudeSessionId === given);
  const begun = sessions.filter(({ record }) => word !== "" && record.id.startsWith(word));
  const [found, ...others] = exact.length > 0 ? exact : begun;
  if (found === undefined) {
    throw new UserError("NO_SUCH_SESSION", `there is no session ${JSON.stringify(given)}`, {
      fix: "cac status shows what there is",
    });
  }
  if (others.length === 0) return found;
  throw new UserError(
    "WHICH_SESSION",
    `${JSON.stringify(given)} may be any of ${others.length + 1} sessions`,
    {
      fix: `say which: ${[found, ...others].map(nameOf).join(", ")}`,
      exitCode: 2,
    },
  );
}

/** The prompt that the user means, by its id or the beginning of it, and the session that shows it. */
export function pickPrompt(
  sessions: readonly SessionView[],
  given: string,
): { readonly session: SessionView; readonly prompt: string } {
  const open = sessions.flatMap((session) =>
    session.prompt ? [{ session, prompt: session.prompt.id }] : [],
  );
  const exact = open.filter(({ prompt }) => prompt === given);
  const begun = open.filter(({ prompt }) => given !== "" && prompt.startsWith(given));
  const [found, ...others] = exact.length > 0 ? exact : begun;
  if (found === undefined) {
    const named = sessions.find(({ record }) => record.id === given);
    if (named) throw noPromptId(named);
    throw new UserError("NO_SUCH_PROMPT", `no session shows the permission prompt ${JSON.stringify(given)}`, {
      fix: "it may be answered already; cac status shows the prompts that are open, with their ids",
    });
  }
  if (others.length === 0) return found;
  throw new UserError("WHICH_PROMPT", `${JSON.stringify(given)} may be any of ${others.length + 1} prompts`, {
    fix: `say which: ${[found, ...others].map(({ prompt, session }) => `${prompt} (${session.record.cwd})`).join(", ")}`,
    exitCode: 2,
  });
}

/** Somebody gave the id of a session. */
function noPromptId({ record: { id }, prompt, answers }: SessionView): UserError {
  if (prompt) {
    return new UserError("NO_SUCH_PROMPT", `${id} is a session, and its permission prompt is ${prompt.id}`, {
      fix: `look at what it asks, then: cac answer ${prompt.id} yes|no`,
    });
  }
  const why = answers ? "shows no permission prompt that cac can answer" : "does not answer";
  return new UserError("NO_SUCH_PROMPT", `session ${id} ${why}`, {
    fix: "answer in its terminal; only sessions that run under this version of cac tell what they ask",
  });
}

/** What was done; a refusal is an error with its fix. */
export function doneOr(result: ActionResult): Extract<ActionResult, { ok: true }> {
  if (result.ok) return result;
  throw new UserError(result.code, result.says, { fix: result.fix });
}

function nameOf({ record }: SessionView): string {
  return `${record.id} (${record.cwd})`;
}
