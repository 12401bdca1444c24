import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import { findSocketAddress, isPrivateSocket, listSockets } from "../../../src/store/rpc/socket-address.js";

const isRoot = process.geteuid?.() === 0;
const uid = process.geteuid?.() ?? 0;

let base: string;
let oldTmp: string | undefined;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-sock-")));
  oldTmp = process.env["TMPDIR"];
  process.env["TMPDIR"] = join(base, "tmp");
  mkdirSync(join(base, "tmp"), { mode: 0o777 });
  chmodSync(join(base, "tmp"), 0o1777);
});

afterEach(() => {
  if (oldTmp === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = oldTmp;
  rmSync(base, { recursive: true, force: true });
});

test("on Windows a named pipe", async () => {
  expect(await findSocketAddress("k3m9p", { env: {}, home: "C:\\Users\\ada", platform: "win32" })).toEqual({
    address: "\\\\.\\pipe\\claude-auto-continue-k3m9p",
  });
});

describe.skipIf(process.platform === "win32")("a socket's place", () => {
  test("XDG_RUNTIME_DIR, where it is ours and closed", async () => {
    const runtime = makeRuntime(0o700);
    const address = join(runtime, "claude-auto-continue", "k3m9p.sock");
    expect(await find({ XDG_RUNTIME_DIR: `${runtime}/` })).toEqual({ address });
    expect(statSync(join(runtime, "claude-auto-continue")).mode & 0o777).toBe(0o700);
  });

  test("else beside the state: it is open to others, missing, or not named", async () => {
    const address = join(base, "home/.local/state/claude-auto-continue/run/k3m9p.sock");
    expect(await find({})).toEqual({ address });
    expect(await find({ XDG_RUNTIME_DIR: join(base, "missing") })).toEqual({ address });
    expect(await find({ XDG_RUNTIME_DIR: makeRuntime(0o755) })).toEqual({ address });
    expect(statSync(join(base, "home/.local/state/claude-auto-continue/run")).mode & 0o777).toBe(0o700);
  });

  test.skipIf(!isRoot)("not in a runtime directory of another user, as sudo passes it on", async () => {
    const runtime = makeRuntime(0o700);
    chownSync(runtime, 65534, 65534);
    expect(await find({ XDG_RUNTIME_DIR: runtime })).toEqual({
      address: join(base, "home/.local/state/claude-auto-continue/run/k3m9p.sock"),
    });
  });

  test("a home that is too long for a socket: a private directory among the temporary ones", async () => {
    const address = join(base, "tmp", `cac-${uid}`, "k3m9p.sock");
    expect(await find({}, longHome())).toEqual({ address });
    expect(statSync(join(base, "tmp", `cac-${uid}`)).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(address)).toBeLessThan(104);
  });

  test("somebody was there first with a link: a directory that nobody can guess", async () => {
    mkdirSync(join(base, "trap"), { mode: 0o700 });
    symlinkSync(join(base, "trap"), join(base, "tmp", `cac-${uid}`));
    const found = await find({}, longHome());
    expect(found?.directory).toMatch(new RegExp(`/tmp/cac-${uid}-\\w{6}$`));
    expect(found?.address).toBe(join(found?.directory ?? "", "k3m9p.sock"));
    expect(statSync(found?.directory ?? "").mode & 0o777).toBe(0o700);
  });

  test.skipIf(!isRoot)("somebody was there first with a directory of theirs: the same", async () => {
    mkdirSync(join(base, "tmp", `cac-${uid}`), { mode: 0o777 });
    chownSync(join(base, "tmp", `cac-${uid}`), 65534, 65534);
    expect((await find({}, longHome()))?.directory).toMatch(new RegExp(`/tmp/cac-${uid}-\\w{6}$`));
  });

  test("a socket is ours only in a closed directory of ours", async () => {
    expect(await isPrivateSocket(join(base, "nothing.sock"))).toBe(false);
    expect(await isPrivateSocket("/etc/passwd")).toBe(false);
    expect(await isPrivateSocket(join(base, "tmp"))).toBe(false);
  });

  test("no directories, no sockets", async () => {
    expect(await listSockets(surroundings({}, join(base, "home")))).toEqual([]);
  });
});

function makeRuntime(mode: number): string {
  const runtime = mkdtempSync(join(base, "r"));
  chmodSync(runtime, mode);
  return runtime;
}

function longHome(): string {
  return join(base, "x".repeat(100));
}

function surroundings(env: Surroundings["env"], home: string): Surroundings {
  return { env, home, platform: process.platform };
}

function find(env: Surroundings["env"], home = join(base, "home")): ReturnType<typeof findSocketAddress> {
  return findSocketAddress("k3m9p", surroundings(env, home));
}
