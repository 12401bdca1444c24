import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { loadConfig } from "../../src/config/load-config.js";
import { isPrivateGroup, thisUser, type User } from "../../src/host/this-user.js";
import { distrustOf, trustedApproval, type Distrust } from "../../src/config/trusted-settings.js";

let root: string;
let home: string;
let project: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "trusted-")));
  home = join(root, "home");
  project = join(home, "project");
  file = join(home, ".config", "claude-auto-continue", "config.json");
  mkdirSync(project, { recursive: true, mode: 0o755 });
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, '{"approve": {"mode": "rules"}}', { mode: 0o644 });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("settings of one's own are trusted, also in a folder below /tmp, which is sticky", () => {
  expect(distrust()).toBeUndefined();
  rmSync(file);
  expect(distrust()).toBeUndefined();
});

describe("the project", () => {
  test.each([".", ".."])("may not contain the home (%s)", (folder) => {
    project = join(home, folder);
    expect(distrust()).toEqual({
      about: "project",
      message: `nothing is approved here: the project ${project} contains your home directory, and so your settings`,
      fix: "cd into a folder below your home, and start the session there",
    });
  });

  test("may not contain the settings file, by any of its names", () => {
    const inside = join(project, "config.json");
    const outside = join(home, "outside.json");
    writeFileSync(outside, "{}");
    symlinkSync(outside, inside);
    symlinkSync(inside, join(home, "by-way-of-the-project.json"));
    symlinkSync(project, join(home, "link"));
    writeFileSync(join(project, "real.json"), "{}");
    for (const named of [
      inside,
      join(project, "missing", "config.json"),
      join(home, "by-way-of-the-project.json"),
      join(home, "link", "real.json"),
      join(home, "link", "missing.json"),
    ]) {
      expect(distrust({ CAC_CONFIG: named })).toEqual({
        about: "project",
        message: `nothing is approved here: the settings file ${named} lies inside the project ${project}, which could change it`,
        fix: "move the file out of the project, and name its new place with CAC_CONFIG",
      });
    }
    expect(distrust({ CAC_CONFIG: outside })).toBeUndefined();
  });

  test("may have another name, which is a link", () => {
    symlinkSync(home, join(root, "same-home"));
    project = join(root, "same-home");
    expect(distrust()?.message).toContain(`the project ${project} contains your home directory`);
  });

  test("may have a name that begins alike", () => {
    mkdirSync(join(home, ".con"));
    project = join(home, ".con");
    expect(distrust()).toBeUndefined();
  });
});

describe.skipIf(process.platform === "win32")("others", () => {
  test.each([
    ["the file", () => file, 0o646, "chmod o-w"],
    ["its folder", () => dirname(file), 0o757, "chmod o-w"],
    ["a folder above", () => dirname(dirname(file)), 0o757, "chmod o-w"],
    ["the home", () => home, 0o757, "chmod o-w"],
    ["a folder above the home", () => root, 0o757, "chmod o-w"],
  ])("may not write to %s", (_, pathOf, mode, fix) => {
    const path = pathOf();
    chmodSync(path, mode);
    expect(distrust()).toEqual({
      about: "file",
      message: `nothing is approved: other users can write to ${path} (mode ${mode.toString(8)}), and could change your rules`,
      fix: `${fix} ${path}`,
    });
  });

  test("may write to a folder with the sticky bit, where nobody can replace what is another's", () => {
    chmodSync(home, 0o1777);
    expect(distrust()).toBeUndefined();
    chmodSync(file, 0o1646);
    expect(distrust()?.fix).toBe(`chmod o-w ${file}`);
  });

  test("may not be able to create the file", () => {
    chmodSync(dirname(file), 0o1777);
    rmSync(file);
    expect(distrust()).toEqual({
      about: "file",
      message: `nothing is approved: ${file} does not exist, and anybody could create it in ${dirname(file)}`,
      fix: "keep the settings in a folder of your own: unset CAC_CONFIG",
    });
  });

  test("may write to the target of a link no more than to the link", () => {
    const shared = join(root, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "config.json"), "{}");
    rmSync(file);
    symlinkSync("../../../shared/config.json", file);
    expect(distrust()).toBeUndefined();
    chmodSync(shared, 0o757);
    expect(distrust()?.fix).toBe(`chmod o-w ${shared}`);
  });

  test("are told apart from the null device, which is no file", () => {
    expect(distrust({ CAC_CONFIG: "/dev/null" })).toBeUndefined();
  });

  test("a circle of links is not followed for ever", () => {
    rmSync(file);
    symlinkSync(file, file);
    expect(distrust()).toEqual({
      about: "file",
      message: `nothing is approved: ${file} cannot be checked (ELOOP)`,
      fix: `see what is there: ls -ld ${file}`,
    });
  });
});

