import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { findTranscript, ProjectFolder, projectFolder } from "../../src/discover/project-folder.js";

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((digit) => `${digit}1111111-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
];

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-projects-"));
});

afterEach(() => rmSync(top, { recursive: true }));

it.each([
  ["/home/ada/app", "-home-ada-app"],
  ["/home/ada/my.app_2/x y", "-home-ada-my-app-2-x-y"],
  ["/home/ada/größe", "-home-ada-gr--e"],
  ["C:\\Users\\ada", "C--Users-ada"],
])("the folder of %s is %s", (cwd, name) => {
  expect(projectFolder("/c", cwd)).toBe(join("/c", "projects", name));
});

describe("a transcript is found", () => {
  const session = { sessionId: FIRST, cwd: "/home/ada/app" };

  it("where it is to be, also before it is there", () => {
    expect(findTranscript(top, session)).toBe(join(top, "projects", "-home-ada-app", `${FIRST}.jsonl`));
  });

  it("in another project's folder, where it is there", () => {
    put("projects/-elsewhere", FIRST, 1);
    expect(findTranscript(top, session)).toBe(join(top, "projects", "-elsewhere", `${FIRST}.jsonl`));
    put("projects/-home-ada-app", FIRST, 1);
    expect(findTranscript(top, session)).toBe(join(top, "projects", "-home-ada-app", `${FIRST}.jsonl`));
  });
});

describe("the transcripts of a project", () => {
  it("come by when they were written last, the latest first", () => {
    const folder = new ProjectFolder(join(top, "project"));
    folder.notice(undefined);
    expect(folder.writtenSince(0)).toEqual([]);
    put("project", FIRST, 100);
    put("project", SECOND, 300);
    put("project", THIRD, 200);
    folder.notice(undefined);
    expect(folder.writtenSince(0)).toEqual([SECOND, THIRD, FIRST]);
    expect(folder.writtenSince(200_000)).toEqual([SECOND, THIRD]);
    expect(folder.transcriptOf(SECOND)).toBe(join(top, "project", `${SECOND}.jsonl`));
  });

  it("are followed one by one", () => {
    const folder = new ProjectFolder(join(top, "project"));
    put("project", FIRST, 100);
    folder.notice(`${FIRST}.jsonl`);
    put("project", SECOND, 200);
    expect(folder.writtenSince(0)).toEqual([FIRST]);
    folder.notice(`${SECOND}.jsonl`);
    put("project", FIRST, 300);
    folder.notice(`${FIRST}.jsonl`);
    expect(folder.writtenSince(0)).toEqual([FIRST, SECOND]);
    rmSync(join(top, "project", `${FIRST}.jsonl`));
    folder.notice(`${FIRST}.jsonl`);
    expect(folder.writtenSince(0)).toEqual([SECOND]);
  });

  it("are no files of another name", () => {
    const folder = new ProjectFolder(join(top, "project"));
    put("project", "agent-a2795b1", 100);
    put("project", "../outside", 100);
    mkdirSync(join(top, "project", "memory"));
    folder.notice(undefined);
    for (const name of ["agent-a2795b1.jsonl", "../outside.jsonl", "memory"]) folder.notice(name);
    expect(folder.writtenSince(0)).toEqual([]);
  });

  it("are not looked at again while the folder is as it was", () => {
    const folder = new ProjectFolder(join(top, "project"));
    put("project", FIRST, 100);
    utimesSync(join(top, "project"), 100, 100);
    folder.notice(undefined);
    // An old file that is written again leaves the folder as it was: that one is told by its name.
    put("project", FIRST, 500);
    utimesSync(join(top, "project"), 100, 100);
    expect(folder.writtenSince(400_000)).toEqual([]);
    folder.notice(`${FIRST}.jsonl`);
    expect(folder.writtenSince(400_000)).toEqual([FIRST]);
  });
});

function put(folder: string, name: string, seconds: number): void {
  mkdirSync(join(top, folder), { recursive: true });
  const file = join(top, folder, `${name}.jsonl`);
  writeFileSync(file, "");
  utimesSync(file, seconds, seconds);
}
