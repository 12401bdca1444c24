import {
  chmodSync,
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
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { installHooks, uninstallHooks, type HookPlace } from "../../../src/install/hooks/hook-settings.js";
import { ourHooks } from "../../../src/install/hooks/hook-text.js";

const command = "node /opt/cac/dist/cli/main.js hook claude-auto-continue";
const HOOKS = ["SessionStart", "StopFailure", "SessionEnd"].map((event) => ({ event, command }));

const CORRECT_IT = "correct it, or put the hooks there yourself: cac install --print shows them";

let folder: string;
let place: HookPlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hook-settings-"));
  place = { file: join(folder, "settings.json"), directory: join(folder, "auto-resume") };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEADROOM = '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }\n    ]\n  }\n}\n';

test.each([
  ["two blanks", '{\n  "model": "opus",\n  "n": 12345678901234567890\n}\n'],
  ["tabs and CRLF", '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n'],
  ["one line, no end of line", '{"model":"opus"}'],
  ["empty, with white space inside", "{ \n\n }\n\n"],
  ["empty hooks", '{ "hooks": { } }'],
  ["an empty list of an event that we use", '{"hooks": {"SessionEnd": [\n]}}'],
  ["keys that nobody knows", '{"$schema": "x", "unheard": {"of": [1, 2 , 3]}, "hooks":{"Unheard":[{}]}}'],
  ["hooks of their own", HEADROOM],
  ["a byte order mark", '\uFEFF{\n  "model": "opus"\n}\n'],
  ["equal keys", '{"hooks": {"Stop": []}, "hooks": {"SessionStart": [{"hooks": []}]}}'],
  ["letters of other writings", '{"ключ": "значение 😀", "hooks": {"StopFailure": [{"matcher": "😀"}]}}'],
])("%s: there, and gone without a trace", async (_, text) => {
  write(text);
  chmodSync(place.file, 0o640);
  const { changed, backup } = await installHooks(place, HOOKS);
  expect({ changed, backup, kept: readFileSync(backup ?? "", "utf8") }).toEqual({
    changed: true,
    backup: `${place.file}.bak`,
    kept: text,
  });
  expect(installed()).toEqual(HOOKS.map(({ event }) => event).toSorted());
  expect(statSync(place.file).mode & 0o777).toBe(0o640);
  expect(await uninstallHooks(place)).toEqual({ removed: 3, backup: undefined });
  expect(read()).toBe(text);
  expect(readdirSync(folder).toSorted()).toEqual(["auto-resume", "settings.json"]);
  expect(readdirSync(place.directory)).toEqual([]);
});

const anySettings = fc
  .tuple(
    fc.dictionary(
      fc.string().filter((key) => key !== "hooks"),
      fc.jsonValue(),
    ),
    fc.option(
      fc.dictionary(
        fc.constantFrom("SessionStart", "StopFailure", "Stop", "PreToolUse"),
        fc.array(fc.record({ matcher: fc.string(), hooks: fc.array(fc.jsonValue()) })),
      ),
      { nil: undefined },
    ),
  )
  .map(([others, hooks]) => Object.assign(others, hooks && { hooks }));
const padding = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r\n"), maxLength: 3 });
const anyText = fc
  .tuple(anySettings, fc.constantFrom(undefined, "  ", "\t"), fc.boolean(), padding, padding)
  .map(([value, indent, isDos, before, after]) => {
    const text = JSON.stringify(value, undefined, indent);
    return before + (isDos ? text.replaceAll("\n", "\r\n") : text) + after;
  });

test("any settings: install, install again, uninstall", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      write(text);
      await installHooks(place, HOOKS);
      const once = read();
      expect(installed()).toEqual(HOOKS.map(({ event }) => event).toSorted());
      expect(await installHooks(place, HOOKS)).toEqual({ changed: false, backup: undefined });
      expect(read()).toBe(once);
      await uninstallHooks(place);
      expect(read()).toBe(text);
      expect(existsSync(`${place.file}.bak`)).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test("without the record nothing is lost but sections that were empty anyway", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      write(text);
      const { backup } = await installHooks(place, HOOKS);
      rmSync(join(place.directory, "install.json"));
      await uninstallHooks(place);
      expect(pruned(JSON.parse(read()))).toEqual(pruned(JSON.parse(text)));
      rmSync(backup ?? "");
    }),
    { numRuns: 100 },
  );
});

