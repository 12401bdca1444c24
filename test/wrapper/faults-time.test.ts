import { describe, expect, test } from "vitest";

import { FakeHome } from "./fake-session.js";
import { until } from "./outer-terminal.js";

describe.concurrent("a machine that sleeps through the reset", () => {
  test.for([["the wrapper"], ["the wrapper and its child"]])(
    "%s: continued once it is awake, once",
    async ([who]) => {
      const home = new FakeHome();
      const session = home.start();
      const { dueAt } = await session.limit(3);
      const sleepers = who === "the wrapper" ? [session.pid] : [session.pid, home.claude.pid];
      for (const pid of sleepers) process.kill(pid, "SIGSTOP");
      await until(
        () => Date.now() > Date.parse(dueAt ?? "") + 2000,
        () => "the due time",
      );
      expect(home.prompts).toEqual(["limit 3"]);
      for (const pid of sleepers) process.kill(pid, "SIGCONT");
      await home.prompted("limit 3", "continue");
      await home.reached("RUNNING");
      expect(home.prompts).toEqual(["limit 3", "continue"]);
    },
  );
});
