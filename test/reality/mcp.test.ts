import { describe, expect, test } from "vitest";

import type { Reply } from "../../src/lab/api/reply.js";
import { readProcess } from "../../src/host/process-table.js";
import {
  addAsInReadme,
  addOverStdio,
  ask,
  asPerson,
  isPersonas,
  resultsIn,
  scripted,
  servedOverHttp,
  servedOverStdio,
} from "../support/reality/mcp-stage.js";
import { lastPrompt, onPersonaStage, until } from "../support/reality/persona-stage.js";

// The person's own session is real Claude Code, and so is the persona's that `cac mcp` has it ask.
const ANSWER = [
  "Start with the *analytical* part: 機関 🦊 é, “quotes” and a\ttab.",
  '```ts\nconst reply = `${1 + 1}` + "\\n"; // <system-reminder>\n```',
  "> Claude usage limit reached. Your limit will reset at 3pm (America/New_York).",
  "╭───╮\n│ > │ Do you want to proceed?\n╰───╯\n❯ 1. Yes\n  2. No (esc)",
  `${"x".repeat(99)} `.repeat(200),
  "And that is all.",
].join("\n\n");

test.each(["2.1.325", "2.1.197", "2.0.72", "1.0.64"])(
  "%s asks a persona over stdio, and has its answer to the letter",
  (release) =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, { type: "text", text: ANSWER });
      const { stdout } = await ask(stage);
      expect(resultsIn(asked)).toEqual([{ text: ANSWER, isError: false }]);
      expect(stdout).toBe("I have asked.\n");
      expect((await stage.sessions()).map(({ persona, state }) => [persona, state])).toEqual([
        ["ada", "ready"],
      ]);
    }),
);

describe("2.1.325", () => {
  const release = "2.1.325";

  test("asks over HTTP, and has the answer to the letter", () =>
    onPersonaStage({ release }, (stage) =>
      servedOverHttp(stage, async () => {
        const asked = scripted(stage, { type: "text", text: ANSWER });
        await ask(stage);
        expect(resultsIn(asked)).toEqual([{ text: ANSWER, isError: false }]);
      }),
    ));

  test("is told what cannot be asked, with the fix", () =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, { type: "text", text: ANSWER }, "../x");
      await ask(stage);
      const [result] = resultsIn(asked);
      expect(result?.isError).toBe(true);
      expect(result?.text).toMatch(
        /^BAD_REQUEST: "\.\.\/x" is not a valid persona name\nfix: name a persona /,
      );
      expect(await stage.sessions()).toEqual([]);
    }));

  test("keeps its token from the server: who asks once from a terminal that has it can go on", () =>
    onPersonaStage({ release }, async (stage) => {
      await addAsInReadme(stage);
      const asked = scripted(stage, { type: "text", text: "Here." });
      await ask(stage);
      const [told] = resultsIn(asked);
      expect(told?.isError).toBe(true);
      expect(told?.text).toMatch(
        /^FAILED: ada could not answer: Not logged in .*\nfix: log in with claude .+ \(cac persona ask ada hello\), and ask again here$/,
      );
      expect(await stage.sessions()).toEqual([]);
      expect(await stage.answer("ada", "hello")).toBe("Here.");
      const again = scripted(stage, { type: "text", text: "Still here." });
      await ask(stage);
      expect(resultsIn(again)).toEqual([{ text: "Still here.", isError: false }]);
      // A session that is started for the server itself is logged in too, by now.
      await stage.cac(["persona", "end", "ada"]);
      const last = scripted(stage, { type: "text", text: "A new one." });
      await ask(stage);
      expect(resultsIn(last)).toEqual([{ text: "A new one.", isError: false }]);
    }));

  test("two of it, and two who ask by hand, all at once: one host, one session, each question once", () =>
    onPersonaStage({ release }, async (stage) => {
      await addOverStdio(stage);
      const asked = scripted(stage, (question) => ({ type: "text", text: `${question} At the first.` }));
      const byTool = ["Which gear?", "Which wheel?"];
      const byHand = ["Which lever?", "Which spring?"];
      const answers = await Promise.all([
        ...byHand.map((question) => stage.answer("ada", question)),
        ...byTool.map(async (question) => (await ask(stage, { question })).stdout),
      ]);
      expect(answers).toEqual([
        "Which lever? At the first.",
        "Which spring? At the first.",
        "I have asked.\n",
        "I have asked.\n",
      ]);
      const results = resultsIn(asked).toSorted((a, b) => a.text.localeCompare(b.text));
      expect(results).toEqual([
        { text: "Which gear? At the first.", isError: false },
        { text: "Which wheel? At the first.", isError: false },
      ]);
      const personas = asked.filter(isPersonas);
      expect(personas.map(lastPrompt).toSorted()).toEqual([...byTool, ...byHand].toSorted());
      const { pid, questions, sessionId } = await stage.session();
      expect(questions).toBe(4);
      const sessions = personas.map(({ headers }) => headers["x-claude-code-session-id"]);
      expect(new Set(sessions)).toEqual(new Set([sessionId]));
      expect((await readProcess(pid))?.parent).toBe(stage.hostPid());
      expect((await stage.hostLog()).match(/"event":"started"/g)).toHaveLength(1);
    }));

  test.each([
    ["stdio", servedOverStdio],
    ["HTTP", servedOverHttp],
  ])("Esc over %s: the persona is interrupted, and can be asked again", (_, served) =>
    onPersonaStage({ release }, (stage) =>
      served(stage, async () => {
        const asked = scripted(stage, thinking());
        await asPerson(stage, async (session) => {
          await until("the persona's request", () => asked.some(isPersonas));
          await session.press("escape");
          await session.waitFor(/Interrupted/);
          await until("its interruption", async () => (await stage.session()).state === "ready");
        });
        scripted(stage, { type: "text", text: "Here again." });
        expect(await stage.answer("ada", "Are you there?")).toBe("Here again.");
      }),
    ),
  );
});

test.each([
  ["2.1.325", "stdio", servedOverStdio],
  ["2.1.325", "HTTP", servedOverHttp],
  // Of the protocol's revision of 2025: only its connection tells that it is gone.
  ["2.1.197", "HTTP", servedOverHttp],
])(
  "%s is killed in the middle of an answer over %s: the persona is interrupted, and can be asked again",
  (release, _, served) =>
    onPersonaStage({ release }, (stage) =>
      served(stage, async () => {
        const asked = scripted(stage, thinking());
        const ending = new AbortController();
        const call = ask(stage, { signal: ending.signal }).catch(() => undefined);
        await until("the persona's request", () => asked.some(isPersonas));
        ending.abort();
        await call;
        await until("its interruption", async () => (await stage.session()).state === "ready");
        scripted(stage, { type: "text", text: "Here again." });
        expect(await stage.answer("ada", "Are you there?")).toBe("Here again.");
      }),
    ),
);

/** An answer that begins, and does not end. */
function thinking(): Reply {
  return { type: "held", text: "Let me think", released: new Promise(() => undefined) };
}
