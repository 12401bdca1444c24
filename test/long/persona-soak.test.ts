import { setTimeout as sleep } from "node:timers/promises";

import { it } from "vitest";

import { processesOf } from "../support/reality/home-processes.js";
import { onPersonaStage, until } from "../support/reality/persona-stage.js";
import { slopePerMinute, tableOf, takeSample, type SoakSample } from "../support/long/soak-sample.js";
import { SCRIPT, SoakTurns, WORK } from "../support/long/soak-turns.js";

const MINUTES = Number(process.env["CAC_SOAK_MINUTES"] ?? 30);
/** The engine's heap grows until it has seen everything once. */
const WARM_UP_MINUTES = (MINUTES * 8) / 30;
const ROUND_MS = 50_000;
/**
 * By the robust slope over all samples after the warm-up; what is counted may not grow at all. The heap comes to rest
 * after 17 minutes only (0.25 MB a minute from the 8th on, 0.03 from the 16th, seen at 37 questions a minute): what
 * keeps 20 KB of each question is 0.7.
 */
const MOST_MB_PER_MINUTE = 0.5;

const RESTLESS = ["anne", "bert", "cleo"];
const SETTINGS = {
  allowedTools: [`Bash(${WORK})`],
  permissionMode: "default",
  limits: { memory: "16kb" },
};
const OPTIONS = {
  release: "2.1.325",
  personas: {},
  files: { [SCRIPT]: "sleep 1000\n" },
  cac: { persona: { max: 5 } },
};

it(
  `${MINUTES} minutes of questions, cancels, kills, edits and limits: nothing grows`,
  { timeout: MINUTES * 120_000 + 300_000 },
  async ({ expect }) => {
    await onPersonaStage(OPTIONS, async (stage) => {
      for (const name of [...RESTLESS, "steady"]) await stage.define(name, `You are ${name}.`, SETTINGS);
      await stage.define("brief", "You are Brief.", { limits: { idle: "5s", memory: "16kb" } });
      const turns = new SoakTurns(stage);
      await turns.ask("steady");
      const steady = await stage.session();
      const host = stage.hostPid() ?? 0;
      const samples: SoakSample[] = [];
      const begun = Date.now();
      const minutes = (): number => Math.round((Date.now() - begun) / 6000) / 10;
      for (let round = 0; minutes() < MINUTES; round++) {
        const ends = Date.now() + ROUND_MS;
        await Promise.all(
          livesOf(turns, round).map(async (live) => {
            while (Date.now() < ends) await live();
          }),
        );
        for (const name of [...RESTLESS, "brief"]) await turns.end(name);
        await until("one session alone", async () => (await stage.sessions()).length === 1);
        // What ended is still being taken away: the last look at a screen, a socket's last words.
        await sleep(3000);
        samples.push(takeSample(stage, { host, minute: minutes(), questions: turns.questions }));
        stage.api.forget();
        process.stdout.write(`${tableOf(samples.slice(-1))}\n`);
      }
      process.stdout.write(`${tableOf(samples)}\n`);
      expect(await stage.session()).toMatchObject({ pid: steady.pid, sessionId: steady.sessionId });
      expect(stage.hostPid()).toBe(host);
      await stage.cac(["persona", "end", "--all"]);
      // The host too: only what Claude Code itself might have left would be here.
      await until("nobody", () => processesOf(stage.home.home).length === 0);

      const judged = samples.filter(({ minute }) => minute > WARM_UP_MINUTES);
      const slopes = {
        rssMb: slopePerMinute(judged, "rssMb"),
        descriptors: slopePerMinute(judged, "descriptors"),
        threads: slopePerMinute(judged, "threads"),
        runFiles: slopePerMinute(judged, "runFiles"),
      };
      process.stdout.write(`growth a minute: ${JSON.stringify(slopes)}\n`);
      // In a short run the heap has not come to rest.
      if (MINUTES >= 20) expect(slopes.rssMb).toBeLessThanOrEqual(MOST_MB_PER_MINUTE);
      expect(slopes).toMatchObject({ descriptors: 0, threads: 0, runFiles: 0 });
      for (const { children, strays, temporaryFiles, memoryKb } of samples) {
        expect({ children, strays, temporaryFiles }).toEqual({ children: 1, strays: 0, temporaryFiles: 0 });
        expect(memoryKb).toBeLessThanOrEqual(16);
      }
    });
  },
);

/** Who does what, side by side; each calls one after the other, in an order that is the same in every run. */
function livesOf(turns: SoakTurns, round: number): (() => Promise<void>)[] {
  const restless = RESTLESS.map((name, at) => {
    const kinds = [
      () => turns.ask(name),
      () => turns.kill(name),
      () => turns.askMuch(name),
      () => turns.cancel(name),
      () => turns.overMcp(name),
      () => turns.edit(name, SETTINGS),
      () => turns.limit(name),
      () => turns.killAtWork(name),
      () => turns.chat(name),
      () => turns.lostMcp(name),
      () => turns.end(name),
    ];
    return inTurn(kinds, round * 3 + at * 4);
  });
  const steady = [
    () => turns.ask("steady"),
    () => turns.overMcp("steady"),
    () => turns.cancel("steady"),
    () => turns.askMuch("steady"),
    () => turns.chat("steady"),
    () => turns.limit("steady"),
    () => turns.lostMcp("steady"),
  ];
  return [...restless, inTurn(steady, round), () => turns.outlast("brief")];
}

function inTurn(kinds: readonly (() => Promise<void>)[], from: number): () => Promise<void> {
  let next = from;
  return async () => kinds[next++ % kinds.length]?.();
}
