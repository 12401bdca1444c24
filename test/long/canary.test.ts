import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { FAMILIES } from "../../src/policy/programs/all-programs.js";
import { runCampaign, type CampaignResult } from "../policy/canary/campaign.js";
import type { Draft } from "../policy/canary/draft.js";
import { CommandGenerator } from "../policy/canary/generator.js";
import { NEEDED_FOR_LONG, SLOW } from "../policy/canary/programs.js";
import { Random } from "../policy/canary/random.js";
import { CANARY_RULE_SETS } from "../policy/canary/rule-sets.js";
import { CanarySandbox } from "../policy/canary/sandbox.js";
import { seedOr } from "../policy/canary/seed.js";
import { canOpenSandbox } from "../policy/canary/template.js";

/** Commands with tools that need more than 100 ms to start, and with all others. */
const APPROVED = { slow: 1_500, fast: 98_500 };
const SLOW_LIMIT_MS = 8_000;
const HOURS = 3_600_000;

describe.skipIf(!canOpenSandbox())("approved commands, by the hundred thousand", () => {
  // Another one each time: what one run did not try, the next may.
  const seed = seedOr(Date.now() % 2 ** 32);
  let sandbox: CanarySandbox;
  beforeAll(async () => {
    console.log(`canary seed ${seed}`);
    sandbox = await CanarySandbox.open({ needed: NEEDED_FOR_LONG });
  });
  let progress: NodeJS.Timeout;
  beforeAll(() => {
    progress = setInterval(() => console.log(`${sandbox.tally.commands} commands executed so far`), 60_000);
  });
  afterAll(async () => {
    clearInterval(progress);
    await sandbox.close();
  });

  const run = async (
    isWanted: (name: string) => boolean,
    approved: number,
    slowLimitMs?: number,
  ): Promise<CampaignResult> => {
    const generator = new CommandGenerator({
      descriptions: Object.values(FAMILIES).flat(),
      random: new Random(seed),
      isWanted,
    });
    const began = Date.now();
    const result = await runCampaign({
      sandbox,
      ruleSets: CANARY_RULE_SETS,
      approved,
      onTouched: ({ command, shell, what, under }) =>
        console.log(`TOUCHED in ${shell}, under ${under}: ${what}\n  ${command}`),
      ...(slowLimitMs === undefined
        ? { next: () => generator.next() }
        : { next: () => nextWithProgram(generator), limitMs: slowLimitMs }),
    });
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(
      `canary seed ${seed}: ${result.executed} approved of ${result.generated} commands executed in ${seconds} s; ` +
        `${generator.plans} ways to write an option; ${result.byProgram.size} programs; not installed: ${generator.missing.join(" ")}`,
    );
    return result;
  };

  it("touch no canary, with tools that start slowly", { timeout: 3 * HOURS }, async () => {
    const slow = new Set<string>();
    for (const name of SLOW) if ((await sandbox.measure(`${name} --version`)) > 100) slow.add(name);
    const result = await run((name) => slow.has(name), APPROVED.slow, SLOW_LIMIT_MS);
    expect(result.touched).toEqual([]);
    expect(result.executed).toBe(APPROVED.slow);
  });

  it("touch no canary, with all others", { timeout: 6 * HOURS }, async () => {
    const result = await run((name) => !SLOW.has(name), APPROVED.fast);
    expect(result.touched).toEqual([]);
    expect(result.executed).toBe(APPROVED.fast);
    expect(CANARY_RULE_SETS.map(({ name }) => name).filter((name) => !result.byRuleSet.has(name))).toEqual(
      [],
    );
  });
});

/** A command of builtins alone would not count. */
function nextWithProgram(generator: CommandGenerator): Draft {
  for (;;) {
    const draft = generator.next();
    if (draft.programs.size > 0) return draft;
  }
}
