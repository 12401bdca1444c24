import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UserError } from "../../../src/errors.js";
import { isolatedHome } from "../../../src/lab/machine/isolated-home.js";
import { endTree } from "../../../src/lab/machine/process-tree.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";
import { ensureTmux, TmuxSession } from "../../../src/lab/session/tmux-session.js";

describe("tmux is missing", () => {
  let bin: string;
  let said: string[];

  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), "cac-test-"));
    said = [];
    vi.stubEnv("PATH", bin);
    vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(bin, { recursive: true });
  });

  /** An apt-get of our own: it writes down what it is asked, then runs the script. */
  function useAptGet(script: string): void {
    const file = join(bin, "apt-get");
    writeFileSync(file, `#!/bin/sh\necho "$*" >> '${bin}/asked'\n${script}\n`);
    chmodSync(file, 0o755);
  }

  function asked(): string {
    return existsSync(join(bin, "asked")) ? readFileSync(join(bin, "asked"), "utf8") : "";
  }

  const INSTALL = '/bin/ln -s /bin/true "${0%/*}/tmux"';

  it("is installed, and that is said", () => {
    useAptGet(INSTALL);
    ensureTmux(true);
    expect([said, asked()]).toEqual([["installing tmux with apt-get\n"], "install -y tmux\n"]);
    ensureTmux(true);
    expect(asked()).toBe("install -y tmux\n");
  });

  it("is installed after an update where the lists of packages are missing", () => {
    useAptGet(`case $1 in update) echo > '${bin}/lists';; *) test -e '${bin}/lists' && ${INSTALL};; esac`);
    ensureTmux(true);
    expect([said, asked()]).toEqual([
      ["installing tmux with apt-get\n"],
      "install -y tmux\nupdate\ninstall -y tmux\n",
    ]);
  });

  it("waits while somebody else installs", () => {
    const busy = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt-get)";
    useAptGet(
      `test -e '${bin}/free' && ${INSTALL} && exit; echo > '${bin}/free'; echo '${busy}' >&2; exit 100`,
    );
    ensureTmux(true);
    expect(asked()).toBe("install -y tmux\ninstall -y tmux\n");
  });

  it.each([
    ["apt-get fails", true, "install -y tmux\nupdate\n"],
    ["we may not install", false, ""],
  ])("is told where %s", (_, mayInstall, calls) => {
    useAptGet("exit 100");
    const error = thrown(() => ensureTmux(mayInstall));
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({
      code: "PROGRAM_NOT_FOUND",
      message: "not installed: tmux",
      fix: "install it, for example: sudo apt-get install tmux",
    });
    expect(asked()).toBe(calls);
  });
});

it("tells the end of a program whose tmux was killed under it", async () => {
  const api = await StandInApi.start(replies({ type: "text", text: "unused" }));
  const home = await isolatedHome({ release: "2.1.325" });
  const session = new TmuxSession(home, api, { columns: 60, rows: 10 });
  try {
    const environment = { PATH: "/usr/bin:/bin" };
    await session.start({ file: "/bin/sh", args: ["-c", "echo ready; sleep 300"], environment });
    await session.waitFor(/ready/);
    const exited = session.exited();
    const server = Number(readFileSync(`/proc/${session.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
    endTree(server);
    expect(await exited).toEqual({ exitCode: undefined, signal: undefined });
  } finally {
    await session.close();
    await api.close();
  }
  expect(existsSync(home.root)).toBe(false);
});

function thrown(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
