import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { policyLines } from "../../../src/cli/views/policy-view.js";
import { loadConfig } from "../../../src/config/load-config.js";
import { BUILT_IN_NAMES } from "../../../src/policy/builtin/built-in-names.js";
import { BUILT_IN_RULES } from "../../../src/policy/builtin/built-in-rules.js";
import { anApproval } from "../../support/driver/approval/approvals.js";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

const IS_OFF =
  "cac: approval is off, so nothing is approved\nfix: cac config set approve.mode rules; cac policy check --mode rules shows what your rules would say\n";

let home: string;
let project: string;
let file: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-policy-")));
  project = join(home, "project");
  mkdirSync(join(project, "src"), { recursive: true });
  file = join(home, ".config", "claude-auto-continue", "config.json");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("the names that settings know are those of the built-in rules", () => {
  expect(BUILT_IN_RULES.map(({ name }) => name)).toEqual(BUILT_IN_NAMES);
});

test("the guide lists every one of them", () => {
  const guide = readFileSync(new URL("../../../docs/APPROVAL.md", import.meta.url), "utf8");
  const section = guide.slice(guide.indexOf("## Built-in deny rules"), guide.indexOf("## When settings"));
  const listed = [...section.matchAll(/^\| `([a-z-]+-[a-z-]+|sudo|disks)` /gm)].map(([, name]) => name);
  expect(listed).toEqual(BUILT_IN_NAMES);
});

test("list: the mode, the user's rules, and the built-in ones with their names", () => {
  write({
    approve: {
      mode: "rules",
      delayMs: 700,
      allow: ["Edit", "Bash(ls *)"],
      deny: ["WebFetch"],
      without: ["sudo"],
    },
  });
  const lines = [
    "Mode rules: what a rule allows is approved after 700 ms.",
    "",
    "Denied:",
    "  WebFetch",
    "",
    "Denied, built in:",
    ...BUILT_IN_RULES.map(
      ({ name, says }) => `  ${name.padEnd(22)}  ${name === "sudo" ? "(taken out) " : ""}${says}`,
    ),
    "",
    "Left to you:",
    "  (no rule of yours)",
    "",
    "Allowed:",
    "  Edit",
    "  Bash(ls *)",
    "",
    `Your rules are in ${file}.`,
    "",
  ];
  expect(cac()).toEqual({ code: 0, out: lines.join("\n"), err: "" });
  expect(cac("list").out).toBe(lines.join("\n"));
  expect(JSON.parse(cac("--json").out)).toEqual({
    mode: "rules",
    offBecause: null,
    delayMs: 700,
    allow: ["Edit", "Bash(ls *)"],
    ask: [],
    deny: ["WebFetch"],
    builtIn: BUILT_IN_RULES.map(({ name, says }) => ({ name, says, holds: name !== "sudo" })),
  });
});

test("list: no row is wider than the window", () => {
  const look = { areRulesLost: false, columns: 60 };
  const rows = policyLines(loadConfig({ home, env: {} }), look).slice(0, -1);
  expect(rows.slice(0, 2)).toEqual([
    "Mode off: every permission prompt is left to you.",
    "It begins with: cac config set approve.mode rules",
  ]);
  expect(rows.filter((row) => row.length > 60)).toEqual([]);
  const at = rows.findIndex((row) => row.startsWith("  sudo "));
  expect(rows.slice(at, at + 2)).toEqual([
    "  sudo                    whatever runs as somebody else:",
    "                          sudo, doas, su, pkexec, run0",
  ]);
});

test("check: 0 for what would be approved, 1 for what would not", () => {
  write({ approve: { mode: "rules", allow: ["Bash(npm run test *)", "Edit(/src/**)"] } });
  expect(cac("check", "Bash(npm run test -- --watch)")).toEqual({
    code: 0,
    out: "allow  Bash(npm run test *) allows it.\nrule   Bash(npm run test *)\n",
    err: "",
  });
  expect(cac("check", "Bash(npm run test && npm publish)")).toEqual({
    code: 1,
    out: "ask    No rule allows npm publish.\n",
    err: "",
  });
  expect(cac("check", "Bash(rm -rf /)", "--json")).toEqual({
    code: 1,
    out: '{"verdict":"deny","rule":"delete-outside-project","why":"It deletes /, outside the project.","mode":"rules"}\n',
    err: "",
  });
  expect(verdict("Edit(src/a.ts)", "--cwd", project)).toBe("allow");
  expect(verdict("Edit(lib/a.ts)", "--cwd", project)).toBe("ask");
  expect(verdict("Edit(lib/a.ts)", "--cwd", project, "--mode", "all")).toBe("allow");
  expect(verdict("Edit(.claude/settings.json)", "--cwd", project, "--mode", "all")).toBe("deny");
  expect(verdict(`Edit(${file})`, "--mode", "all")).toBe("deny");
});

