import { readdirSync } from "node:fs";

import { expect, it } from "vitest";

import { CAC } from "../../src/lab/session/wrapped-session.js";
import { EmulatedScreen, textOfScreen } from "../../src/terminal/emulator/emulated-screen.js";
import { spawnPty, type PtyExit } from "../../src/transport/pty/pty.js";
import { ADA, onPersonaStage, type PersonaStage } from "../support/reality/persona-stage.js";

const SIZE = { columns: 90, rows: 30 };
const GENEROUS = { timeout: 60_000 };

it("a person talks to a persona in its terminal and leaves again, and a question waits so long", async () => {
  await onPersonaStage({ release: "2.1.325" }, async (stage) => {
    stage.answerBy((question) => ({ type: "text", text: `heard: ${question}` }));
    await stage.answer("ada", "the first question");
    const chat = enter(stage);
    await expect.poll(chat.screen, GENEROUS).toContain("heard: the first question");
    chat.type("I am here");
    await expect.poll(chat.screen, GENEROUS).toContain("I am here");
    const asked = stage.answer("ada", "the second question");
    await expect.poll(async () => (await stage.session()).queued, GENEROUS).toBe(1);
    chat.type("\r");
    await expect.poll(chat.screen, GENEROUS).toContain("heard: I am here");
    // It must not become part of the question that waits.
    chat.type("a draft of mine");
    await expect.poll(chat.screen, GENEROUS).toContain("a draft of mine");
    chat.type("\x1d\x1d");
    expect(await chat.exit).toEqual({ exitCode: 0 });
    expect((await chat.screen()).split("\n").filter((row) => row !== "")).toEqual([
      "left ada; it goes on: cac persona chat ada",
    ]);
    expect(await asked).toBe("heard: the second question");
  });
});

it("what a person leaves at work goes on, is not idle, and is waited for by a question", async () => {
  await onPersonaStage({ release: "2.1.325" }, async (stage) => {
    const done = new AbortController();
    const released = new Promise<void>((resolve) => done.signal.addEventListener("abort", () => resolve()));
    stage.answerBy((question) => {
      if (question !== "a long job") return { type: "text", text: `heard: ${question}` };
      return { type: "held", text: "I am at it.", released };
    });
    const isIdle = async (): Promise<boolean> => (await stage.session()).idleSince !== undefined;
    await leaveAtWork(stage, "a long job");
    // Whenever it is looked, in whatever moment of its drawing.
    for (let looks = 0; looks < 10; looks++) expect(await isIdle()).toBe(false);
    const asked = stage.answer("ada", "the next question");
    await expect.poll(async () => (await stage.session()).state, GENEROUS).toBe("answering");
    expect(stage.requests()).toHaveLength(1);
    done.abort();
    expect(await asked).toBe("heard: the next question");
    await expect.poll(isIdle, GENEROUS).toBe(true);
  });
});

it.for([
  ["a question waits", false],
  ["a question waits to one that was edited since", true],
] as const)(
  "what a person leaves at work is let through its permission prompt by a rule, while %s",
  async ([, isEdited]) => {
    const cac = { approve: { mode: "rules", allow: ["Bash(touch allowed)"], delayMs: 2000 } };
    await onPersonaStage({ release: "2.1.325", cac }, async (stage) => {
      await stage.define("ada", ADA, { permissionMode: "default" });
      const waits = new AbortController();
      const released = new Promise<void>((resolve) =>
        waits.signal.addEventListener("abort", () => resolve()),
      );
      stage.answerBy(async (question, { body }) => {
        if (question === "the next question") return { type: "text", text: `heard: ${question}` };
        if (JSON.stringify(body).includes("touch allowed")) return { type: "text", text: "The job is done." };
        await released;
        return {
          type: "toolUse",
          name: "Bash",
          input: { command: "touch allowed", description: "As asked" },
        };
      });
      await leaveAtWork(stage, "a long job");
      const { pid } = await stage.session();
      if (isEdited) await stage.define("ada", "You are Ada the Second.");
      const asked = stage.answer("ada", "the next question");
      await expect.poll(async () => (await stage.session()).state, GENEROUS).toBe("answering");
      waits.abort();
      expect(await asked).toBe("heard: the next question");
      expect(readdirSync(stage.home.project)).toEqual(["allowed"]);
      expect(JSON.stringify(stage.requests().at(-1)?.body)).toContain("The job is done.");
      expect((await stage.session()).pid === pid).toBe(!isEdited);
    });
  },
);

/** A person says that, sees it begun, and goes. */
async function leaveAtWork(stage: PersonaStage, job: string): Promise<void> {
  const chat = enter(stage);
  await expect.poll(chat.screen, GENEROUS).toContain("❯");
  chat.type(job);
  await expect.poll(chat.screen, GENEROUS).toContain(job);
  chat.type("\r");
  await expect.poll(chat.screen, GENEROUS).toContain("esc to interrupt");
  chat.type("\x1d\x1d");
  expect(await chat.exit).toEqual({ exitCode: 0 });
}

function enter(stage: PersonaStage) {
  const pty = spawnPty(process.execPath, [CAC, "persona", "chat", "ada"], {
    ...SIZE,
    cwd: stage.home.project,
    env: { ...stage.environment, TERM: "xterm-256color" },
  });
  const emulated = new EmulatedScreen(SIZE, (reply) => pty.write(reply));
  let drawn = Promise.resolve();
  pty.onData((bytes) => {
    const copy = Buffer.from(bytes);
    drawn = drawn.then(() => emulated.write(copy));
  });
  const exit = new Promise<PtyExit>((resolve) => pty.onExit(resolve));
  const screen = async (): Promise<string> => {
    await drawn;
    return textOfScreen(emulated.read());
  };
  return { exit, screen, type: (keys: string) => pty.write(keys) };
}
