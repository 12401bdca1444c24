import { createHash } from "node:crypto";

import { afterEach, describe, expect, it, vi } from "vitest";

import { SessionTerminal } from "../../../src/persona/session/session-terminal.js";
import { spawnPty, type Pty } from "../../../src/transport/pty/pty.js";

const SIZE = { columns: 110, rows: 40 };
const SOON = { timeout: 30_000 };

/** Reads raw keys and tells, on a line of its own, how many came and what they are. */
const READER = `
  process.stdin.setRawMode(true);
  const hash = require("node:crypto").createHash("sha256");
  let bytes = 0, last = "";
  process.stdin.on("data", (data) => {
    hash.update(data); bytes += data.length; last = (last + data.toString("latin1")).slice(-20);
    process.stdout.write("\\x1b[2J\\x1b[H" + bytes + " " + hash.copy().digest("hex") + " " + JSON.stringify(last));
  });
  process.stdout.on("resize", () => process.stdout.write("\\x1b[2J\\x1b[Hsize " + process.stdout.columns + "x" + process.stdout.rows));
  process.stdout.write("\\x1b[?2004hready");
`;

let pty: Pty | undefined;
let terminal: SessionTerminal | undefined;
let keys = 0;

afterEach(async () => {
  const child = pty;
  if (child === undefined) return;
  await new Promise<void>((resolve) => {
    child.onExit(() => resolve());
    child.kill("SIGKILL");
  });
  terminal?.dispose();
});

async function open(): Promise<SessionTerminal> {
  keys = 0;
  const env = { PATH: process.env["PATH"], TERM: "xterm-256color" };
  pty = spawnPty(process.execPath, ["-e", READER], { ...SIZE, cwd: "/", env });
  terminal = new SessionTerminal({
    pty,
    escGapMs: 100,
    enterGapMs: 150,
    timeZone: "UTC",
    vim: () => false,
    onSight: () => {},
    onPersonsKeys: () => keys++,
    log: () => {},
  });
  await shows(terminal, "ready");
  return terminal;
}

async function shows(at: SessionTerminal, text: string): Promise<boolean> {
  return vi.waitUntil(() => at.screen?.lines.some((line) => line.text.includes(text)) === true, SOON);
}

function told(text: string): string {
  return `${Buffer.byteLength(text)} ${createHash("sha256").update(text).digest("hex")}`;
}

describe.skipIf(process.platform === "win32")("SessionTerminal", () => {
  it("pastes a megabyte whole, in brackets", async () => {
    const at = await open();
    const text = "Zeile ä 🚂\n".repeat(70_000);
    await at.paste(text);
    expect(await shows(at, told(`\x1b[200~${text}\x1b[201~`))).toBe(true);
  });

  it("lets nothing of a text end the paste", async () => {
    const at = await open();
    await at.paste("one\x1b[201~\rtwo");
    expect(await shows(at, told("\x1b[200~one[201~\rtwo\x1b[201~"))).toBe(true);
  });

  it("keeps a person's keys back while ours are on their way", async () => {
    const at = await open();
    const person = at.attach(SIZE, () => {});
    await shows(at, "size 110x40");
    person.write(Buffer.from("a"));
    expect(keys).toBe(1);
    await at.withKeysHeld(async () => {
      person.write(Buffer.from("b"));
      expect(keys).toBe(1);
      await at.paste("c");
    });
    expect(keys).toBe(2);
    expect(await shows(at, told("a\x1b[200~c\x1b[201~b"))).toBe(true);
  });

  it("gives a person their keys back after 8 s, whatever ours are waiting for", async () => {
    const at = await open();
    const person = at.attach(SIZE, () => {});
    await shows(at, "size 110x40");
    const over = new AbortController();
    const held = at.withKeysHeld(
      () => new Promise((resolve) => over.signal.addEventListener("abort", () => resolve())),
    );
    person.write(Buffer.from("b"));
    expect(keys).toBe(0);
    await vi.waitFor(() => expect(keys).toBe(1), SOON);
    expect(await shows(at, told("b"))).toBe(true);
    over.abort();
    await held;
  });

  it("draws itself for whoever looks in, at their size, and is as before when they leave", async () => {
    const at = await open();
    const seen: string[] = [];
    expect(at.snapshot()).toContain("\x1b[?2004h");
    expect(at.snapshot()).toContain("ready");
    const ann = at.attach(SIZE, (bytes) => seen.push(bytes.toString()));
    expect(at.isAttended).toBe(true);
    await vi.waitFor(() => expect(seen.join("")).toContain("size 110x40"), SOON);
    ann.resize({ columns: 80, rows: 24 });
    await vi.waitFor(() => expect(seen.join("")).toContain("size 80x24"), SOON);
    ann.detach();
    expect(at.isAttended).toBe(false);
    expect(await shows(at, "size 110x40")).toBe(true);
  });

  it("shows several people what fits all of their terminals; the last one leaves it as it was", async () => {
    const at = await open();
    const ann = at.attach({ columns: 100, rows: 50 }, () => {});
    expect(await shows(at, "size 100x50")).toBe(true);
    const bob = at.attach({ columns: 120, rows: 30 }, () => {});
    expect(await shows(at, "size 100x30")).toBe(true);
    ann.resize({ columns: 80, rows: 50 });
    expect(await shows(at, "size 80x30")).toBe(true);
    bob.detach();
    expect(await shows(at, "size 80x50")).toBe(true);
    ann.detach();
    // What still comes from one who has left changes nothing.
    ann.resize({ columns: 60, rows: 20 });
    expect(await shows(at, "size 110x40")).toBe(true);
  });

  it("gets more room, until it is fitted again", async () => {
    const at = await open();
    at.heighten(200);
    expect(await shows(at, "size 110x200")).toBe(true);
    at.fit();
    expect(await shows(at, "size 110x40")).toBe(true);
  });
});
