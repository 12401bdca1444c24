import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { startClaude } from "../../../src/persona/session/start-claude.js";
import { ADA } from "../../support/persona/ada.js";

test("a session has a mark and a name of its own, not those of the session in which its host was started", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cac-sc-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const claude = join(base, "claude");
  writeFileSync(
    claude,
    `#!/bin/sh\n[ "$1" = --version ] && { echo "2.1.325 (Claude Code)"; exit; }\nenv > ${base}/given\n`,
    { mode: 0o755 },
  );
  const another = { CAC_PERSONA_RUN: "0-1", CAC_PERSONA_CHAIN: "tester", CAC_MCP_LISTED: "/tmp/listed" };
  const started = await startClaude({
    persona: ADA,
    projectRoot: base,
    systemPrompt: "You are Ada.",
    resume: undefined,
    claude,
    where: {
      env: { HOME: base, PATH: process.env["PATH"], ...another },
      home: base,
      platform: process.platform,
    },
  });
  await new Promise((resolve) => started.pty.onExit(resolve));
  started.launch.hookDrops?.close();
  started.cleanUp();
  const given = readFileSync(join(base, "given"), "utf8").split("\n");
  expect(given.filter((each) => each.startsWith("CAC_")).toSorted()).toEqual([
    "CAC_PERSONA_CHAIN=ada",
    `CAC_PERSONA_RUN=${started.mark}`,
    `CAC_WRAPPER=${process.pid}`,
  ]);
});