test.skipIf(process.platform === "win32")("check: links lead where they lead", () => {
  write({ approve: { mode: "rules", allow: ["Edit(/src/**)"] } });
  symlinkSync(home, join(project, "src", "out"));
  expect(verdict("Edit(src/in/a.ts)", "--cwd", project)).toBe("allow");
  expect(verdict("Edit(src/out/a.ts)", "--cwd", project)).toBe("ask");
});

test("check: only where there is a place", () => {
  expect(cac("check", "Bash(ls)", "--cwd", join(home, "nowhere"))).toEqual({
    code: 2,
    out: "",
    err: `cac: ${join(home, "nowhere")} is no directory\nfix: give another --cwd\n`,
  });
});

test("check: where approval is off nothing is approved, unless another mode is asked about", () => {
  const why = "Approval is off: every permission prompt is left to you.";
  expect(cac("check", "Bash(true)")).toEqual({ code: 1, out: `ask    ${why}\n`, err: IS_OFF });
  expect(cac("check", "Bash(true)", "--json")).toEqual({
    code: 1,
    out: `{"verdict":"ask","rule":null,"why":"${why}","mode":"off"}\n`,
    err: IS_OFF,
  });
  expect(cac("check", "Bash(true)", "--mode", "rules")).toMatchObject({ code: 0, err: "" });
  expect(cac("check", "Bash(sudo ls)", "--mode", "all")).toMatchObject({ code: 1, err: "" });
});

test("settings that are not to be trusted approve nothing, and that is said with the fix", () => {
  write({ approve: { mode: "all" } });
  expect(cac("check", "Bash(true)", "--cwd", project).code).toBe(0);
  const reason = `othing is approved here: the project ${home} contains your home directory, and so your settings`;
  const err = `cac: warning: n${reason}\nfix: cd into a folder below your home, and start the session there\n`;
  for (const mode of [[], ["--mode", "rules"]]) {
    expect(cac("check", "Bash(true)", "--cwd", home, ...mode)).toEqual({
      code: 1,
      out: `ask    N${reason}.\n`,
      err,
    });
  }
  const listed = runCac(["policy"], { HOME: home }, "", home);
  expect([listed.code, listed.out.split("\n")[0], listed.err]).toEqual([
    0,
    "Mode off until that is corrected: every permission prompt is left to you.",
    err,
  ]);
  const { out } = runCac(["policy", "--json"], { HOME: home }, "", home);
  expect(JSON.parse(out)).toMatchObject({ mode: "off", offBecause: `N${reason}.` });
});

test("settings of an unknown version approve nothing, also where an option asks for it", () => {
  write({ version: 2, approve: { mode: "all" } });
  const why = `${file}: "version" must be 1, got 2; nothing is approved until that is corrected`;
  const err = `cac: warning: ${why}\nfix: correct the file, or: cac config unset version\n`;
  for (const mode of [[], ["--mode", "all"]]) {
    expect(cac("check", "Bash(true)", ...mode)).toEqual({ code: 1, out: `ask    ${why}.\n`, err });
  }
  expect(cac()).toMatchObject({
    err,
    out: expect.stringMatching(/^Mode off until that is corrected/) as unknown,
  });
});

test.skipIf(process.platform === "win32")(
  "commands to the terminal in the settings are shown, not obeyed",
  () => {
    write({ "a\x1b[31mb": 1, approve: { "x\x1b]0;z\x07": 1 } });
    const { err } = cac();
    expect(err).toContain('"a\\x1b[31mb" is not a setting');
    expect(err).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  },
);

