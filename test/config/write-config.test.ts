import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { changeConfig, initConfig } from "../../src/config/write-config.js";
import { writeTarget } from "../../src/store/user-file.js";
import { UserError } from "../../src/errors.js";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "write-config-"));
  file = join(folder, "new", "config.json");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a new file is private and holds the version", () => {
  expect(changeConfig(file, ["pattern"], "quota used up")).toBe(true);
  expect(read()).toBe('{\n  "version": 1,\n  "pattern": "quota used up"\n}\n');
  expect([statSync(file).mode & 0o777, statSync(join(folder, "new")).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readdirSync(join(folder, "new"))).toEqual(["config.json"]);
});

test.skipIf(process.platform === "win32").each([0o400, 0o600, 0o640, 0o644, 0o666])(
  "a replaced file keeps its mode",
  (mode) => {
    write("{}");
    chmodSync(file, mode);
    changeConfig(file, ["pattern"], "x");
    expect(statSync(file).mode & 0o777).toBe(mode);
    expect(JSON.parse(read())).toEqual({ pattern: "x" });
  },
);

test("a name as long as a name can be", () => {
  file = join(folder, "n".repeat(255));
  changeConfig(file, ["pattern"], "first");
  changeConfig(file, ["pattern"], "second");
  expect(JSON.parse(read())).toEqual({ version: 1, pattern: "second" });
  expect(readdirSync(folder)).toEqual(["n".repeat(255)]);
});

// The longest path is Linux's: the file's own just fits, that of a temporary one beside it does not.
test.skipIf(process.platform !== "linux")(
  "what stopped the write is told, not what stopped the cleaning up",
  () => {
    let deep = folder;
    while (deep.length < 3900) deep = join(deep, "d".repeat(100));
    deep = join(deep, "d".repeat(4090 - deep.length - 1));
    mkdirSync(deep, { recursive: true });
    file = join(deep, "c");
    expect(thrown(() => initConfig(file, { force: false }))).toEqual({
      code: "CONFIG_NOT_WRITTEN",
      message: `${file} cannot be written (ENAMETOOLONG)`,
      fix: "see that the path is right, or name another file with CAC_CONFIG",
    });
  },
);

test("what the user wrote stays, to the character", () => {
  write('{ "mine" : [1,2],\n\t"pattern":"a b" }');
  changeConfig(file, ["pattern"], "c d");
  expect(read()).toBe('{ "mine" : [1,2],\n\t"pattern":"c d" }');
});

test("the same value again writes nothing", () => {
  write('{"pattern":   "a b"}');
  const before = statSync(file).ino;
  expect(changeConfig(file, ["pattern"], "a b")).toBe(false);
  expect(statSync(file).ino).toBe(before);
});

test("taken out, also where it stands twice", () => {
  write('{"pattern": "a", "x": 1, "pattern": "b"}');
  expect(changeConfig(file, ["pattern"], undefined)).toBe(true);
  expect(read()).toBe('{"x": 1}');
  expect(changeConfig(file, ["pattern"], undefined)).toBe(false);
});

test("taking out of a file that is not there makes none", () => {
  expect(changeConfig(file, ["pattern"], undefined)).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test("a file that cannot be parsed is left alone", () => {
  write('{"pattern": "precious",}');
  expect(thrown(() => changeConfig(file, ["pattern"], "x"))).toEqual({
    code: "CONFIG_UNUSABLE",
    message: `${file} is not JSON: line 1, column 23: a comma before "}" is not allowed; it was left as it is`,
    fix: "correct it, or start again with: cac config init --force",
  });
  expect(read()).toBe('{"pattern": "precious",}');
});

test("a link stays a link, its target is written", () => {
  const target = join(folder, "dotfiles", "cac.json");
  mkdirSync(join(folder, "dotfiles"));
  mkdirSync(join(folder, "new"));
  symlinkSync("../dotfiles/cac.json", file);
  changeConfig(file, ["pattern"], "first");
  changeConfig(file, ["pattern"], "second");
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, "utf8"))).toEqual({ version: 1, pattern: "second" });
});

test("a link that leads in a circle is told", () => {
  mkdirSync(join(folder, "new"));
  symlinkSync(file, file);
  const fix = "the link leads in a circle: remove it";
  expect(thrown(() => changeConfig(file, ["pattern"], "x"))).toEqual({
    code: "CONFIG_UNUSABLE",
    message: `${file} cannot be read (ELOOP); it was left as it is`,
    fix,
  });
  expect(thrown(() => initConfig(file, { force: true }))).toEqual({
    code: "CONFIG_NOT_WRITTEN",
    message: `${file} cannot be written (ELOOP)`,
    fix,
  });
});

test("a folder that cannot be made is told with its fix", () => {
  writeFileSync(join(folder, "new"), "a file in the way");
  expect(thrown(() => initConfig(file, { force: true }))).toEqual({
    code: "CONFIG_NOT_WRITTEN",
    message: `${file} cannot be written (ENOTDIR)`,
    fix: "see that the path is right, or name another file with CAC_CONFIG",
  });
});

