import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, it } from "vitest";

import { DIFFICULT_ANSWERS, LONG_ANSWER } from "../support/reality/difficult-answers.js";
import { ADA, lastPrompt, onPersonaStage, systemText } from "../support/reality/persona-stage.js";

const RELEASE = "2.1.325";

describe.concurrent("asking a persona", () => {
  it.for(["2.1.325", "2.1.197", "2.0.72", "1.0.64"])(
    "%s: its identity reaches the model, and the second question finds the first",
    async (release, { expect }) => {
      await onPersonaStage({ release }, async (stage) => {
        stage.answerBy((question) => ({ type: "text", text: `You asked: ${question}` }));
        const first = await stage.ask("ada", "Which gear drives the parser?");
        expect(first).toEqual({
          persona: "ada",
          answer: "You asked: Which gear drives the parser?",
          sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
        });
        expect(await stage.ask("ada", "And which one drives that?")).toEqual({
          persona: "ada",
          answer: "You asked: And which one drives that?",
          sessionId: "sessionId" in first ? first.sessionId : "",
        });
        const [one, two, ...more] = stage.requests();
        expect(more).toEqual([]);
        for (const request of [one, two]) expect(request && systemText(request)).toContain(ADA);
        const said = JSON.stringify(two?.body);
        for (const text of ["Which gear drives the parser?", "You asked: Which gear drives the parser?"]) {
          expect(said).toContain(text);
        }
        expect(await stage.session()).toMatchObject({
          persona: "ada",
          state: "ready",
          questions: 2,
          queued: 0,
        });
      });
    },
  );

  it("an edited persona takes effect with the next question, in the same conversation", async ({
    expect,
  }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy((question) => ({ type: "text", text: `Heard: ${question}` }));
      const before = await stage.ask("ada", "the first question");
      await stage.define("ada", "You are Ada, and now you only speak of looms.");
      const after = await stage.ask("ada", "the second question");
      expect(after).toEqual({ ...before, answer: "Heard: the second question" });
      const last = stage.requests().at(-1);
      const system = last === undefined ? "" : systemText(last);
      expect(system).toContain("now you only speak of looms");
      expect(system).not.toContain(ADA);
      expect(JSON.stringify(last?.body)).toContain("Heard: the first question");
    });
  });

  it("a question arrives whole: 30 lines, and 200,000 characters", async ({ expect }) => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}: Größe ✓ 日本 👨‍💻 "q" \\ $HOME \`x\``);
    const long = Array.from({ length: 4000 }, (_, at) => `row ${at} ${"é".repeat(40)}`);
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy((question) => ({ type: "text", text: `${question.length} characters` }));
      for (const question of [lines.join("\n"), long.join("\n")]) {
        expect(await stage.answer("ada", question)).toBe(`${question.length} characters`);
        const last = stage.requests().at(-1);
        expect(last && lastPrompt(last)).toBe(question);
      }
    });
  });

  it("joined emoji in a long question do not garble the screen that the next one needs", async ({
    expect,
  }) => {
    const lines = Array.from({ length: 30 }, (_, at) => `${at + 1}: 👩‍👩‍👧 and 👨‍👩‍👧‍👦, ❤️ 🇩🇪 1️⃣ 👍🏽 नमस्ते`);
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy((question) => ({ type: "text", text: `${question.length} characters 👩‍👩‍👧` }));
      const first = await stage.ask("ada", lines.join("\n"));
      expect(first).toMatchObject({ answer: `${lines.join("\n").length} characters 👩‍👩‍👧` });
      const sessionId = "sessionId" in first ? first.sessionId : "";
      expect(await stage.ask("ada", "and now?")).toEqual({
        persona: "ada",
        answer: "8 characters 👩‍👩‍👧",
        sessionId,
      });
      expect(JSON.stringify(stage.requests().at(-1)?.body)).toContain(lines[29]);
      expect(await stage.hostLog()).not.toMatch(/answerLost|restarting/);
    });
  });

  it("a question is never a command of Claude Code's", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy((question) => ({ type: "text", text: `Asked ${stage.requests().length}: ${question}` }));
      const questions = [
        "/clear",
        "!touch ran",
        "exit",
        "# a heading",
        "does it end in a \\",
        "/help me\nwith this",
      ];
      for (const [at, question] of questions.entries()) {
        const answer = await stage.answer("ada", question);
        expect(answer).toContain(`Asked ${at + 1}: `);
        expect(answer).toContain(question);
      }
      expect(await stage.session()).toMatchObject({ questions: questions.length });
    });
  });

  it.for(["2.1.325", "2.1.197", "1.0.64"])(
    "%s: a question that ends in the beginning of a file's name asks just that",
    async (release, { expect }) => {
      await onPersonaStage({ release }, async (stage) => {
        mkdirSync(join(stage.home.project, "src"));
        writeFileSync(join(stage.home.project, "src", "upload.ts"), "export {};\n");
        stage.answerBy((question) => ({ type: "text", text: `You asked: ${question.trimEnd()}` }));
        for (const question of ["hello", "Review @src/upl", "Review this:\n@upload"]) {
          expect(await stage.answer("ada", question)).toBe(`You asked: ${question}`);
        }
        expect(await stage.hostLog()).not.toMatch(/answerLost|restarting/);
      });
    },
  );

  it("the answer comes back to the letter", async ({ expect }) => {
    expect(LONG_ANSWER.length).toBeGreaterThan(20_000);
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      for (const [at, text] of DIFFICULT_ANSWERS.entries()) {
        stage.answerBy(() => ({ type: "text", text }));
        expect(await stage.answer("ada", `question ${at}`)).toBe(text);
      }
    });
  });
});
