import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { canaries, canaryLibrary } from "./canaries.js";
import { LINKS, textFiles } from "./project-files.js";

/** Any fixed time: a command may not tell two runs apart by it. */
const WRITTEN_AT = new Date("2026-01-02T03:04:05Z");

/** Fills `root` with Ada's home, her project, what lies elsewhere, and the canaries. */
export function buildTemplate(root: string): void {
  const home = join(root, "home/ada");
  const project = join(home, "app");
  const files = { ...textFiles(), ...canariesIn(home) };
  for (const [path, text] of Object.entries(files)) write(join(root, path), text.replaceAll("{root}", root));
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target.replaceAll("{root}", root), join(root, path));
  }
  // Points to mount tools at, and a folder for each thing that programs keep at home.
  for (const path of ["tools/node_modules", "tools/rust", "home/ada/.cache"])
    mkdirSync(join(root, path), { recursive: true });
  buildLibrary(root, home);
  buildKeys(root, home);
  buildData(project);
  buildRepository(root, project);
}

/** All of them in the project and at home, some where tools look for programs, and elsewhere. */
function canariesIn(home: string): Record<string, string> {
  const files = Object.entries(canaries(join(home, "canary.log")));
  const some = files.filter(([name]) => /^evil(?:|\.sh|\.js|\.py|\.mk)$/.test(name));
  const folders = {
    app: files,
    "": files,
    "app/scripts": some,
    "app/node_modules/.bin": some,
    "../../srv/elsewhere": some,
  };
  return Object.fromEntries(
    Object.entries(folders).flatMap(([folder, each]) =>
      each.map(([name, text]) => [join("home/ada", folder, name), text] as const),
    ),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const isProgram = text.startsWith("#!");
  chmodSync(path, isProgram ? 0o755 : /\/\.ssh\/|\.pgpass$/.test(path) ? 0o600 : 0o644);
  utimesSync(path, WRITTEN_AT, WRITTEN_AT);
}

function buildLibrary(root: string, home: string): void {
  const source = join(root, "evil.c");
  writeFileSync(source, canaryLibrary(join(home, "canary.log")));
  execFileSync("gcc", ["-shared", "-fPIC", "-s", "-o", join(home, "app/evil.so"), source]);
  rmSync(source);
}

/** A key that opens the ssh server of the sandbox. */
function buildKeys(root: string, home: string): void {
  const [key, host] = [join(home, ".ssh/id_ed25519"), join(root, "etc/host_key")];
  rmSync(key);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", key]);
  const opened = readFileSync(`${key}.pub`, "utf8");
  write(join(home, ".ssh/authorized_keys"), opened);
  execFileSync("dropbearkey", ["-t", "ed25519", "-f", host], { stdio: "ignore" });
  const shown = execFileSync("dropbearkey", ["-y", "-f", host], { encoding: "utf8" });
  const known = shown.split("\n").find((line) => line.startsWith("ssh-ed25519 ")) ?? "";
  write(join(home, ".ssh/known_hosts"), `localhost ${known}\n127.0.0.1 ${known}\n`);
}

function buildData(project: string): void {
  execFileSync("sqlite3", ["app.db", "create table t (a, b); insert into t values (1, 'one'), (2, 'two');"], {
    cwd: project,
  });
  execFileSync("tar", ["-cf", "archive.tar", "a.txt", "docs"], { cwd: project });
  execFileSync("tar", ["-czf", "archive.tar.gz", "a.txt", "docs"], { cwd: project });
  execFileSync("zip", ["-q", "archive.zip", "a.txt", "docs/guide.md"], { cwd: project });
}

/** A few commits, a branch, a tag, a stash, a change that is staged and one that is not; and a remote next door. */
function buildRepository(root: string, project: string): void {
  const environment = {
    PATH: process.env["PATH"],
    HOME: join(root, "home/ada"),
    GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const git = (...words: readonly string[]): void => {
    execFileSync("git", words, { cwd: project, env: environment, stdio: ["ignore", "ignore", "pipe"] });
  };
  git("init", "-q", "-b", "main");
  git("add", "--", "a.txt", "README.md", "docs", "src/index.ts", "src/add.ts", "package.json", "Makefile");
  git("commit", "-q", "-m", "Start");
  git("add", "--", "b.txt", "main.go", "rust", "pkg", "scripts/ok.js", "evil.sh", "evil.txt");
  git("commit", "-q", "-m", "More");
  git("branch", "topic");
  git("tag", "v1");
  writeFileSync(join(project, "b.txt"), "two\nthree\nfour\nfive\n");
  git("stash", "-q");
  writeFileSync(join(project, "a.txt"), "one\ntwo\nthree\nfour\n");
  git("add", "a.txt");
  writeFileSync(join(project, "README.md"), "# App\n\nSome other text.\n");
  writeFileSync(join(project, "src/add.ts"), "export const add = (a: number, b: number): number => a + b;\n");
  git("gc", "-q");
  git("clone", "-q", "--bare", "--template=", ".", join(root, "srv/elsewhere/repo.git"));
  git("remote", "add", "origin", join(root, "srv/elsewhere/repo.git"));
  git("fetch", "-q", "origin");
  git("config", "alias.evil", "!./evil.sh");
  git("config", "difftool.evil.cmd", "./evil.sh");
  git("config", "mergetool.evil.cmd", "./evil.sh");
  git("config", "gc.auto", "0");
  // Each copy has other inodes; git is to see that the files are still the same.
  git("config", "core.checkStat", "minimal");
  git("config", "core.trustctime", "false");
  for (const path of ["a.txt", "b.txt", "README.md", "src/add.ts"])
    utimesSync(join(project, path), WRITTEN_AT, WRITTEN_AT);
  git("update-index", "-q", "--refresh", "--unmerged");
}

/** Whether the machine can hold the sandbox at all: namespaces need Linux and root. */
export function canOpenSandbox(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && existsSync("/proc/self/ns/net");
}
