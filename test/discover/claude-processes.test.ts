import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ClaudeProcesses } from "../../src/discover/claude-processes.js";
import { listProcesses } from "../../src/host/process-table.js";

const TITLE = `claude${"\0".repeat(50)}`;

let top: string;
let proc: string;
let cwd: string;
let processes: ClaudeProcesses;
let now: number;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-proc-"));
  [proc, cwd] = [join(top, "proc"), join(top, "work")];
  mkdirSync(proc);
  mkdirSync(cwd);
  mkdirSync(join(top, "node_modules", "@anthropic-ai", "claude-code"), { recursive: true });
  writeFileSync(join(top, "node_modules", "@anthropic-ai", "claude-code", "cli.js"), "");
  symlinkSync(join(top, "node_modules", "@anthropic-ai", "claude-code", "cli.js"), join(top, "claude"));
  symlinkSync(join(top, "claude"), join(cwd, "claude"));
  writeFileSync(join(top, "server.js"), "");
  now = 0;
  processes = new ClaudeProcesses(proc, () => now);
});

afterEach(() => rmSync(top, { recursive: true }));

describe.skipIf(process.platform !== "linux")("Claude Code is known by its program", () => {
  it.each([
    [
      "the native program of npm",
      "/usr/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe",
      "claude\0",
    ],
    [
      "the native program of its installer",
      "/home/ada/.local/share/claude/versions/2.1.325",
      "claude\0--continue\0",
    ],
    ["one whose file was replaced", "/home/ada/.local/share/claude/versions/2.1.324 (deleted)", "claude\0"],
    ["a script under its name", "/usr/bin/node", TITLE],
    ["a script by its path", "/usr/bin/node", "node\0--no-warnings\0{top}/claude\0--resume\0"],
    ["a script by a path from where it runs", "/opt/node/bin/node", "node\0./claude\0"],
    ["a script under bun", "/home/ada/.bun/bin/bun", "bun\0{top}/claude\0"],
  ])("%s", (_, program, commandLine) => {
    add(7, program, commandLine);
    expect(find()).toEqual([7]);
  });

  it.each([
    ["another script", "/usr/bin/node", "node\0{top}/server.js\0claude\0"],
    ["a script that is gone", "/usr/bin/node", "node\0{top}/gone.js\0"],
    ["node alone", "/usr/bin/node", "node\0"],
    ["a shell that is called so", "/usr/bin/bash", TITLE],
    ["an editor with its files open", "/usr/bin/vim", "vim\0/usr/bin/claude\0"],
    ["a program with a longer name", "/usr/bin/claude-squad", "claude-squad\0"],
  ])("%s is none", (_, program, commandLine) => {
    add(7, program, commandLine);
    expect(find()).toEqual([]);
  });

  it("one that is known already is not told", () => {
    add(7, "/usr/bin/claude", "claude\0");
    add(8, "/usr/bin/claude", "claude\0");
    expect(processes.find(new Set([7, 8]), new Set([7]))).toEqual([8]);
  });

  it("what cannot be looked at is none, and neither is what is no process", () => {
    mkdirSync(join(proc, "7"));
    mkdirSync(join(proc, "self"));
    expect(find()).toEqual([]);
    expect(new ClaudeProcesses(join(top, "nowhere")).find(new Set([7]))).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("a process is looked at until it must have started", () => {
  it("so that one is found that was still a shell at first", () => {
    add(7, "/usr/bin/bash", "bash\0");
    // However often it is looked for meanwhile.
    for (let look = 0; look < 5; look++) expect(find()).toEqual([]);
    become(7, "/usr/bin/claude", "claude\0");
    expect(find()).toEqual([7]);
  });

  it("and not again, until all is forgotten", () => {
    add(7, "/usr/bin/bash", "bash\0");
    find();
    now += 5000;
    find();
    become(7, "/usr/bin/claude", "claude\0");
    expect(find()).toEqual([]);
    processes.forget();
    expect(find()).toEqual([7]);
  });

  it("and is another one when its number was free in between", () => {
    add(7, "/usr/bin/bash", "bash\0");
    find();
    now += 5000;
    find();
    rmSync(join(proc, "7"), { recursive: true });
    expect(find()).toEqual([]);
    add(7, "/usr/bin/claude", "claude\0");
    expect(find()).toEqual([7]);
  });

  it.each([
    ["Claude Code", "/usr/bin/bash", "/usr/bin/claude", [7]],
    ["something else", "/usr/bin/claude", "/usr/bin/bash", []],
  ])(
    "and is another one, %s, when its number was given again between two looks",
    (_, before, after, found) => {
      add(7, before, "it\0");
      find();
      now += 5000;
      find();
      replace(7, after, "it\0");
      expect(find()).toEqual(found);
    },
  );
});

function find(): readonly number[] {
  return processes.find(listProcesses(proc) ?? new Set());
}

function add(pid: number, program: string, commandLine: string): void {
  mkdirSync(join(proc, String(pid)));
  become(pid, program, commandLine);
}

/** The same process, by an `exec`. */
function become(pid: number, program: string, commandLine: string): void {
  const directory = join(proc, String(pid));
  for (const name of ["exe", "cwd"]) rmSync(join(directory, name), { force: true });
  symlinkSync(program, join(directory, "exe"));
  symlinkSync(cwd, join(directory, "cwd"));
  writeFileSync(join(directory, "cmdline"), commandLine.replace("{top}", top));
}

/** Another process. Made while the first is there: a file system may give a free inode again, /proc does not. */
function replace(pid: number, program: string, commandLine: string): void {
  add(pid + 1, program, commandLine);
  rmSync(join(proc, String(pid)), { recursive: true });
  renameSync(join(proc, String(pid + 1)), join(proc, String(pid)));
}
