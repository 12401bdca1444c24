import fc from "fast-check";
import { expect, it } from "vitest";
import { personsKeys } from "../../../src/terminal/user/person-keys.js";

function read(text: string): string {
  return personsKeys(Buffer.from(text, "latin1"));
}

const REPORTS: [string, string][] = [
  ["focus gained", "\x1b[I"],
  ["focus lost", "\x1b[O"],
  ["mouse, SGR", "\x1b[<35;10;20M"],
  ["mouse released, SGR", "\x1b[<0;10;20m"],
  ["mouse, X10", "\x1b[M !!"],
  ["mouse, X10, beyond ASCII", "\x1b[M \xff\xfe"],
  ["mouse, urxvt", "\x1b[32;10;20M"],
  ["the cursor's place", "\x1b[12;40R"],
  ["the cursor's place, DEC", "\x1b[?12;40;1R"],
  ["what the terminal is", "\x1b[?62;22c"],
  ["what the terminal is, second answer", "\x1b[>0;276;0c"],
  ["its status", "\x1b[0n"],
  ["its colours' scheme", "\x1b[?997;1n"],
  ["keyboard flags", "\x1b[?1u"],
  ["a mode's state", "\x1b[?2026;2$y"],
  ["the window's size", "\x1b[8;50;120t"],
  ["the window's size, told by itself", "\x1b[48;50;120;800;1200t"],
  ["a colour, ended by BEL", "\x1b]11;rgb:0000/0000/0000\x07"],
  ["a colour, ended by ST", "\x1b]10;rgb:ffff/ffff/ffff\x1b\\"],
  ["the terminal's name", "\x1bP>|xterm(370)\x1b\\"],
  ["a capability", "\x1bP1+r524742=382f382f38\x1b\\"],
  ["an answer about graphics", "\x1b_Gi=31;OK\x1b\\"],
];

it.each(REPORTS)("%s is the terminal's", (_, text) => {
  expect(read(text)).toBe("none");
});

it.each([
  ["one byte", "\x1b"],
  ["twice", "\x1b\x1b"],
  ["kitty", "\x1b[27u"],
  ["kitty, with modifiers", "\x1b[27;1u"],
  ["kitty, pressed and released", "\x1b[27;1:1u\x1b[27;1:3u"],
  ["kitty, with Num Lock", "\x1b[27;129u"],
  ["kitty, with Caps Lock and Num Lock", "\x1b[27;193:1u"],
  ["among reports", "\x1b[I\x1b\x1b[<35;1;1M"],
])("Esc: %s", (_, text) => {
  expect(read(text)).toBe("escape");
});

it.each([
  ["a letter", "a"],
  ["Enter", "\r"],
  ["Ctrl+C", "\x03"],
  ["beyond ASCII", "\xc3\xbc"],
  ["Alt+letter", "\x1bb"],
  ["Alt+]", "\x1b]"],
  ["an arrow", "\x1b[A"],
  ["an arrow, application mode", "\x1bOA"],
  ["F5", "\x1b[15~"],
  ["Shift+Tab", "\x1b[Z"],
  ["kitty: a letter", "\x1b[97;5u"],
  ["kitty: Shift+Esc", "\x1b[27;2u"],
  ["a paste", "\x1b[200~text\x1b[201~"],
  ["a letter behind a report", "\x1b[Ia"],
  ["a letter before a report", "a\x1b[O"],
  ["Esc and a letter", "\x1b\x1b[Ax"],
  ["a report that is cut off", "\x1b[<35;1"],
])("keys: %s", (_, text) => {
  expect(read(text)).toBe("keys");
});

it("nothing is nobody's", () => {
  expect(read("")).toBe("none");
});

it("any number of reports is still the terminal's, and one letter among them is the person's", () => {
  const reports = fc.array(fc.constantFrom(...REPORTS.map(([, text]) => text)), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(reports, fc.nat(), (texts, place) => {
      expect(read(texts.join(""))).toBe("none");
      texts.splice(place % (texts.length + 1), 0, "x");
      expect(read(texts.join(""))).toBe("keys");
    }),
  );
});

it("takes a view into a larger buffer for what it is", () => {
  expect(personsKeys(Buffer.from("abc\x1b[Idef").subarray(3, 6))).toBe("none");
});

it("any bytes are read", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(["none", "escape", "keys"]).toContain(personsKeys(bytes));
    }),
  );
});

it("a flood of openings costs no more than its length", () => {
  // Quadratic, 64 KB of them took seconds; a million letters more would show.
  expect(read("\x1b]".repeat(512 * 1024))).toBe("keys");
  expect(read("\x1b[1;".repeat(256 * 1024))).toBe("keys");
});
