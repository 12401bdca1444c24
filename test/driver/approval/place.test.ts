import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { placeOf } from "../../../src/driver/approval/place.js";
import type { Place } from "../../../src/policy/tool-call.js";

let root: string;
let project: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cac-place-")));
  project = join(root, "project");
  mkdirSync(join(project, "src"), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("what it says of itself", () => {
  const { cwd, home, project: from } = place({ cwd: join(project, "src") });
  expect({ cwd, home, from }).toEqual({ cwd: join(project, "src"), home: join(root, "home"), from: project });
});

describe.skipIf(process.platform === "win32")("where a path really leads", () => {
  test.each<[string, (at: string) => void, string, string | undefined]>([
    ["a file", (at) => writeFileSync(join(at, "project/a"), ""), "project/a", "project/a"],
    ["what is not there yet", () => undefined, "project/src/x/y", "project/src/x/y"],
    [
      "a link out of the project",
      (at) => symlinkSync(join(at, "other"), join(at, "project/l")),
      "project/l/x",
      "other/x",
    ],
    [
      "a link to a file that is not there",
      (at) => symlinkSync("../../new", join(at, "project/src/l")),
      "project/src/l",
      "new",
    ],
    [
      "two links in a row, below something missing",
      (at) => {
        mkdirSync(join(at, "deep/er"), { recursive: true });
        symlinkSync("../deep", join(at, "project/one"));
        symlinkSync("one/er/gone", join(at, "project/two"));
      },
      "project/two/x",
      "deep/er/gone/x",
    ],
    [
      ".. behind a link: from where it leads",
      (at) => {
        mkdirSync(join(at, "deep/er"), { recursive: true });
        symlinkSync("../deep/er", join(at, "project/l"));
      },
      "project/l/../x",
      "deep/x",
    ],
    ["a circle", (at) => symlinkSync("l", join(at, "project/l")), "project/l/x", undefined],
    ["below a file", (at) => writeFileSync(join(at, "project/a"), ""), "project/a/x", undefined],
    [".. behind what is missing", () => undefined, "project/gone/../x/..", undefined],
    ["a NUL", () => undefined, "project/\0", undefined],
  ])("%s", (_, prepare, path, leadsTo) => {
    prepare(root);
    // Not by join, which would take the .. out.
    expect(place().realPath(`${root}/${path}`)).toBe(leadsTo === undefined ? undefined : join(root, leadsTo));
  });

  test("a path from nowhere in particular leads nowhere", () => {
    expect(place().realPath("project/a")).toBeUndefined();
  });
});

test("the places of settings, also where their links lead", () => {
  const home = join(root, "home");
  mkdirSync(join(root, "dotfiles"));
  mkdirSync(home);
  symlinkSync(join(root, "dotfiles"), join(home, ".claude"));
  expect(place().settings).toEqual([
    join(home, ".config/claude-auto-continue"),
    join(home, ".config/claude-auto-continue/config.json"),
    join(home, ".local/state/claude-auto-continue"),
    join(home, ".claude"),
    join(root, "dotfiles"),
    join(home, ".claude.json"),
    join(project, ".claude"),
    join(project, ".mcp.json"),
  ]);
});

test("named by variables", () => {
  const env = {
    CAC_CONFIG: join(root, "mine.json"),
    CLAUDE_CONFIG_DIR: join(root, "claude"),
    XDG_CONFIG_HOME: join(root, "conf"),
    XDG_STATE_HOME: join(root, "state"),
  };
  expect(place({ env }).settings).toEqual([
    join(root, "conf/claude-auto-continue"),
    join(root, "mine.json"),
    join(root, "state/claude-auto-continue"),
    join(root, "claude"),
    join(root, "home/.claude"),
    join(root, "home/.claude.json"),
    join(project, ".claude"),
    join(project, ".mcp.json"),
  ]);
});

function place({ cwd = project, env = {} }: { cwd?: string; env?: Record<string, string> } = {}): Place {
  return placeOf({ cwd, project, where: { env, home: join(root, "home"), platform: "linux" } });
}
