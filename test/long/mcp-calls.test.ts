import { describe, expect, test } from "vitest";

import { installedRelease } from "../../src/lab/machine/release-cache.js";
import {
  addOverStdio,
  ask,
  asPerson,
  noticesIn,
  resultsIn,
  scripted,
  servedOverHttp,
  servedOverStdio,
} from "../support/reality/mcp-stage.js";
import { onPersonaStage, until } from "../support/reality/persona-stage.js";

// A person's Claude Code that waits for a persona for minutes, or hears much of it, through our server.
const RELEASE = "2.1.325";
const MINUTES = { timeout: 240_000 };

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

// A stream that its client closes is taken for its end: a release that shakes hands must keep it open.
test("2.1.197 over HTTP waits for 330 s, and has the answer", { timeout: 630_000 }, () =>
  onPersonaStage({ release: "2.1.197" }, (stage) =>
    servedOverHttp(stage, async () => {
      const text = words(330 / PAUSE_SECONDS);
      const asked = scripted(stage, { type: "text", text, chunkDelayMs: PAUSE_SECONDS * 1000 });
      await asPerson(stage, () => until("the answer", () => resultsIn(asked).length > 0, 450_000));
      expect(resultsIn(asked)).toEqual([{ text, isError: false }]);
    }),
  ),
);

describe("a long answer", () => {
  // Of itself 2.1.325 puts more than 50,000 characters into a file.
  test.each([
    ["2.1.325", 130_000],
    ["2.1.197", 130_000],
    ["2.0.72", 60_000],
  ])("%s gives %d characters to its model, whole", MINUTES, async (release, length) => {
    const text = lines(length);
    expect(await toldOf(release, text)).toEqual([{ text, isError: false }]);
  });

  test("2.0.72 saves more than 25,000 tokens to a file", MINUTES, async () => {
    const [told, ...others] = await toldOf("2.0.72", lines(130_000));
    expect(others).toEqual([]);
    expect(told?.text).toMatch(
      /^Error: result \([\d,]+ characters\) exceeds maximum allowed tokens\. Output has been saved to .+personas-askPersona/,
    );
  });

  test(
    "1.0.64, which would give an error to its model, gets the beginning and where the rest is",
    MINUTES,
    async () => {
      const text = lines(130_000);
      const [told, ...others] = await toldOf("1.0.64", text);
      expect(others).toEqual([]);
      expect(told?.isError).toBe(false);
      expect(told?.text.slice(0, 45_000)).toBe(text.slice(0, 45_000));
      expect(told?.text.slice(45_000)).toMatch(
        /^\n\n\[cut here: .+ the whole answer has 130000 characters; this command prints it from memory: cac persona memory ada --last 1 --json --project \/.+\]$/,
      );
    },
  );
});

/** The persona is of the newest release, which draws a long answer fast. */
async function toldOf(release: string, text: string): Promise<ReturnType<typeof resultsIn>> {
  const claude = await installedRelease(RELEASE);
  return onPersonaStage({ release, cac: { claude } }, async (stage) => {
    await addOverStdio(stage);
    const asked = scripted(stage, { type: "text", text });
    await ask(stage);
    return resultsIn(asked);
  });
}

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
