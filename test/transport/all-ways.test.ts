import { expect, test } from "vitest";

import { allWays } from "../../src/transport/all-ways.js";
import { WAY_NAMES } from "../../src/transport/way.js";

test("all of them, in the order in which they are tried", () => {
  expect(allWays().map(({ name }) => name)).toEqual(WAY_NAMES);
});
