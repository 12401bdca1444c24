import { expect, test } from "vitest";

import { allTransports } from "../../src/transport/all-transports.js";
import { TRANSPORT_NAMES } from "../../src/transport/transport.js";

test("all of them, in the order in which they are tried", () => {
  expect(allTransports().map(({ name }) => name)).toEqual(TRANSPORT_NAMES);
});
