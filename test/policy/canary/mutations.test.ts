import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { FAMILIES, programTable } from "../../../src/policy/programs/all-programs.js";
import { runCampaign } from "./campaign.js";
import { CommandGenerator } from "./generator.js";
import { mutate, MUTATIONS, type Mutation } from "./mutations.js";
import { Random } from "./random.js";
import { CANARY_RULE_SETS } from "./rule-sets.js";
import { CanarySandbox } from "./sandbox.js";
import { seedOr } from "./seed.js";
import { canOpenSandbox } from "./template.js";

const EVERYTHING = CANARY_RULE_SETS.filter(({ name }) => name === "every program, and edits");
const DESCRIPTIONS = Object.values(FAMILIES).flat();

// A test that finds nothing proves little until it is shown to find what is there.
describe.skipIf(!canOpenSandbox())("a mistake in a description", () => {
  let sandbox: CanarySandbox;
  beforeAll(async () => {
    const standIns = MUTATIONS.flatMap(({ program, standIn }) =>
      standIn === undefined ? [] : [[program, standIn]],
    );
    sandbox = await CanarySandbox.open({ standIns: Object.fromEntries(standIns) });
  });
  afterAll(() => sandbox.close());

  it("is made in each family", () => {
    const families = new Set(MUTATIONS.map(({ family }) => family));
    expect(Object.keys(FAMILIES).filter((family) => !families.has(family))).toEqual([]);
  });

  it.each(MUTATIONS)("is caught: $program, $says", { timeout: 120_000 }, async (mutation: Mutation) => {
    const wrong = mutate(DESCRIPTIONS, mutation);
    const programs = programTable([...DESCRIPTIONS, wrong]);
    const generator = new CommandGenerator({
      descriptions: [wrong],
      random: new Random(seedOr(16)),
      runsUnverified: mutation.standIn !== undefined,
      isPlan: ({ option, hostile }) =>
        /^!?\s*-/.test(mutation.to)
          ? hostile === "value" && option?.name === mutation.to.split(" ")[0]
          : hostile === "operand",
      isTarget: ({ calls }) =>
        mutation.command === undefined || calls.some((words) => words[1] === mutation.command),
    });
    const { touched } = await runCampaign({
      sandbox,
      ruleSets: EVERYTHING,
      next: () => generator.planned(),
      approved: 400,
      most: 4_000,
      programs,
      stopsEarly: true,
    });
    expect(touched.map(({ what }) => what)).toContainEqual(expect.stringMatching(mutation.seen));
  });
});