test("a directory is left alone, with force too", () => {
  mkdirSync(file, { recursive: true });
  for (const force of [false, true]) {
    expect(thrown(() => initConfig(file, { force }))).toEqual({
      code: "CONFIG_NOT_A_FILE",
      message: `${file} is a directory; it was left as it is`,
      fix: "name a file, or move the directory away",
    });
  }
  expect(readdirSync(join(folder, "new"))).toEqual(["config.json"]);
  expect(lstatSync(file).isDirectory()).toBe(true);
});

// They stand for any device: root could replace one by a file.
describe.skipIf(process.platform === "win32")("what is no regular file is left alone", () => {
  test.each(["a named pipe", "a link to a named pipe"])("%s", (kind) => {
    mkdirSync(join(folder, "new"));
    const pipe = kind === "a named pipe" ? file : join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    if (pipe !== file) symlinkSync(pipe, file);
    expectRefused(pipe);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(join(folder, "new"))).toEqual(["config.json"]);
  });

  test("a socket", async () => {
    mkdirSync(join(folder, "new"));
    const server = createServer().listen(file);
    await once(server, "listening");
    // A socket cannot even be opened.
    expect(thrown(() => changeConfig(file, ["pattern"], "x")).code).toBe("CONFIG_UNUSABLE");
    expect(thrown(() => initConfig(file, { force: true })).message).toBe(
      `${file} is not a regular file; it was left as it is`,
    );
    expect(lstatSync(file).isSocket()).toBe(true);
    server.close();
    await once(server, "close");
  });
});

test("the null device is not a file, and is never written", () => {
  const nullDevice = join(folder, "null");
  expect(thrown(() => writeTarget(nullDevice, nullDevice))).toEqual({
    code: "CONFIG_NOT_A_FILE",
    message: `${nullDevice} is not a settings file: nothing can be kept there`,
    fix: "name a file with CAC_CONFIG, or: unset CAC_CONFIG",
  });
  expect(existsSync(nullDevice)).toBe(false);
});

test("init refuses to overwrite; with force it keeps every old file", () => {
  expect(initConfig(file, { force: false })).toEqual({ backup: undefined });
  expect(read()).toBe('{\n  "version": 1\n}\n');
  expect(thrown(() => initConfig(file, { force: false }))).toEqual({
    code: "CONFIG_EXISTS",
    message: `${file} is there already`,
    fix: "cac config init --force writes a new one and keeps the old one beside it",
  });
  write("first");
  expect(initConfig(file, { force: true })).toEqual({ backup: `${file}.bak` });
  write("second");
  expect(initConfig(file, { force: true })).toEqual({ backup: `${file}.bak2` });
  expect([readFileSync(`${file}.bak`, "utf8"), readFileSync(`${file}.bak2`, "utf8")]).toEqual([
    "first",
    "second",
  ]);
});

test.skipIf(process.platform === "win32")("no copy, no new file", () => {
  write("precious");
  chmodSync(file, 0o200);
  const refusal = asOrdinaryUser(() => thrown(() => initConfig(file, { force: true })));
  expect(refusal).toEqual({
    code: "CONFIG_UNUSABLE",
    message: `${file} cannot be read (EACCES), so no copy of it can be kept`,
    fix: `chmod u+r ${file}`,
  });
  chmodSync(file, 0o600);
  expect(read()).toBe("precious");
});

/** Root may read anything, so root steps down for as long as it takes. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  for (const path of [folder, dirname(file), file]) chownSync(path, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

const NOBODY = 65_534;

test("at every moment the file is whole, so a kill at any moment leaves it whole", async () => {
  const module = new URL("../../dist/config/write-config.js", import.meta.url).href;
  const script = `
    const { changeConfig } = await import(${JSON.stringify(module)});
    for (let i = 0; ; i++) {
      changeConfig(${JSON.stringify(file)}, ["filler"], String(i % 10).repeat(100_000));
      if (i === 0) console.log("writing");
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(child.stdout, "data");
    const seen = new Set<string>();
    // Until the writer was met in each of its ten turns, and a thousand times at least.
    for (let reads = 0; reads < 1000 || seen.size < 10; reads++) {
      const { filler } = JSON.parse(read()) as { filler: string };
      expect(filler).toHaveLength(100_000);
      seen.add(filler.charAt(0));
    }
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(JSON.parse(read())).toEqual({ version: 1, filler: expect.any(String) as unknown });
});

function expectRefused(target: string): void {
  const fix = "name a regular file";
  expect(thrown(() => changeConfig(file, ["pattern"], "x"))).toEqual({
    code: "CONFIG_UNUSABLE",
    message: `${file} is not a regular file; it was left as it is`,
    fix,
  });
  for (const force of [false, true]) {
    expect(thrown(() => initConfig(file, { force }))).toEqual({
      code: "CONFIG_NOT_A_FILE",
      message: `${target} is not a regular file; it was left as it is`,
      fix,
    });
  }
}

function write(text: string): void {
  mkdirSync(join(folder, "new"), { recursive: true });
  writeFileSync(file, text);
}

function read(): string {
  return readFileSync(file, "utf8");
}

function thrown(run: () => unknown): { code: string; message: string; fix: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return { code: error.code, message: error.message, fix: error.fix };
    throw error;
  }
  throw new Error("nothing was thrown");
}
