import fc from "fast-check";
import { expect, test } from "vitest";

import type { JsonObject } from "../../../src/claude/json.js";
import { maskInput } from "../../../src/driver/approval/mask-input.js";

test.each<[string, JsonObject, JsonObject]>([
  ["a member", { password: "hunter2", user: "ada" }, { password: "[secret]", user: "ada" }],
  ["a nested one", { auth: { token: "hunter2", type: "x" } }, { auth: { token: "[secret]", type: "x" } }],
  [
    "a number",
    { password: 12345678, max_tokens: 5, tokens: 12 },
    { password: "[secret]", max_tokens: 5, tokens: 12 },
  ],
  ["switches", { token: true, secret: null, password: "" }, { token: true, secret: null, password: "" }],
  [
    "all below a name",
    { credentials: { user: "ada", hosts: ["a", { b: "c" }], port: 5 }, passwords: ["x", "y"] },
    {
      credentials: { user: "[secret]", hosts: ["[secret]", { b: "[secret]" }], port: "[secret]" },
      passwords: ["[secret]", "[secret]"],
    },
  ],
  [
    "a header",
    { headers: { Authorization: "Basic dXNl", Accept: "x" } },
    { headers: { Authorization: "[secret]", Accept: "x" } },
  ],
  [
    "a name and a value",
    {
      env: [
        { name: "API_KEY", value: "hunter2" },
        { value: "hunter2", key: "DB_PASSWORD" },
        { name: "A", value: "b" },
      ],
    },
    {
      env: [
        { name: "API_KEY", value: "[secret]" },
        { value: "[secret]", key: "DB_PASSWORD" },
        { name: "A", value: "b" },
      ],
    },
  ],
  [
    "a pair",
    {
      headers: [
        ["Authorization", "Basic dXNl"],
        ["Accept", "x"],
      ],
    },
    {
      headers: [
        ["Authorization", "[secret]"],
        ["Accept", "x"],
      ],
    },
  ],
  [
    "an option in a list",
    { args: ["run", "--token", "hunter2", "-v"] },
    { args: ["run", "--token", "[secret]", "-v"] },
  ],
  [
    "an assignment in a list",
    { args: ["run", "TOKEN=ab", "--token=a b"] },
    { args: ["run", "TOKEN=[secret]", "--token=[secret]"] },
  ],
  [
    "a program's list",
    { argv: ["curl", "-su", "ada:hunter2", "x"] },
    { argv: ["curl", "-su", "ada:[secret]", "x"] },
  ],
  [
    "a program and its list",
    { command: "/usr/bin/docker", args: ["login", "-u", "ada", "-p", "my own"] },
    { command: "/usr/bin/docker", args: ["login", "-u", "ada", "-p", "[secret]"] },
  ],
  [
    "a list of ports",
    { command: "docker", args: ["run", "-p", "8080:80"] },
    { command: "docker", args: ["run", "-p", "8080:80"] },
  ],
  [
    "references",
    { args: ["--token", "$TOKEN", "--password", "--x"] },
    { args: ["--token", "$TOKEN", "--password", "--x"] },
  ],
  ["names in a list", { fields: ["password", "user", "token"] }, { fields: ["password", "user", "token"] }],
  ["JSON in a string", { body: '{"auth":{"token":"hunter2"}}' }, { body: '{"auth":{"token":[secret]}}' }],
  ["a command", { command: "gh secret set A -b hunter2" }, { command: "gh secret set A -b [secret]" }],
])("%s", (_, input, shown) => {
  expect(maskInput(input)).toEqual(shown);
});

test("no string below a name that says secret gets through, however deep it is", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{6,12}$/).map((text) => `hunter2${text}`);
  const name = fc.constantFrom("token", "apiKey", "DB_PASSWORD", "credentials");
  const inside = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      secret,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b"), tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(name, inside, (key, value) => {
      for (const input of [
        { [key]: value },
        { list: [{ [key]: value }] },
        { text: JSON.stringify({ [key]: value }) },
      ]) {
        expect(JSON.stringify(maskInput(input))).not.toContain("hunter2");
      }
    }),
  );
});

test("what is long, deep or numerous is cut", () => {
  const deep = { a: { a: { a: { a: { a: { a: { a: { a: "x" } } } } } } } };
  expect(maskInput(deep)).toEqual({ a: { a: { a: { a: { a: { a: { a: "…" } } } } } } });
  expect(maskInput({ token: deep })).toEqual({ token: { a: { a: { a: { a: { a: { a: "…" } } } } } } });
  expect(maskInput({ list: Array.from({ length: 52 }, () => "a") })).toEqual({
    list: [...Array.from({ length: 50 }, () => "a"), "… (2 more)"],
  });
  expect(maskInput({ text: "a ".repeat(40_000) })).toEqual({
    text: `${"a ".repeat(4096)}… (of 80000 characters)`,
  });
});
