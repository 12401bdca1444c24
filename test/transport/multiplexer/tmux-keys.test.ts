import fc from "fast-check";
import { expect, it } from "vitest";

import { tmuxKeys } from "../../../src/transport/multiplexer/tmux.js";

it.each([
  ["", []],
  ["\r", [["send-keys", "-H", "-t", "%3", "0d"]]],
  ["a;", [["send-keys", "-H", "-t", "%3", "61", "3b"]]],
  [
    "Gruß",
    [
      // prettier-ignore
      ["send-keys", "-H", "-t", "%3", "47", "72", "75", ";", "send-keys", "-l", "-t", "%3", "--", "ß"],
    ],
  ],
])("%j is typed with exactly these commands", (keys, commands) => {
  expect(tmuxKeys(keys, "%3")).toEqual(commands);
});

it("says every byte once and in order, in commands that tmux can take", () => {
  const keys = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 300, maxLength: 2000 })),
  );
  fc.assert(
    fc.property(keys, (parts) => {
      const text = parts.join("");
      const commands = tmuxKeys(text, "%12");
      expect(commands.map(typedBy).join("")).toBe(text);
      for (const command of commands) expect(Buffer.byteLength(command.join("\0"))).toBeLessThan(16_000);
    }),
  );
});

/** What tmux makes of it, by its manual. */
function typedBy(command: readonly string[]): string {
  let typed = "";
  let rest = [...command];
  while (rest.length > 0) {
    const end = rest.indexOf(";") < 0 ? rest.length : rest.indexOf(";");
    const [verb, flag, , pane, ...keys] = rest.slice(0, end);
    expect([verb, pane]).toEqual(["send-keys", "%12"]);
    typed += flag === "-H" ? Buffer.from(keys.join(""), "hex").toString() : keys.slice(1).join("");
    rest = rest.slice(end + 1);
  }
  return typed;
}
