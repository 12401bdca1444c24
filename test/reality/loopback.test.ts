import { execFile } from "node:child_process";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import { startSession } from "../../src/lab/session/start-session.js";
import { replies, StandInApi } from "../../src/lab/api/stand-in-api.js";

const RELEASE = "2.1.325";
const INSIDE = "CAC_TEST_LOOPBACK_ONLY";
const isInside = process.env[INSIDE] === "1";
const run = promisify(execFile);

it("Claude Code works in a network namespace with nothing but loopback", async () => {
  expect(await (isInside ? answerInside() : answerOfNamespace())).toBe("answered");
});

/** Runs this same file again where there is no network. */
async function answerOfNamespace(): Promise<string> {
  await installedRelease(RELEASE);
  const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
  const here = fileURLToPath(import.meta.url);
  const inner = `ip link set lo up && exec "$0" "$1" run --project reality --reporter json "$2"`;
  const unshare = process.getuid?.() === 0 ? ["-n"] : ["-rn"];
  const { stdout } = await run("unshare", [...unshare, "sh", "-c", inner, process.execPath, vitest, here], {
    env: { ...process.env, [INSIDE]: "1" },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.includes('"numTotalTests":1,"numPassedTests":1') && stdout.includes('"success":true')
    ? "answered"
    : stdout;
}

async function answerInside(): Promise<string> {
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);

  const api = await StandInApi.start(replies({ type: "text", text: "Loopback is enough." }));
  const session = await startSession(api, { release: RELEASE });
  try {
    await session.waitFor(/^❯/m);
    await session.settle();
    await session.type("is loopback enough?");
    await session.waitFor(/❯\s+is loopback enough\?/);
    await session.press("enter");
    await session.waitFor(/● Loopback is enough\./);
    return "answered";
  } finally {
    await session.close();
    await api.close();
  }
}
