import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { FakeHome, type FakeSession } from "../support/wrapper/fake-session.js";
import { until } from "../support/wrapper/outer-terminal.js";

describe.concurrent("the state directory", () => {
  test("cannot be made: the session is carried on, and status finds it by its socket", async () => {
    const home = new FakeHome();
    mkdirSync(dirname(home.stateDirectory), { recursive: true });
    writeFileSync(home.stateDirectory, "somebody's file");
    const session = home.start();
    await session.prompt("limit 600");
    await session.shows("⏳");
    const status: unknown = JSON.parse(await home.cac("status", "--json"));
    expect(status).toMatchObject([{ life: "live", answers: true, state: "WAITING", directory: home.folder }]);
    process.kill(home.claude.pid, "SIGUSR2");
    await home.cac("resume");
    await expectContinuedOnce(home, "limit 600");
  });

  test("cannot be made, nor anything else of ours: the session is carried on by what it shows", async () => {
    const home = new FakeHome({ XDG_RUNTIME_DIR: "" });
    mkdirSync(dirname(home.stateDirectory), { recursive: true });
    writeFileSync(home.stateDirectory, "somebody's file");
    const session = home.start();
    await session.prompt("limit 600");
    await session.shows("⏳");
    expect(await home.cac("status")).toBe(
      "No session runs under cac, and no other waits. Start one with: cac\n",
    );
  });

  test("takes no byte more: the session is carried on", async () => {
    const home = new FakeHome();
    // The fake takes the limit off for itself: its diary is to be written.
    const session = home.run(["sh", "-c", "ulimit -S -f 0; exec cac"]);
    await session.prompt("limit 600");
    await session.shows("⏳");
    expect(home.records).toEqual([]);
    process.kill(home.claude.pid, "SIGUSR2");
    expect(await home.cac("resume")).toContain("continues now");
    await expectContinuedOnce(home, "limit 600");
  });

  test.skipIf(!canMount())("is full from the middle of a wait on: the session is carried on", async () => {
    const home = new FakeHome();
    mkdirSync(home.stateDirectory, { recursive: true });
    const session = home.run(["unshare", "-rm", "sh", "-c", ON_A_DISK_THAT_FILLS_UP], {
      STATE: home.stateDirectory,
    });
    await session.prompt("limit 8");
    await session.shows("⏳");
    writeFileSync(join(home.folder, "fill"), "");
    await until(
      () => existsSync(join(home.folder, "filled")),
      () => "a full disk",
    );
    await expectContinuedOnce(home, "limit 8");
    await session.prompt("die 3");
    expect(await session.exited).toEqual({ exitCode: 3 });
  });
});

describe.concurrent("the transcript", () => {
  test("is deleted during the wait", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(3);
    rmSync(home.claude.transcript);
    await expectContinuedOnce(home, "limit 3");
    await home.reached("RUNNING");
  });

  test("is deleted with its folder during the resume", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(3);
    await typed(session);
    rmSync(dirname(home.claude.transcript), { recursive: true });
    await expectContinuedOnce(home, "limit 3");
    await home.reached("RUNNING");
  });

  test("is replaced by a copy during the wait: the old limit is no new one", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(3);
    const copy = `${home.claude.transcript}.copy`;
    copyFileSync(home.claude.transcript, copy);
    renameSync(copy, home.claude.transcript);
    await expectContinuedOnce(home, "limit 3");
    await home.reached("RUNNING");
  });

  test("is replaced by a copy after the resume: the old limit is no new one", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(2);
    await expectContinuedOnce(home, "limit 2");
    await home.reached("RUNNING");
    const copy = `${home.claude.transcript}.copy`;
    copyFileSync(home.claude.transcript, copy);
    renameSync(copy, home.claude.transcript);
    await session.prompt("hello");
    await session.shows("Done: hello");
    await session.limit(600);
    expect(home.prompts).toEqual(["limit 2", "continue", "hello", "limit 600"]);
  });
});

describe.concurrent("the hook's drop box", () => {
  test("is removed: it is there again for the next conversation", async () => {
    const home = new FakeHome();
    const session = home.start();
    const { claudeSessionId } = await session.limit(2);
    await expectContinuedOnce(home, "limit 2");
    const box = dropBox(home);
    rmSync(box, { recursive: true });
    await until(
      () => existsSync(box),
      () => "the drop box",
    );
    await session.prompt("/clear");
    await home.recorded(([record]) => record?.claudeSessionId !== claudeSessionId);
    await session.limit(2);
    await home.prompted("limit 2", "continue", "/clear", "limit 2", "continue");
    await home.reached("RUNNING");
  });
});

/** A disk of its own for the state directory, on which nothing is left as soon as the test says so. */
const ON_A_DISK_THAT_FILLS_UP = `
  mount -t tmpfs -o size=256k none "$STATE" || exit
  (
    until [ -e fill ]; do sleep 0.05; done
    dd if=/dev/zero of="$STATE/ballast" bs=1k 2>/dev/null
    touch filled
  ) &
  exec cac`;

/** Whether a process may have mounts of its own here. */
function canMount(): boolean {
  return spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;
}

function dropBox(home: FakeHome): string {
  const run = join(home.folder, "run", "claude-auto-continue");
  return join(run, readdirSync(run).find((name) => name.startsWith("run-")) ?? "");
}

/** Until the text of our prompt is in the box, and Enter is not. */
async function typed({ home }: FakeSession): Promise<void> {
  await until(
    () => home.diary.some(({ event, text }) => event === "keys" && text === "continue"),
    () => "our prompt",
  );
}

async function expectContinuedOnce(home: FakeHome, first: string): Promise<void> {
  await home.prompted(first, "continue");
  await until(
    () => home.tape.includes("Done: continue"),
    () => "the answer",
  );
  expect(home.prompts).toEqual([first, "continue"]);
}
