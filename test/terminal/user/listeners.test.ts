import { expect, test } from "vitest";

import { Listeners } from "../../../src/terminal/user/listeners.js";
import { uncaughtDuring } from "../../support/uncaught.js";

test("one that fails does not keep the others from being called, and is not hushed up", async () => {
  const listeners = new Listeners<string>();
  const heard: string[] = [];
  listeners.add((value) => void heard.push(`first ${value}`));
  listeners.add(() => {
    throw new Error("a bug");
  });
  listeners.add((value) => void heard.push(`last ${value}`));
  const errors = await uncaughtDuring(() => listeners.call("exit"));
  expect(heard).toEqual(["first exit", "last exit"]);
  expect(errors).toEqual([new Error("a bug")]);
});

test("one that leaves while it is called keeps none from being called", () => {
  const listeners = new Listeners<void>();
  const heard: string[] = [];
  const first = listeners.add(() => {
    heard.push("first");
    first.dispose();
  });
  listeners.add(() => void heard.push("second"));
  listeners.call();
  listeners.call();
  expect(heard).toEqual(["first", "second", "second"]);
  expect(listeners.size).toBe(1);
});
