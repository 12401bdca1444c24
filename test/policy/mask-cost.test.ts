import fc from "fast-check";
import { expect, test } from "vitest";

import { maskSecrets } from "../../src/policy/mask-secrets.js";

/** Beginnings and parts of what we mask. Repeated, they make the patterns read as much as they can. */
const PIECES = [
  "sk-",
  "eyJ",
  "eyJ-",
  "eyJaaaaaaaa.",
  "SG.",
  "SG.aaaaaaaaaaaaaaaa",
  "AKIA",
  "xoxb-",
  "glpat-",
  "1//0",
  "12345678:AA",

  "a://",
  "://a:",
  "://a:b@",
  "hooks.slack.com/services/",
  "?sig=",
  "&key=",
  'auth":"',
  "login a password ",
  "Bearer ",
  "authorization: x ",
  "authorization=",
  "authorization:",
  "password '",
  "identified by '",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  "-----END ",
  "Private-Lines: 1\n",

  "mysql ",
  "mysql -",
  "curl ",
  "curl -u ",
  "curl -su",
  "curl -u a:",
  "redis-cli ",
  "zip -P",
  "7z -p'",
  "docker login -p ",

  "aws configure set ",
  "gh secret set a <<< ",
  "echo a ",
  "echo a|",
  "echo 'a ",
  "heroku config:set A=",
  "vault write A=",
  '["curl","-u",',
  '"-u","',
  "bash -c 'curl -u ",
  "kubectl create secret --from-literal=",

  "--token",
  "--token ",
  "token=",
  'token="',
  "token='",
  'token=\\"',
  "token: ",
  '"token":',
  '"token":[',
  '"token":{',
  '"token":"a',

  '"--token",',
  '"name":"token",',
  '"name":"token","value":"',
  '"value":"',
  '"value":"a","name":',
  "name: token\nvalue: ",

  '"Cookie: ',
  '"TOKEN=',
  "'TOKEN=a\"",
  "TOKEN=a'",
  'TOKEN=a"',
  "token=$",
  "token=$'",
  "[secret]",
  "token=[secret]",

  "a.",
  "a-",
  "a=",
  "a",
  "é",
  '"',
  "'",
  "\\",
  '\\"',
  '\\\\\\"',
  " ",
  "\t",
  "\n",
  "=",
  ":",
  "@",
  "$",
  "(",
  "{",
  "[",
  "|",
  ";",
  "<<<",
];

test.each(PIECES)("the cost of many %j grows with the text, and no faster", (piece) => {
  for (const [start, end] of [
    ["", ""],
    ["token=", "!"],
    ["curl -u '", '"'],
    ['"token":[', "\0"],
  ] as const) {
    expectLinear((length) => start + piece.repeat(length / piece.length) + end);
  }
});

test("nor by pieces of all kinds, mixed", () => {
  const mixture = fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(mixture, (pieces) => {
      const text = pieces.join("");
      expectLinear((length) => text.repeat(length / text.length));
    }),
    { numRuns: 60 },
  );
});

/**
 * Eight times the text takes eight times as long if the time is linear, and 64 times as long if it is quadratic. We measure
 * CPU time, so that other processes do not matter, and repeat a measurement that was disturbed.
 */
function expectLinear(textOf: (length: number) => string): void {
  const [short, long] = [textOf(SHORT), textOf(8 * SHORT)];
  const isLinear = (): boolean => costMs(short) * 24 + SLACK_MS > costMs(long);
  expect(isLinear() || isLinear() || isLinear()).toBe(true);
}

const SHORT = 5000;
/** For a garbage collection. Quadratic time would take seconds. */
const SLACK_MS = 30;

function costMs(text: string): number {
  const before = process.cpuUsage();
  expect(maskSecrets(text).length).toBeLessThanOrEqual(4 * text.length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