test.each([
  [
    ["check", "rm -rf /"],
    '"rm -rf /" is not a valid call',
    "did you mean 'Bash(rm -rf /)'? cac help policy check",
  ],
  [["check", "bash(ls)"], '"bash(ls)" is not a valid call', "did you mean 'Bash(ls)'? cac help policy check"],
  [
    ["check", "Bash(ls"],
    '"Bash(ls" is not a valid call',
    "write it like a rule: 'Bash(npm test)', 'Edit(src/a.ts)', 'mcp__server__tool({…})'; cac help policy check",
  ],
  [
    ["check", ""],
    '"" is not a valid call',
    "write it like a rule: 'Bash(npm test)', 'Edit(src/a.ts)', 'mcp__server__tool({…})'; cac help policy check",
  ],
  [["chek", "x"], "unknown command 'chek'", "did you mean check?"],
  [["nonsense"], "unknown command 'nonsense'", "cac help policy"],
  [["check"], "missing required argument 'call'", "cac help policy check"],
  [["allow"], "missing required argument 'rule'", "cac help policy allow"],
  [
    ["allow", "Edit", "bash(ls)"],
    '"bash(ls)" names no tool: the tool is called Bash',
    "cac help policy has examples; nothing was changed",
  ],
])("wrong usage: %j", (args, message, fix) => {
  write({ version: 1 });
  expect(cac(...args)).toEqual({ code: 2, out: "", err: `cac: ${message}\nfix: ${fix}\n` });
  expect(readFileSync(file, "utf8")).toBe('{"version":1}');
});

test("rules are added and taken out, and the rest of the file stays", () => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{\n  "title":   false,\n  "approve": { "mode": "rules" }\n}\n');
  expect(cac("allow", "Bash(npm run test *)", "Edit(/src/**)")).toEqual({
    code: 0,
    out: "Bash(npm run test *): added to allow\nEdit(/src/**): added to allow\n",
    err: "",
  });
  cac("deny", "WebFetch");
  expect(cac("allow", " Edit(/src/**) ", "WebFetch", "WebFetch").out).toBe(
    "Edit(/src/**): was in allow already\nWebFetch: added to allow, but deny has it too and comes first\n",
  );
  expect(readFileSync(file, "utf8")).toMatch(/^\{\n {2}"title": {3}false,\n/);
  expect(settings()).toEqual({
    title: false,
    approve: {
      mode: "rules",
      allow: ["Bash(npm run test *)", "Edit(/src/**)", "WebFetch"],
      deny: ["WebFetch"],
    },
  });
  const before = readFileSync(file, "utf8");
  expect(cac("deny", "WebFetch", "--json").out).toBe(
    '[{"rule":"WebFetch","list":"deny","did":"was there","overruledBy":null}]\n',
  );
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(cac("remove", "WebFetch", "Bash(ls)", "Bash(npm run test)")).toEqual({
    code: 1,
    out: [
      "WebFetch: taken out of deny",
      "WebFetch: taken out of allow",
      "Bash(ls): in none of your lists",
      "Bash(npm run test): in none of your lists; did you mean 'Bash(npm run test *)'?",
      "",
    ].join("\n"),
    err: "",
  });
  expect(settings()).toEqual({
    title: false,
    approve: { mode: "rules", allow: ["Bash(npm run test *)", "Edit(/src/**)"] },
  });
});

test("a tool that nobody has heard of is taken, and said", () => {
  expect(cac("deny", "Bahs").out).toBe(
    "Bahs: added to deny, but no tool called Bahs is known; see that it is spelled right\n",
  );
});

test("the first rule of all, and how to begin", () => {
  expect(cac("allow", "Edit")).toEqual({
    code: 0,
    out: "Edit: added to allow\nApproval is off. It begins with: cac config set approve.mode rules\n",
    err: "",
  });
  expect(cac("ask", "WebFetch").out).toBe("WebFetch: added to ask\n");
  expect(settings()).toEqual({ version: 1, approve: { allow: ["Edit"], ask: ["WebFetch"] } });
});

test("a rule that a deny rule makes vain is added, and that is said", () => {
  write({ approve: { mode: "rules", deny: ["Bash(git *)"] } });
  expect(cac("allow", "Bash(sudo apt *)", "Edit(.claude/**)", "Bash(git push *)", "Bash(npm *)").out).toBe(
    [
      "Bash(sudo apt *): added to allow, but sudo denies it and comes first",
      "Edit(.claude/**): added to allow, but own-settings denies it and comes first",
      "Bash(git push *): added to allow, but Bash(git *) denies it and comes first",
      "Bash(npm *): added to allow",
      "",
    ].join("\n"),
  );
});

