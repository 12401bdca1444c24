import { expect, test } from "vitest";

import { isSessionId, newSessionId } from "../../../src/store/records/session-id.js";

test("ids are short, easy to type and different", () => {
  const ids = new Set<string>();
  for (let count = 0; count < 2000; count++) ids.add(newSessionId(ids));
  expect(ids.size).toBe(2000);
  for (const id of ids) {
    expect(id).toMatch(/^[bcdfghjkmnpqrstvwxyz][bcdfghjkmnpqrstvwxyz2-9]{4}$/);
    expect(isSessionId(id)).toBe(true);
  }
});

test("an id that is taken is not given again", () => {
  const taken = new Set<string>();
  let asked = 0;
  // A set that says of the first three that they are taken.
  const has = (id: string): boolean => asked++ < 3 || taken.has(id);
  expect(isSessionId(newSessionId({ has } as unknown as Set<string>))).toBe(true);
  expect(asked).toBe(4);
});

test.each(["", "k3m", "k3m9p22", "3kmnp", "k3m9P", "k3m/p", "..", "k3m9p\n", "__proto__", "k3m9o"])(
  "%j is no id",
  (text) => {
    expect(isSessionId(text)).toBe(false);
  },
);
