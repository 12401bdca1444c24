import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, it } from "vitest";

import { signalProcess } from "../../src/lab/machine/process-tree.js";
import { limit, type Reply } from "../../src/lab/api/reply.js";
import { processesOf } from "../support/reality/home-processes.js";
import { lastPrompt, onPersonaStage, systemText, until } from "../support/reality/persona-stage.js";

const RELEASE = "2.1.325";
const DONE: Reply = { type: "text", text: "Done as asked." };
const NEVER = new Promise<void>(() => undefined);

describe.concurrent("a persona in trouble", () => {
  it("is brought back when its session is killed in the middle of an answer", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy(() => ({ type: "text", text: "Gear seven." }));
      const first = await stage.ask("ada", "which gear?");
      stage.answerBy(() => ({ type: "held", text: "It is the gear that", released: NEVER }));
      const asked = stage.ask("ada", "and why?");
      await stage.requested(2);
      const { pid } = await stage.session();
      stage.answerBy(() => ({ type: "text", text: "Because it turns." }));
      signalProcess(pid, "SIGKILL");
      expect(await asked).toEqual({ ...first, answer: "Because it turns." });
      const last = stage.requests().at(-1);
      expect(last && lastPrompt(last)).toContain("and why?");
      expect(JSON.stringify(last?.body)).toContain("Gear seven.");
      expect((await stage.session()).pid).not.toBe(pid);
    });
  });

  it("reports a usage limit at once", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      // Whoever waits for this does not come back within the test.
      const resetsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3 * 3_600_000);
      stage.answerBy(() => limit("five_hour", resetsAt));
      expect(await stage.ask("ada", "are you there?")).toMatchObject({
        fault: { code: "LIMITED", limitedUntil: resetsAt.toISOString() },
      });
    });
  });

  it("takes an error for a limit where the user's pattern says so", async ({ expect }) => {
    const cac = { pattern: "team quota used up" };
    const message = "Team quota used up, ask your lead";
    await onPersonaStage({ release: RELEASE, cac }, async (stage) => {
      stage.answerBy(() => ({ type: "refusal", status: 400, errorType: "invalid_request_error", message }));
      expect(await stage.ask("ada", "are you there?")).toMatchObject({ fault: { code: "LIMITED" } });
    });
  });

  it("waits for the reset where it is asked to, also of a limit that was told before", async ({ expect }) => {
    const cac = { resume: { safetyBuffer: "12s" } };
    await onPersonaStage({ release: RELEASE, cac }, async (stage) => {
      let resetsAt: Date | undefined;
      stage.answerBy(() => {
        // From the first request on: how long the session needs to start is the machine's affair.
        resetsAt ??= new Date(Math.ceil(Date.now() / 1000) * 1000 + 25_000);
        return Date.now() < resetsAt.getTime()
          ? limit("five_hour", resetsAt)
          : { type: "text", text: "Rested." };
      });
      const told = await stage.ask("ada", "are you there?");
      expect(told).toMatchObject({ fault: { code: "LIMITED", limitedUntil: resetsAt?.toISOString() } });
      expect(await stage.answer("ada", "are you there by now?", { args: ["--wait"] })).toBe("Rested.");
      expect(Date.now()).toBeGreaterThanOrEqual((resetsAt?.getTime() ?? Infinity) + 12_000);
    });
  });

  it("names the call that needs leave, makes it where a rule allows it, and can be asked again", async ({
    expect,
  }) => {
    const cac = {
      approve: { mode: "rules", allow: ["Bash(touch allowed)", "Bash(touch too)"], delayMs: 300 },
    };
    await onPersonaStage({ release: RELEASE, cac }, async (stage) => {
      await stage.define("ada", "You are Ada.", { permissionMode: "default" });
      stage.answerBy((question, { body }) => {
        const [, command] = /^run (.*)/.exec(question) ?? [];
        // The call stands in the conversation once it was made.
        if (command === undefined || JSON.stringify(body).includes(`"command":"${command}"`)) return DONE;
        return { type: "toolUse", name: "Bash", input: { command, description: "As asked" } };
      });
      expect(await stage.ask("ada", "run touch forbidden")).toMatchObject({
        fault: { code: "PERMISSION", message: expect.stringContaining("Bash(touch forbidden)") as string },
      });
      expect(await stage.answer("ada", "run touch allowed")).toBe("Done as asked.");
      expect(await stage.answer("ada", "what now?")).toBe("Done as asked.");
      // From here on anybody could have written the rule.
      const settings = join(stage.home.home, ".config", "claude-auto-continue", "config.json");
      chmodSync(settings, 0o646);
      const why = `Bash(touch too): Nothing is approved: other users can write to ${settings} (mode 646), and could change your rules.`;
      expect(await stage.ask("ada", "run touch too")).toMatchObject({
        fault: { code: "PERMISSION", message: `ada asks leave for ${why}` },
      });
      expect(readdirSync(stage.home.project)).toEqual(["allowed"]);
    });
  });

  it("stops when the question is cancelled, and answers the next one", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy(() => ({ type: "held", text: "It all began", released: NEVER }));
      const cancel = new AbortController();
      const asked = stage.ask("ada", "tell me everything", { signal: cancel.signal });
      await stage.requested(1);
      const { pid } = await stage.session();
      cancel.abort();
      expect(await asked).toMatchObject({ fault: { code: "CANCELLED" } });
      stage.answerBy(() => ({ type: "text", text: "Short this time." }));
      expect(await stage.answer("ada", "then tell me one thing")).toBe("Short this time.");
      expect((await stage.session()).pid).toBe(pid);
      expect(JSON.stringify(stage.requests().at(-1)?.body)).toContain("[Request interrupted by user]");
    });
  });

  it("is ended when nobody asks it any more, and remembers", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE, cac: { persona: { idle: "15s" } } }, async (stage) => {
      stage.answerBy(() => ({ type: "text", text: "The zebra gear drives it." }));
      const first = await stage.ask("ada", "what drives the parser?");
      const { pid } = await stage.session();
      await until("its end", async () => (await stage.sessions()).length === 0);
      expect(signalProcess(pid, 0)).toBe(false);
      const second = await stage.ask("ada", "what drives the parser now?");
      expect(second).toMatchObject({ persona: "ada" });
      expect("sessionId" in second && second.sessionId).not.toBe("sessionId" in first && first.sessionId);
      const last = stage.requests().at(-1);
      expect(last && systemText(last)).toContain("The zebra gear drives it.");
    });
  });

  it("goes on with its conversation after its host was killed", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy((question) => ({ type: "text", text: `Heard ${question}` }));
      const first = await stage.ask("ada", "one");
      await stage.endHost("SIGKILL");
      expect(await stage.ask("ada", "two")).toEqual({ ...first, answer: "Heard two" });
      expect(JSON.stringify(stage.requests().at(-1)?.body)).toContain("Heard one");
    });
  });

  it("leaves nothing behind, neither session nor tool, when its session or its host is killed", async ({
    expect,
  }) => {
    const files = { "wait.sh": "sleep 1000\n" };
    await onPersonaStage({ release: RELEASE, files }, async (stage) => {
      await stage.define("ada", "You are Ada.", {
        allowedTools: ["Bash(sh wait.sh)"],
        permissionMode: "default",
      });
      const worked = new Set<string>();
      stage.answerBy((question) => {
        if (worked.has(question) || !question.startsWith("work")) return DONE;
        worked.add(question);
        return { type: "toolUse", name: "Bash", input: { command: "sh wait.sh", description: "As asked" } };
      });
      const running = () => processesOf(stage.home.home);
      const atWork = () => running().filter(({ command }) => command === "sleep 1000");
      for (const victim of ["session", "host"]) {
        const asked = stage.answer("ada", `work till your ${victim} is killed`);
        await until("a tool at work", () => atWork().length === 1);
        const [before, { pid: session }, host = 0] = [running(), await stage.session(), stage.hostPid()];
        const asking = before.filter(({ command }) => command.includes("persona ask"));
        signalProcess(victim === "host" ? host : session, "SIGKILL");
        expect(await asked).toBe("Done as asked.");
        const mayStay = new Set([...asking.map(({ pid }) => pid), ...(victim === "host" ? [] : [host])]);
        const left = running().filter(({ pid }) => before.some((each) => each.pid === pid));
        expect(left.filter(({ pid }) => !mayStay.has(pid))).toEqual([]);
      }
    });
  });

  it("answers those who ask at the same time one by one, in one session", async ({ expect }) => {
    await onPersonaStage({ release: RELEASE }, async (stage) => {
      stage.answerBy(async (question) => {
        await sleep(300);
        return { type: "text", text: `Answer to ${question}` };
      });
      const questions = Array.from({ length: 6 }, (_, at) => `question ${at}`);
      const answers = await Promise.all(questions.map((question) => stage.answer("ada", question)));
      expect(answers).toEqual(questions.map((question) => `Answer to ${question}`));
      expect(await stage.session()).toMatchObject({ questions: 6 });
      expect(stage.requests().map(lastPrompt).toSorted()).toEqual(questions);
    });
  });
});
