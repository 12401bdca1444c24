import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isolatedHome, labEnvironment, labPath } from "../../../src/lab/machine/isolated-home.js";

it("builds the environment from nothing", () => {
  expect(
    labEnvironment({
      home: "/lab/home",
      apiUrl: "http://127.0.0.1:1234",
      account: "subscriber",
      timeZone: "Europe/Paris",
      path: "/usr/bin",
      extra: { IS_SANDBOX: "1" },
    }),
  ).toEqual({
    HOME: "/lab/home",
    PATH: "/usr/bin",
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    TZ: "Europe/Paris",
    TMPDIR: "/lab/home/tmp",
    CLAUDE_CODE_TMPDIR: "/lab/home/tmp",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1234",
    CLAUDE_CODE_OAUTH_TOKEN: "placeholder-token-of-the-lab",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    HTTPS_PROXY: "http://127.0.0.1:1234",
    NO_PROXY: "127.0.0.1,localhost",
    IS_SANDBOX: "1",
  });
});

it("finds node and the system's tools only", () => {
  expect(labPath("/opt/node/bin/node")).toBe("/opt/node/bin:/usr/local/bin:/usr/bin:/bin");
  expect(labPath("/usr/bin/node")).toBe("/usr/bin:/usr/local/bin:/bin");
});

it("makes a home that has been through the first start, and removes it", async () => {
  const parent = await mkdtemp(join(tmpdir(), "cac-test-"));
  const home = await isolatedHome({
    release: "2.1.325",
    account: "api-key",
    trusted: false,
    vim: true,
    settings: { hooks: {} },
    files: { "src/a.ts": "export {};\n" },
    parent,
  });
  expect(JSON.parse(await readFile(join(home.home, ".claude.json"), "utf8"))).toEqual({
    hasCompletedOnboarding: true,
    lastOnboardingVersion: "2.1.325",
    theme: "dark",
    numStartups: 3,
    editorMode: "vim",
    customApiKeyResponses: { approved: ["-the-lab-0123456789".padStart(20, "f")], rejected: [] },
    projects: {
      [home.project]: {
        hasTrustDialogAccepted: false,
        hasCompletedProjectOnboarding: true,
        allowedTools: [],
      },
    },
  });
  expect(JSON.parse(await readFile(join(home.home, ".claude", "settings.json"), "utf8"))).toEqual({
    hooks: {},
  });
  expect(await readFile(join(home.project, "src/a.ts"), "utf8")).toBe("export {};\n");
  await home.remove();
  expect(await readdir(parent)).toEqual([]);
  await rm(parent, { recursive: true });
});
