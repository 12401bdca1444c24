import { expect, test } from "vitest";

import { processWorkMs } from "../../src/host/process-table.js";

test.runIf(process.platform === "linux")("what this process has worked goes up as it works", () => {
  const before = processWorkMs(process.pid) ?? NaN;
  for (const until = process.cpuUsage().user + 50_000; process.cpuUsage().user < until;);
  expect(processWorkMs(process.pid)).toBeGreaterThan(before);
});

test("nobody tells of a process that is not there", () => {
  expect(processWorkMs(2 ** 30)).toBeUndefined();
});