// Only root can give files away.
describe.skipIf(process.getuid?.() !== 0)("another owner", () => {
  test.each([
    ["the file", () => file],
    ["its folder", () => dirname(file)],
    ["the home", () => home],
    ["a folder above the home", () => root],
  ])("of %s", (_, pathOf) => {
    const path = pathOf();
    chownSync(path, OTHER, OTHER);
    expect(distrust()).toEqual({
      about: "file",
      message: `nothing is approved: ${path} belongs to another user (${OTHER}), who could change your rules`,
      fix: `chown ${thisUser()?.name} ${path}`,
    });
  });

  test("of a link", () => {
    const target = join(home, "target.json");
    writeFileSync(target, "{}");
    rmSync(file);
    symlinkSync(target, file);
    lchownSync(file, OTHER, OTHER);
    expect(distrust()).toEqual({
      about: "file",
      message: `nothing is approved: the link ${file} belongs to another user (${OTHER}), who could change your rules`,
      fix: `chown -h ${thisUser()?.name} ${file}`,
    });
  });

  test("is fine where it is the user, and root", () => {
    chownSync(file, OTHER, OTHER);
    chownSync(home, OTHER, OTHER);
    chmodSync(home, 0o775);
    const ada = { uid: OTHER, gid: OTHER, name: "ada" };
    expect(distrust({}, ada)).toBeUndefined();
    expect(distrust({}, { ...ada, gid: 20 })?.fix).toBe(`chmod g-w ${home}`);
    expect(distrust({}, { ...ada, uid: 77 })?.fix).toBe(`sudo chown ada ${home}`);
    chmodSync(home, 0o777);
    expect(distrust({}, { ...ada, gid: 20 })?.fix).toBe(`chmod go-w ${home}`);
    chmodSync(root, 0o757);
    expect(distrust({}, ada)?.fix).toBe(`sudo chmod o-w ${root}`);
  });

  test("says nothing on Windows", () => {
    chownSync(file, OTHER, OTHER);
    const where = { env: { CAC_CONFIG: file }, home, platform: "win32" } as const;
    expect(distrustOf({ projects: [project], where })).toBeUndefined();
  });
});

test("without trust the mode is off, and the reason is kept", () => {
  const where = { env: {}, home, platform: process.platform };
  const { approve } = loadConfig(where);
  expect(approve.mode).toBe("rules");
  expect(trustedApproval(approve, { projects: [project], where })).toEqual({ approve, distrust: undefined });
  const { distrust: why, approve: off } = trustedApproval(approve, { projects: [home], where });
  const reason = `othing is approved here: the project ${home} contains your home directory, and so your settings`;
  expect(why?.message).toBe(`n${reason}`);
  expect(off).toEqual({ ...approve, mode: "off", offBecause: `N${reason}.` });
});

test("where approval is off there is nothing to ask", () => {
  const where = { env: {}, home, platform: process.platform };
  const approve = { ...loadConfig(where).approve, mode: "off" } as const;
  expect(trustedApproval(approve, { projects: [home], where })).toEqual({ approve, distrust: undefined });
});

const ADA = { uid: 1000, gid: 1000, name: "ada" };

test.each<[string, number, User, string, string, boolean]>([
  ["the usual one", 1000, ADA, "ada:x:1000:", "ada:x:1000:1000::/home/ada:/bin/sh", true],
  ["with the user named in it", 1000, ADA, "ada:x:1000:ada", "", true],
  ["of the same name", 5, { ...ADA, gid: 5 }, "ada:x:5:", "ada:x:1000:5", true],
  ["of the same number, where nothing is listed", 1000, ADA, "", "", true],
  ["with a member", 1000, ADA, "ada:x:1000:ada,bob", "", false],
  ["that is the first of another user too", 1000, ADA, "ada:x:1000:", "ada:x:1000:1000\nbob:x:2:1000", false],
  ["shared by all", 20, { ...ADA, gid: 20 }, "staff:x:20:", "ada:x:1000:20", false],
  ["another one of the user's", 30, ADA, "ada:x:30:", "", false],
  ["of root", 0, { uid: 0, gid: 0, name: "root" }, "root:x:0:", "halt:x:7:0:halt:/sbin:/sbin/halt", true],
])("a private group: %s", (_, gid, user, group, passwd, isPrivate) => {
  expect(isPrivateGroup(gid, user, { group, passwd })).toBe(isPrivate);
});

const OTHER = 1234;

function distrust(env: Record<string, string> = {}, user?: User): Distrust | undefined {
  const where = { env, home, platform: process.platform };
  return distrustOf({ projects: [project], where, ...(user && { user }) });
}