test("while a rule cannot be read, nobody is told to switch on what is on", () => {
  write({ approve: { mode: "rules", allow: ["Bash(ls *)", "npm test"] } });
  const warning = `cac: warning: ${file}: "approve.allow" is refused: "npm test" is no rule: write Tool or Tool(specifier); nothing is approved until that is corrected\nfix: correct the file, or: cac policy remove 'npm test'\n`;
  const listed = cac();
  expect(listed.err).toBe(warning);
  expect(listed.out.split("\n")[0]).toBe(
    "Mode off until that is corrected: every permission prompt is left to you.",
  );
  expect(listed.out).toContain("Allowed:\n  (none that can be read)\n");
  expect(cac("check", "Bash(ls)")).toEqual({
    code: 1,
    out: `ask    ${file}: "approve.allow" is refused: "npm test" is no rule: write Tool or Tool(specifier); nothing is approved until that is corrected.\n`,
    err: warning,
  });
  expect(cac("allow", "Edit")).toEqual({ code: 0, out: "Edit: added to allow\n", err: warning });
});

test("a bad rule in the file is kept by what adds others, and leaves by its name", () => {
  write({ approve: { mode: "all", deny: ["WebFetch", "bash(ls)"] } });
  const said = cac("deny", "Edit");
  expect(said).toEqual({
    code: 0,
    out: "Edit: added to deny\n",
    err: `cac: warning: ${file}: "approve.deny" is refused: "bash(ls)" names no tool: the tool is called Bash; nothing is approved until that is corrected\nfix: correct the file, or: cac policy remove 'bash(ls)'\n`,
  });
  expect(cac("remove", "bash(ls)")).toEqual({ code: 0, out: "bash(ls): taken out of deny\n", err: "" });
  expect(settings()).toEqual({ approve: { mode: "all", deny: ["WebFetch", "Edit"] } });
});

test.each<[object, string]>([
  [{ approve: { allow: "Bash" } }, "approve.allow"],
  [{ approve: { allow: [1] } }, "approve.allow"],
  [{ approve: ["Bash"] }, "approve"],
])("what is no list of rules is left as it is: %j", (held, key) => {
  write(held);
  for (const verb of ["allow", "remove"]) {
    expect(cac(verb, "Edit")).toEqual({
      code: 1,
      out: "",
      err: `cac: "${key}" in ${file} is no list of rules; it was left as it is\nfix: correct the file, or: cac config unset ${key}\n`,
    });
  }
  expect(settings()).toEqual(held);
});

test("a file that is no JSON is left as it is", () => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "{");
  expect(cac("allow", "Edit")).toMatchObject({ code: 1, out: "" });
  expect(readFileSync(file, "utf8")).toBe("{");
});

test("a built-in rule is none of the user's lists", () => {
  expect(cac("remove", "sudo")).toEqual({
    code: 1,
    out: "",
    err: `cac: sudo is a built-in rule, which is not in your lists\nfix: to do without it: cac config set approve.without '["sudo"]'\n`,
  });
});

test("suggest: rules for what was asked, and the command that takes them", () => {
  expect(cac("suggest")).toEqual({
    code: 0,
    out: "Nothing to suggest: no kind of call that a rule could mean was left to you twice.\n",
    err: "",
  });
  const state = join(home, ".local", "state", "claude-auto-continue");
  mkdirSync(state, { recursive: true });
  const lines = [
    asked("a", "git diff"),
    asked("b", "git diff src"),
    asked("b", "git diff src"),
    asked("c", "sudo ls"),
  ];
  writeFileSync(join(state, "approvals.jsonl"), `${lines.join("\n")}\n`, { mode: 0o600 });
  expect(cac("suggest")).toEqual({
    code: 0,
    out: [
      "Bash(git diff *)  (asked 2 times)",
      "    Bash(git diff)",
      "    Bash(git diff src)",
      "",
      "Those that you agree with:",
      "  cac policy allow 'Bash(git diff *)'",
      "",
    ].join("\n"),
    err: "",
  });
  expect(cac("suggest", "--json").out).toBe(
    '[{"rule":"Bash(git diff *)","count":2,"examples":["Bash(git diff)","Bash(git diff src)"]}]\n',
  );
  cac("allow", "Bash(git diff *)");
  expect(cac("suggest", "--json").out).toBe("[]\n");
});

function cac(...args: string[]): Ran {
  return runCac(["policy", ...args], { HOME: home });
}

function verdict(...args: string[]): unknown {
  return (JSON.parse(cac("check", "--json", ...args).out) as { verdict: unknown }).verdict;
}

function write(settings: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
}

/** A line about a prompt that the person answered. */
function asked(id: string, command: string): string {
  return JSON.stringify(
    anApproval({ id, cwd: project, input: { command }, verdict: "ask", rule: undefined, outcome: "person" }),
  );
}

function settings(): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
