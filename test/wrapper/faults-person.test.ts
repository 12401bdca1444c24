import { describe, expect, test } from "vitest";

import { FakeHome, type FakeSession } from "../support/wrapper/fake-session.js";
import { until } from "../support/wrapper/outer-terminal.js";

describe.concurrent("orders during the wait", () => {
  test("resume: it continues at once", async () => {
    const home = new FakeHome();
    const session = home.start();
    const { id } = await session.limit(600);
    process.kill(home.claude.pid, "SIGUSR2");
    expect(await home.cac("resume", id)).toBe(`${id}: continues now\n`);
    await home.prompted("limit 600", "continue");
    await home.reached("RUNNING");
    expect(home.prompts).toEqual(["limit 600", "continue"]);
  });

  test("resume while the limit still holds: the next wait", async () => {
    const home = new FakeHome();
    const session = home.start();
    const before = await session.limit(600);
    await home.cac("resume", before.id);
    await home.recorded(([record]) => record?.stop?.seenAt !== before.stop?.seenAt);
    const again = await home.reached("WAITING");
    expect(again.dueAt).toBe(before.dueAt);
    expect(home.prompts).toEqual(["limit 600", "continue"]);
  });

  test("cancel: it does not continue, and the next limit is waited for", async () => {
    const home = new FakeHome();
    const session = home.start();
    const { id, dueAt } = await session.limit(8);
    expect(await home.cac("cancel", id)).toBe(`${id}: waits no longer\n`);
    await home.reached("RUNNING");
    await passed(dueAt);
    await session.prompt("hello");
    await session.shows("Done: hello");
    await session.limit(600);
    expect(home.prompts).toEqual(["limit 8", "hello", "limit 600"]);
  });

  test("without a wait there is nothing to order", async () => {
    const home = new FakeHome();
    home.start();
    const { id } = await home.reached("RUNNING");
    await expect(home.cac("cancel", id)).rejects.toThrow(
      `cac: ${id}: this session is not waiting\nfix: cac status shows what each session does`,
    );
  });
});

describe.concurrent("keys during the wait", () => {
  test("forward: they get through, and the draft is there again afterwards", async () => {
    const home = new FakeHome();
    const session = home.start({ options: ["--input", "forward"] });
    await session.limit(8);
    session.type("draft");
    await session.shows("❯ draft");
    await home.prompted("limit 8", "continue");
    await home.reached("RUNNING");
    expect(keysOf(session)).toEqual(["draft", "\x13", "continue", "\r"]);
    session.type("!");
    await session.shows("❯ draft!");
  });

  test("buffer: they follow when the session works again", async () => {
    const home = new FakeHome();
    const session = home.start({ options: ["--input", "buffer"] });
    await session.limit(8);
    session.type("draft");
    await home.prompted("limit 8", "continue");
    await session.shows("❯ draft");
    expect(keysOf(session)).toEqual(["continue", "\r", "draft"]);
  });

  test("discard: they are gone, and there is a way out", async () => {
    const home = new FakeHome();
    const session = home.start({ options: ["--input", "discard"] });
    await session.limit(600);
    session.type("draft");
    // Alone: two writes may arrive as one.
    await until(
      () => (session.type("\x1b[99;5u"), keysOf(session).length > 0),
      () => "a way out",
    );
    expect(
      new Set(
        keysOf(session)
          .join("")
          .split(/(?=\x1b)/),
      ),
    ).toEqual(new Set(["\x1b[99;5u"]));
  });

  test("between our prompt and its Enter they are held, and follow right behind", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(2);
    await until(
      () => keysOf(session).length > 0,
      () => "our prompt",
    );
    session.type("mine");
    await session.shows("❯ mine");
    await home.reached("RUNNING");
    expect(keysOf(session)).toEqual(["continue", "\r", "mine"]);
    expect(home.prompts).toEqual(["limit 2", "continue"]);
  });

  test("a person who continues first has continued", async () => {
    const home = new FakeHome();
    const session = home.start();
    const { dueAt } = await session.limit(8);
    process.kill(home.claude.pid, "SIGUSR2");
    await session.prompt("go on");
    await session.shows("Done: go on");
    await home.reached("RUNNING");
    await passed(dueAt);
    await session.prompt("and now?");
    await session.shows("Done: and now?");
    expect(home.prompts).toEqual(["limit 8", "go on", "and now?"]);
  });
});

/** The keys that reached Claude Code since the prompt that met the limit. */
function keysOf({ home }: FakeSession): readonly string[] {
  return home.keysSince(home.diary.findIndex(({ event }) => event === "prompt"));
}

/** Until the wait would have been over, and the keys of a resume out. */
async function passed(dueAt: string | undefined): Promise<void> {
  const due = Date.parse(dueAt ?? "");
  await until(
    () => Date.now() > due + 2000,
    () => "the due time",
  );
}
