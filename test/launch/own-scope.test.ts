import { describe, expect, it } from "vitest";

import { inOwnScope } from "../../src/launch/own-scope.js";
import { recorded } from "../support/transport/recorded-program.js";

const COMMAND = { file: "/usr/bin/claude", args: ["-p", "--resume", "x"] };
const SERVICE = {
  INVOCATION_ID: "8d1f",
  XDG_RUNTIME_DIR: "/run/user/1000",
  DBUS_SESSION_BUS_ADDRESS: "unix:path=/b",
};

describe("inOwnScope", () => {
  it("asks systemd for a scope where systemd runs us", async () => {
    const programs = recorded({ "systemd-run": [{ when: /true$/ }] });
    const { run } = programs;
    expect(await inOwnScope(COMMAND, { env: SERVICE, platform: "linux", run })).toEqual({
      file: "systemd-run",
      args: ["--user", "--scope", "--quiet", "--collect", "--", "/usr/bin/claude", "-p", "--resume", "x"],
    });
    expect(programs.calls()).toMatchObject([
      {
        args: ["--user", "--scope", "--quiet", "--collect", "--", "true"],
        env: { XDG_RUNTIME_DIR: "/run/user/1000", DBUS_SESSION_BUS_ADDRESS: "unix:path=/b" },
      },
    ]);
  });

  it("goes without where the user's manager does not answer", async () => {
    const refusal = { when: /true$/, stderr: "Failed to connect to bus: No medium found\n", exit: 1 };
    const { run } = recorded({ "systemd-run": [refusal] });
    expect(await inOwnScope(COMMAND, { env: SERVICE, platform: "linux", run })).toBe(COMMAND);
  });

  it.each([
    [{}, "linux"],
    [SERVICE, "darwin"],
    [SERVICE, "win32"],
  ] as const)("leaves the command as it is elsewhere: %j on %s", async (env, platform) => {
    const programs = recorded({ "systemd-run": [{ when: /./ }] });
    expect(await inOwnScope(COMMAND, { env, platform, run: programs.run })).toBe(COMMAND);
    expect(programs.calls()).toEqual([]);
  });
});