test("without a file one is made for us alone, and removed again", async () => {
  expect(await installHooks(place, HOOKS)).toEqual({ changed: true, backup: undefined });
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
  expect(statSync(join(place.directory, "install.json")).mode & 0o777).toBe(0o600);
  expect(installed()).toHaveLength(3);
  expect(await uninstallHooks(place)).toEqual({ removed: 3, backup: undefined });
  expect(readdirSync(folder)).toEqual(["auto-resume"]);
});

test("a file that was made for us goes too when Claude Code has written it anew", async () => {
  await installHooks(place, HOOKS);
  write(JSON.stringify(JSON.parse(read()), undefined, 2));
  await uninstallHooks(place);
  expect(existsSync(place.file)).toBe(false);
});

test("a file that was made for us and has been added to stays", async () => {
  await installHooks(place, HOOKS);
  write(read().replace("{", '{\n  "model": "opus",'));
  await uninstallHooks(place);
  expect(JSON.parse(read())).toEqual({ model: "opus" });
});

test("what the user changed since stays changed, all else is as it was", async () => {
  write('{\n  "model": "opus",\n  "hooks": {}\n}\n');
  const { backup } = await installHooks(place, HOOKS);
  write(read().replace('"opus"', '"sonnet"'));
  expect(await uninstallHooks(place)).toEqual({ removed: 3, backup });
  expect(read()).toBe('{\n  "model": "sonnet",\n  "hooks": {}\n}\n');
  expect(readFileSync(backup ?? "", "utf8")).toContain("opus");
});

test("hooks that were put beside ours stay, in a file that was formatted anew", async () => {
  write('{"model":"opus"}');
  await installHooks(place, HOOKS);
  const value = JSON.parse(read()) as { hooks: Record<string, { hooks: object[] }[]> };
  value.hooks["SessionStart"]?.[0]?.hooks.push({ type: "command", command: "say hi" });
  write(JSON.stringify(value, undefined, 4));
  await uninstallHooks(place);
  expect(read()).toBe(
    JSON.stringify(
      { model: "opus", hooks: { SessionStart: [{ hooks: [{ type: "command", command: "say hi" }] }] } },
      undefined,
      4,
    ),
  );
});

test("a later install changes ours and nothing else, and the way back leads to the first text", async () => {
  const text = '{\n  "hooks": { "Stop" : [ ] },\n  "model": "opus"\n}\n';
  write(text);
  await installHooks(place, HOOKS.slice(0, 1));
  const moved = HOOKS.map(({ event }) => ({ event, command: command.replace("/opt/cac", "/opt/new") }));
  expect(await installHooks(place, moved)).toEqual({ changed: true, backup: undefined });
  expect(ourHooks(JSON.parse(read())).map((hook) => hook.command)).toEqual(moved.map((hook) => hook.command));
  expect(await uninstallHooks(place)).toEqual({ removed: 3, backup: undefined });
  expect(read()).toBe(text);
  expect(readdirSync(folder).toSorted()).toEqual(["auto-resume", "settings.json"]);
});

test("settings that the user removed in between are made anew, and removed again", async () => {
  write("{ }");
  await installHooks(place, HOOKS);
  rmSync(place.file);
  expect((await installHooks(place, HOOKS)).changed).toBe(true);
  await uninstallHooks(place);
  expect(readdirSync(folder).toSorted()).toEqual(["auto-resume", "settings.json.bak"]);
});

test("a copy of somebody else's is left alone", async () => {
  write("{}");
  writeFileSync(`${place.file}.bak`, "mine");
  expect((await installHooks(place, HOOKS)).backup).toBe(`${place.file}.bak2`);
  await uninstallHooks(place);
  expect(readdirSync(folder).toSorted()).toEqual(["auto-resume", "settings.json", "settings.json.bak"]);
  expect(readFileSync(`${place.file}.bak`, "utf8")).toBe("mine");
});

