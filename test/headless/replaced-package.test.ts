import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";

import { runCac } from "../support/cli/run-cac.js";
import { CopiedPackage } from "../support/copied-package.js";
import { FakeClaude } from "../support/headless/fake-claude.js";
import { epoch, eventually } from "../support/headless/headless-stage.js";

const folder = mkdtempSync(join(tmpdir(), "cac-replaced-"));
let fake: FakeClaude | undefined;

afterEach(() => {
  fake?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it("is carried on over a limit although its own package is gone from the disk since", async () => {
  const limit = `Claude AI usage limit reached|${epoch(3600)}\n`;
  fake = new FakeClaude(
    [{ readAll: true }, { out: limit }, { exit: 1 }],
    [{ readAll: true }, { out: "the answer\n" }],
  );
  const { directory } = fake;
  const env = { HOME: directory, TZ: "UTC", FAKE: directory, PATH: `${directory}:${process.env["PATH"]}` };
  const copied = new CopiedPackage(join(folder, "package"));
  const debug = join(folder, "debug.log");

  const call = [copied.script, "run", "--debug", debug, "--", "claude", "-p", "do it"];
  const child = spawn(process.execPath, call, { env, cwd: directory });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await eventually(() => existsSync(debug) && readFileSync(debug, "utf8").includes("all is loaded"), true);
  copied.takeAway();
  child.stdin.end();

  const waiting = () =>
    (JSON.parse(runCac(["status", "--json"], env).out) as { id: string; state: string }[])
      .filter(({ state }) => state === "WAITING")
      .map(({ id }) => id);
  await eventually(() => waiting().length, 1);
  expect(runCac(["resume", ...waiting()], env)).toMatchObject({ code: 0 });
  expect([await exit, ...(await said)]).toEqual([0, "the answer\n", ""]);
});
