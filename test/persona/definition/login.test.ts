import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loginOf, Logins, readLogin } from "../../../src/persona/definition/login.js";

const TOKEN = "CLAUDE_CODE_OAUTH_TOKEN";

describe("what is handed on", () => {
  test("accounts, providers and the way to them, and nothing else", () => {
    const login = {
      ANTHROPIC_API_KEY: "placeholder",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
      CLAUDE_CODE_USE_BEDROCK: "1",
      CLAUDE_CONFIG_DIR: "/work",
      AWS_PROFILE: "p",
      GOOGLE_APPLICATION_CREDENTIALS: "/g.json",
      CLOUD_ML_REGION: "x",
      HTTPS_PROXY: "http://127.0.0.1:9",
      no_proxy: "localhost",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
    };
    const others = {
      PATH: "/bin",
      HOME: "/home/me",
      NODE_OPTIONS: "--require x",
      LD_PRELOAD: "x.so",
      CLAUDE_CODE_SESSION_ID: "s",
      CLAUDE_CODE_MESSAGING_TOKEN: "t",
      CLAUDE_PROJECT_DIR: "/p",
      MY_SECRET: "s",
    };
    expect(loginOf({ ...others, ...login })).toEqual({ variables: login, isWithheld: false });
  });

  test.each([
    ["a shell without one", {}, false],
    ["an MCP server of Claude Code's", { CLAUDECODE: "1" }, true],
    ["one that was added with -e TOKEN='${TOKEN}'", { CLAUDECODE: "1", [TOKEN]: "" }, true],
    ["one that was added with its token", { CLAUDECODE: "1", [TOKEN]: "placeholder" }, false],
    ["one with a key", { CLAUDECODE: "1", ANTHROPIC_API_KEY: "placeholder" }, false],
    ["one of another provider's", { CLAUDECODE: "1", CLAUDE_CODE_USE_VERTEX: "1" }, false],
  ])("the token is withheld from %s: %j %s", (_, env, isWithheld) => {
    expect(loginOf(env).isWithheld).toBe(isWithheld);
    expect(loginOf(env).variables[TOKEN]).not.toBe("");
  });
});

test("what comes over the socket is a login's or left out", () => {
  expect(
    readLogin({
      variables: {
        PATH: "/evil",
        NODE_OPTIONS: "x",
        ANTHROPIC_MODEL: 7,
        AWS_REGION: "a\0b",
        HTTP_PROXY: "p",
      },
      isWithheld: "yes",
    }),
  ).toEqual({ variables: { HTTP_PROXY: "p" }, isWithheld: false });
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readLogin({ variables: value });
      expect(Object.values(read?.variables ?? {}).every((each) => typeof each === "string")).toBe(true);
    }),
  );
  expect(readLogin(undefined)).toBe(undefined);
  expect(readLogin({ variables: "x" })).toBe(undefined);
});

describe("what a session is started with", () => {
  const own = { PATH: "/bin", ANTHROPIC_API_KEY: "the host's" };

  test("the login of whoever asks, whole, in the place of the host's own", () => {
    const logins = new Logins(own);
    expect(logins.environmentFor(undefined)).toEqual(own);
    expect(logins.environmentFor(loginOf({ PATH: "/else", [TOKEN]: "theirs" }))).toEqual({
      PATH: "/bin",
      [TOKEN]: "theirs",
    });
    expect(logins.environmentFor(loginOf({}))).toEqual({ PATH: "/bin" });
  });

  test("where the token was withheld, the last that somebody brought, or the host's own", () => {
    const inside = loginOf({ CLAUDECODE: "1" });
    const logins = new Logins({ [TOKEN]: "own" });
    expect(logins.environmentFor(inside)).toEqual({ [TOKEN]: "own" });
    logins.environmentFor(loginOf({ [TOKEN]: "brought" }));
    expect(logins.environmentFor(inside)).toEqual({ [TOKEN]: "brought" });
    expect(new Logins({}).environmentFor(inside)).toEqual({});
  });

  test("a token goes to no other place than that of whoever brought it", () => {
    const logins = new Logins({});
    logins.environmentFor(loginOf({ [TOKEN]: "brought", ANTHROPIC_BASE_URL: "http://a" }));
    const env = { CLAUDECODE: "1", ANTHROPIC_BASE_URL: "http://b" };
    expect(logins.environmentFor(loginOf(env))).toEqual({ ANTHROPIC_BASE_URL: "http://b" });
  });
});
