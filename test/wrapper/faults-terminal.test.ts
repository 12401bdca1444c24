import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { clockTime } from "../../src/time/clock-face.js";
import { FakeHome, type FakeSession } from "../support/wrapper/fake-session.js";
import { isAlive, RELAY, until } from "../support/wrapper/outer-terminal.js";

describe.concurrent("a terminal that goes away during the wait", () => {
  test("its window is closed: the child is hung up, and the wait stays", async () => {
    const home = new FakeHome();
    // A shell that lives on to tell how cac ended.
    const shell = 'trap "" HUP; cac; echo "exit code $?" > code';
    const window = home.run([process.execPath, RELAY, "sh", "-c", shell]);
    await window.limit(600);
    process.kill(window.pid, "SIGKILL");
    await until(
      () => read(home, "code") !== "",
      () => "the end of cac",
    );
    expect(read(home, "code")).toBe("exit code 129");
    expect(isAlive(home.claude.pid)).toBe(false);
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { exitCode: 129 } }]);
  });

  test("its output alone: the child is hung up, and the wait stays", async () => {
    const home = new FakeHome();
    // In a process of its own: what is started here would hold its terminal open.
    const other = home.run([process.execPath, RELAY, "sh", "-c", "tty > other; exec sleep 1000"]);
    await until(
      () => read(home, "other") !== "",
      () => "another terminal",
    );
    const session = home.run(["sh", "-c", 'exec cac > "$(cat other)"']);
    await other.shows("? for shortcuts");
    session.type("limit 600");
    await other.shows("❯ limit 600");
    session.type("\r");
    await home.reached("WAITING");
    process.kill(other.pid, "SIGKILL");
    expect(await session.exited).toEqual({ exitCode: 129 });
    expect(isAlive(home.claude.pid)).toBe(false);
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { exitCode: 129 } }]);
  });
});

describe.concurrent("what comes to the terminal", () => {
  test("is the child's, to the byte, where title and notifications are off", async () => {
    const { session, home } = await throughLimit(["--no-title", "--no-notify"]);
    expect(session.bytes.equals(home.tape)).toBe(true);
  });

  test("is the child's besides what draws nothing", async () => {
    const { session, home } = await throughLimit([], "Claude Code goes on");
    const ours = /\x1b\]2;[^\x07\x1b]*\x07|\x1b\]9;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[2[23];2t/g;
    const text = session.bytes.toString("latin1");
    const spoken = text.match(ours) ?? [];
    expect(text.replace(ours, "")).toBe(home.tape.toString("latin1"));
    expect(spoken).toContain("\x1b[22;2t");
    expect(spoken).toContain("\x1b[23;2t");
    expect(spoken).toContain("\x1b]9;4;0\x07");
    expect(spoken.filter((each) => each.includes("Claude Code has stopped"))).toHaveLength(1);
    expect(spoken.filter((each) => each.includes("Claude Code goes on"))).toHaveLength(1);
  });

  test("is put back where the child was killed with everything on", async () => {
    const home = new FakeHome();
    const session = home.start({ options: ["--no-title", "--no-notify"] });
    await session.limit(600);
    await session.prompt("modes");
    await session.shows("✳ modes");
    process.kill(home.claude.pid, "SIGKILL");
    await session.exited;
    const tape = home.tape.toString("latin1");
    const text = session.bytes.toString("latin1");
    expect(text.slice(0, tape.length)).toBe(tape);
    expect(text.slice(tape.length)).toBe("\x1b[<1u\x1b[?1049l\x1b[?1000l\x1b[?1006l\x1b[?2004l");
  });
});

describe.concurrent("a flood of 100 MB", () => {
  test("through Claude Code's screen: a limit at its end is found, and continued", async () => {
    const home = new FakeHome({ FAKE_CLAUDE_ROWS: "none" });
    await home.start().prompt("flood 100");
    const { stop } = await home.reached("WAITING");
    expect(stop).toMatchObject({ kind: "five-hour" });
    await home.cac("resume");
    await home.prompted("flood 100", "continue");
    expect(home.prompts).toEqual(["flood 100", "continue"]);
  });

  test("of any program: a limit in the middle of it is found", async () => {
    const home = new FakeHome();
    const tomorrow = new Date(Date.now() + 36 * 60 * 60_000);
    const banner = `You've hit your 5-hour limit · resets ${clockTime(tomorrow, new Date(), "UTC")} (UTC)`;
    const half = `yes "$0" | head -c 52428800`;
    const flood = `${half}; printf '\\n%s\\n' "$1"; ${half}; exec sleep 1000`;
    home.run(["cac", "run", "--", "sh", "-c", flood, "All work and no play. ".repeat(5), banner]);
    const { stop } = await home.reached("WAITING");
    expect(stop).toMatchObject({ kind: "five-hour", text: banner });
  });
});

/** A session from its first byte to its last, with a limit in between, and what is said after it. */
async function throughLimit(
  options: readonly string[],
  says = "",
): Promise<{ session: FakeSession; home: FakeHome }> {
  const home = new FakeHome({ TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.2.0" });
  const session = home.start({ options });
  await session.limit(2);
  await home.prompted("limit 2", "continue");
  await home.reached("RUNNING");
  // The record is on disk before it is said.
  await session.shows(says);
  await session.prompt("/exit");
  await session.exited;
  return { session, home };
}

/** A file that somebody is about to write; empty until it is there. */
function read(home: FakeHome, file: string): string {
  const path = join(home.folder, file);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
}
