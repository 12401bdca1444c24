import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { HostError } from "../../../src/persona/host/host-protocol.js";
import { PersonaSession } from "../../../src/persona/session/persona-session.js";
import type { Pty, PtyExit } from "../../../src/transport/pty/pty.js";
import { DEFAULT_VALUES } from "../../../src/config/config-values.js";
import { ADA } from "../../support/persona/ada.js";

/** Draws nothing, and is not even ended by a kill. */
class StuckPty implements Pty {
  readonly pid = 2 ** 22 + 1;
  readonly signals: (string | undefined)[] = [];
  readonly #onExit: ((exit: PtyExit) => void)[] = [];

  onData = () => ({ dispose: () => {} });

  onExit(listener: (exit: PtyExit) => void) {
    this.#onExit.push(listener);
    return { dispose: () => {} };
  }

  write(): void {}
  resize(): void {}

  kill(signal?: string): void {
    this.signals.push(signal);
  }

  exit(): void {
    for (const listener of this.#onExit) listener({ exitCode: 0 });
  }
}

test("a session that neither becomes ready nor can be killed is given up, and that is said", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cac-ps-")));
  const pty = new StuckPty();
  let cleaned = 0;
  onTestFinished(async () => {
    pty.exit();
    await expect.poll(() => cleaned).toBe(1);
    await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const where = { env: { HOME: base }, home: base, platform: process.platform };
  const logged: unknown[] = [];
  const started = PersonaSession.start(
    {
      persona: ADA,
      projectRoot: base,
      systemPrompt: "You are Ada.",
      resume: undefined,
      approve: DEFAULT_VALUES.approve,
      escGapMs: DEFAULT_VALUES.escGapMs,
      enterGapMs: DEFAULT_VALUES.enterGapMs,
      pattern: undefined,
      where,
      log: (event, details) => logged.push([event, details]),
      readyWithinMs: 1,
      endWithinMs: 50,
    },
    () =>
      Promise.resolve({
        pty,
        launch: { command: "/claude", args: [], env: where.env, isClaude: true, release: undefined },
        mark: "0-1",
        isServed: () => true,
        cleanUp: () => cleaned++,
      }),
  );
  await expect(started).rejects.toBeInstanceOf(HostError);
  expect(pty.signals).toEqual(["SIGHUP", "SIGKILL"]);
  expect(logged).toEqual([["notEnded", { pid: pty.pid }]]);
});
