import { describe, expect, test } from "vitest";

import { installedRelease } from "../../src/lab/release-cache.js";
import {
  addOverStdio,
  ask,
  inTerminal,
  noticesIn,
  resultsIn,
  scripted,
  servedOverHttp,
  servedOverStdio,
} from "../reality/mcp-stage.js";
import { onPersonaStage, until, type PersonaStage } from "../reality/persona-stage.js";

// A person's Claude Code that waits for a persona for minutes, or hears much of it, through our server.
const RELEASE = "2.1.325";

describe.each([
  // It takes a call of more than 120 s for a task in the background.
  { way: "stdio", served: servedOverStdio, seconds: 150 },
  // Over HTTP it gives up a call of which it hears nothing for 300 s.
  { way: "HTTP", served: servedOverHttp, seconds: 330 },
])("over $way", ({ served, seconds }) => {
  test(
    `a call of ${seconds} s goes to the background, and its answer arrives whole`,
    { timeout: (seconds + 300) * 1000 },
    () =>
      onPersonaStage({ release: RELEASE }, (stage) =>
        served(stage, async () => {
          const text = words(seconds / PAUSE_SECONDS);
          const asked = scripted(stage, { type: "text", text, chunkDelayMs: PAUSE_SECONDS * 1000 });
          await asPerson(stage, () =>
            until("the answer", () => noticesIn(asked).length > 0, (seconds + 120) * 1000),
          );
          expect(resultsIn(asked).map(shortened)).toEqual([
            'MCP tool "personas/askPersona" is still running after 120s. It was moved to the background as task TASK',
          ]);
          expect(noticesIn(asked).map(taskIn)).toEqual([
            {
              status: "completed",
              summary: "MCP task TASK (personas/askPersona) completed.",
              result: `\n${escaped(text)}\n`,
            },
          ]);
        }),
      ),
  );
});

describe.each(["2.1.325", "2.1.197", "2.0.72", "1.0.64"])("%s is told much", (release) => {
  // Of itself 2.1.325 puts more than 50,000 characters into a file. The persona is of the newest, which is fast.
  test.each([60_000, 130_000])("%d characters arrive whole", { timeout: 240_000 }, async (length) => {
    const claude = await installedRelease(RELEASE);
    await onPersonaStage({ release, cac: { claude } }, async (stage) => {
      await addOverStdio(stage);
      const text = lines(length);
      const asked = scripted(stage, { type: "text", text });
      await ask(stage);
      expect(resultsIn(asked)).toEqual([{ text, isError: false }]);
    });
  });
});

const PAUSE_SECONDS = 5;

/** Many lines without a blank: each is one event of the stream. */
function lines(length: number): string {
  const text = Array.from({ length: length / 100 }, (_, at) => `${at}:${"é→".repeat(60)}`).join("\n");
  return `${text.slice(0, length - 1)}.`;
}

/** So many words, in more than one way of writing. */
function words(count: number): string {
  const numbers = Array.from({ length: count - 4 }, (_, at) => `${at}`);
  return ["```ts\nconst", ...numbers, "ü", "🦊", "<b>&amp;</b>\n```"].join(" ");
}

function shortened(result: { readonly text: string }): string {
  return result.text.replace(/(?<=as task )\w+.*/s, "TASK");
}

function taskIn(notice: string): Record<string, string | undefined> {
  const part = (name: string) => new RegExp(`<${name}>(.*)</${name}>`, "s").exec(notice)?.[1];
  return {
    status: part("status"),
    summary: part("summary")?.replace(part("task-id") ?? "", "TASK"),
    result: part("result"),
  };
}

/** As 2.1.325 writes a result into a notice, which is a kind of XML. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function asPerson(stage: PersonaStage, play: () => Promise<void>): Promise<void> {
  const session = await inTerminal(stage);
  try {
    await session.waitFor(/❯/);
    await session.settle();
    await session.type("Ask Ada where to start");
    await session.waitFor(/Ask Ada where to start/);
    await session.press("enter");
    await play();
  } catch (cause) {
    throw new Error(`${String(cause)}\n--- the person's screen\n${await session.screenText()}`, { cause });
  } finally {
    await session.close();
  }
}