test("a link stays a link, and the file that it leads to keeps its place", async () => {
  mkdirSync(join(folder, "dotfiles"));
  const real = join(folder, "dotfiles", "claude.json");
  writeFileSync(real, "{}\n");
  symlinkSync(join("dotfiles", "claude.json"), place.file);
  await installHooks(place, HOOKS);
  expect(lstatSync(place.file).isSymbolicLink()).toBe(true);
  expect(ourHooks(JSON.parse(readFileSync(real, "utf8")))).toHaveLength(3);
  // Beside the link: a repository of dotfiles is no place for it.
  expect(readdirSync(join(folder, "dotfiles"))).toEqual(["claude.json"]);
  await uninstallHooks(place);
  expect([readFileSync(real, "utf8"), lstatSync(place.file).isSymbolicLink()]).toEqual(["{}\n", true]);
});

test.each([
  [
    "// mine\n{}\n",
    "SETTINGS_UNUSABLE",
    "is not JSON: line 1, column 1: comments are not allowed; it was left as it is",
  ],
  [
    '{"a": 1,}',
    "SETTINGS_UNUSABLE",
    'is not JSON: line 1, column 8: a comma before "}" is not allowed; it was left as it is',
  ],
  [
    "",
    "SETTINGS_UNUSABLE",
    "is not JSON: line 1, column 1: expected a value, got the end of the file; it was left as it is",
  ],
  ["[]", "SETTINGS_UNUSABLE", "must hold an object, { … }; it was left as it is"],
])("%j is refused and left alone", async (text, code, says) => {
  write(text);
  const fix = text === "" ? "write {} into it, or remove it" : CORRECT_IT;
  const error = { code, message: `${place.file} ${says}`, fix };
  await expect(installHooks(place, HOOKS)).rejects.toMatchObject(error);
  await expect(uninstallHooks(place)).rejects.toMatchObject(error);
  expect(read()).toBe(text);
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

test("hooks of a form that is none are refused and left alone", async () => {
  write('{"hooks": {"Stop": "say hi"}}');
  await expect(installHooks(place, HOOKS)).rejects.toMatchObject({
    code: "SETTINGS_UNUSABLE",
    message: `${place.file}: hooks.Stop must be an array, [ … ]; it was left as it is`,
    fix: `correct it: ${place.file}`,
  });
  expect(readdirSync(folder)).toEqual(["settings.json"]);
});

test("a file that was made read-only is nobody's to write, root's neither", async () => {
  write("{}\n");
  chmodSync(place.file, 0o444);
  await expect(installHooks(place, HOOKS)).rejects.toMatchObject({
    code: "SETTINGS_READ_ONLY",
    message: `${place.file} is read-only; it was left as it is`,
    fix: `chmod u+w ${place.file}, or put the hooks there yourself: cac install --print shows them`,
  });
  expect([read(), readdirSync(folder)]).toEqual(["{}\n", ["settings.json"]]);
});

test("where nothing of ours can be kept, nothing is changed", async () => {
  write("{}\n");
  writeFileSync(place.directory, "a file in its place");
  await expect(installHooks(place, HOOKS)).rejects.toMatchObject({
    code: "RECORD_NOT_WRITTEN",
    message: `${place.directory} is not a directory; nothing was changed`,
  });
  expect([read(), readdirSync(folder).toSorted()]).toEqual(["{}\n", ["auto-resume", "settings.json"]]);
});

test("a record that somebody tampered with is not believed", async () => {
  write('{"model":"opus"}');
  await installHooks(place, HOOKS);
  const record = join(place.directory, "install.json");
  const told = JSON.parse(readFileSync(record, "utf8")) as { now: string };
  writeFileSync(record, JSON.stringify({ ...told, was: ', "apiKeyHelper": "evil"' }));
  await uninstallHooks(place);
  expect(read()).toBe('{"model":"opus"}');
});

test("nothing of ours there: nothing is written", async () => {
  write("{ }");
  chmodSync(place.file, 0o444);
  expect(await uninstallHooks(place)).toEqual({ removed: 0, backup: undefined });
  expect(read()).toBe("{ }");
});

function write(text: string): void {
  writeFileSync(place.file, text);
}

function read(): string {
  return readFileSync(place.file, "utf8");
}

function installed(): string[] {
  const text = read().replace(/^\uFEFF/, "");
  return ourHooks(JSON.parse(text))
    .map(({ event }) => event)
    .toSorted();
}

function pruned(settings: { hooks?: Record<string, unknown[]> }): object {
  const { hooks = {}, ...others } = settings;
  return {
    ...others,
    hooks: Object.fromEntries(Object.entries(hooks).filter(([, held]) => held.length > 0)),
  };
}
