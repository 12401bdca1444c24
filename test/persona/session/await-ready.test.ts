import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import { awaitReady } from "../../../src/persona/session/await-ready.js";
import { StartBlocked } from "../../../src/persona/session/hosted-session.js";
import type { Key } from "../../../src/session/life/life.js";

const STATES = join(import.meta.dirname, "../../fixtures/states");
const RULE = "─".repeat(110);
const PROMPT = [RULE, "❯ ", RULE, "  ? for shortcuts"].join("\n");
/** As 2.1.325 drew it. */
const ON_RESUMING = [
  "❯ What turns the engine?",
  "",
  "● Steam.",
  "",
  RULE,
  "  This session is 2d old and 150k tokens.",
  "",
  "  Resuming the full session will consume a substantial portion of your usage limits. We recommend resuming",
  "  from a summary.",
  "",
  "  ❯ 1. Resume from summary (recommended)",
  "    2. Resume full session as-is",
  "    3. Don't ask me again",
  "",
  "  Enter to confirm · Esc to cancel",
].join("\n");
const ANOTHER = [
  RULE,
  "  Do you like this theme?",
  "",
  "  ❯ 1. Yes",
  "    2. No",
  "",
  "  Enter to confirm · Esc to cancel",
].join("\n");

/** A session that shows that text, and after so many keys its prompt. */
async function start(
  text: string,
  heardAfter: number,
): Promise<{ keys: Key[]; message: string | undefined }> {
  const { keys, ready } = begin(text, heardAfter);
  return { keys, message: await ready.then(() => undefined, String) };
}

function begin(text: string, heardAfter: number): { keys: Key[]; ready: Promise<void> } {
  const keys: Key[] = [];
  const sight = () => {
    const screen = screenOfText(keys.length < heardAfter ? text : PROMPT);
    return { screen, reading: readScreen(screen, { now: new Date(), timeZone: "America/New_York" }) };
  };
  const ready = awaitReady({
    terminal: {
      screen: sight().screen,
      glance: () => sight().reading,
      look: () => new Promise((resolve) => setTimeout(() => resolve(sight()), 20)),
      keyboard: {
        press: async (key, isRight) => {
          if (isRight === undefined || (await isRight())) keys.push(key);
        },
      },
    },
    name: "ada",
    projectRoot: "/p",
    withinMs: 10_000,
    isIntroduced: () => true,
    isServed: () => true,
    exit: () => undefined,
  });
  return { keys, ready };
}

it("the last words of one that ended are waited for", async () => {
  const words = screenOfText("No conversation found");
  let [looks, screen] = [0, screenOfText("")];
  const ready = awaitReady({
    terminal: {
      get screen() {
        return screen;
      },
      glance: () => undefined,
      // They come with the end, and are drawn after it.
      look: async () => {
        if (++looks > 1) screen = words;
        return undefined;
      },
      keyboard: { press: async () => {} },
    },
    name: "ada",
    projectRoot: "/p",
    withinMs: 10_000,
    isIntroduced: () => false,
    isServed: () => false,
    exit: () => ({ exitCode: 1 }),
  });
  await expect(ready).rejects.toThrow(
    "the session of ada could not be started: it ended: No conversation found",
  );
});

it("a conversation is resumed as it is, by one Esc", async () => {
  expect(await start(ON_RESUMING, 1)).toEqual({ keys: ["escape"], message: undefined });
});

it("an Esc that is not heard is repeated once, and then it is told", async () => {
  expect(await start(ON_RESUMING, 2)).toEqual({ keys: ["escape", "escape"], message: undefined });
  expect(await start(ON_RESUMING, Infinity)).toEqual({
    keys: ["escape", "escape"],
    message: expect.stringContaining("it asks first: ") as string,
  });
});

it("no key is pressed at any other dialog", async () => {
  expect(await start(ANOTHER, Infinity)).toEqual({
    keys: [],
    message: expect.stringContaining("it asks first: ") as string,
  });
});

it("a folder that is not trusted is nothing that a new conversation would help with; another dialog may be", async () => {
  const trust = readFileSync(join(STATES, "2.1.325/trust-dialog/screen.txt"), "utf8");
  const outcomes = [trust, ANOTHER].map((text) =>
    begin(text, Infinity).ready.catch((error: unknown) => error),
  );
  const [untrusted, asked] = await Promise.all(outcomes);
  expect([untrusted instanceof StartBlocked, asked instanceof StartBlocked]).toEqual([true, false]);
  expect(untrusted).toMatchObject({
    fault: {
      code: "NOT_READY",
      message: "the session of ada could not be started: Claude Code asks whether you trust /p",
      fix: "run claude once in /p and answer its question",
    },
  });
});
