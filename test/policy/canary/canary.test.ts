import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { FAMILIES } from "../../../src/policy/programs/all-programs.js";
import { runCampaign } from "./campaign.js";
import { CommandGenerator } from "./generator.js";
import { QUICK } from "./programs.js";
import { Random } from "./random.js";
import { CANARY_RULE_SETS } from "./rule-sets.js";
import { CanarySandbox } from "./sandbox.js";
import { seedOr } from "./seed.js";
import { canOpenSandbox } from "./template.js";

const APPROVED = 3_000;

describe.skipIf(!canOpenSandbox())("approved commands", () => {
  let sandbox: CanarySandbox;
  beforeAll(async () => {
    sandbox = await CanarySandbox.open();
  });
  afterAll(() => sandbox.close());

  it("touch no canary in a real bash and a real zsh", { timeout: 600_000 }, async () => {
    const seed = seedOr(16);
    const generator = new CommandGenerator({
      descriptions: Object.values(FAMILIES).flat(),
      random: new Random(seed),
      isWanted: (name) => QUICK.has(name),
    });
    const result = await runCampaign({
      sandbox,
      ruleSets: CANARY_RULE_SETS,
      next: () => generator.next(),
      approved: APPROVED,
    });
    console.log(`canary seed ${seed}: ${result.executed} approved of ${result.generated} commands executed`);
    expect(result.touched).toEqual([]);
    expect(result.executed).toBe(APPROVED);
    expect(CANARY_RULE_SETS.length).toBeGreaterThanOrEqual(31);
    expect(CANARY_RULE_SETS.map(({ name }) => name).filter((name) => !result.byRuleSet.has(name))).toEqual(
      [],
    );
  });
});
