import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { statusLines } from "../../../src/cli/persona/persona-status.js";
import { recordFile } from "../../../src/persona/host/host-process.js";
import { FakeHost } from "../../support/cli/fake-host.js";
import { CAC, runCac } from "../../support/cli/run-cac.js";

let host: FakeHost;

beforeAll(async () => {
  host = await FakeHost.start();
});

afterAll(() => host.end());

test("the answer goes to standard output as it is, and nothing else anywhere", () => {
  expect(cac(["ask", "tester", "is", "this\x1b[31m safe?"])).toEqual({
    code: 0,
    out: `${host.pid} is this[31m safe?\n`,
    err: "",
  });
});

test("question and context from standard input", () => {
  expect(cac(["ask", "tester", "-"], "line 1\nline 2\n").out).toBe(`${host.pid} line 1\nline 2\n`);
  expect(cac(["ask", "tester", "safe?", "--context", "-"], "a diff").out).toBe(
    `${host.pid} safe?\n\nContext:\na diff\n`,
  );
  expect(cac(["ask", "tester", "-", "--context", "-"], "both")).toEqual({
    code: 2,
    out: "",
    err: "cac: question and context cannot both come from standard input\nfix: give one of them as an argument\n",
  });
});

test("for programs", () => {
  expect(JSON.parse(cac(["ask", "tester", "what?", "--json"]).out)).toEqual({
    persona: "tester",
    answer: `${host.pid} what?`,
    sessionId: "conversation-of-tester",
  });
  const refused = cac(["ask", "nobody", "what?", "--json"]);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out)).toEqual({
    fault: {
      code: "NO_SUCH_PERSONA",
      message: `there is no persona nobody in ${host.project}`,
      fix: "cac persona list shows all personas, cac persona new nobody creates it",
    },
  });
});

test.skipIf(process.platform === "win32")("a project's name cannot command the terminal", () => {
  const folder = join(host.project, "a\x1b]0;pwned\x07\x1b[31mb\x9b");
  mkdirSync(join(folder, ".git"), { recursive: true });
  const told = `${host.project}/a\\x1b]0;pwned\\x07\\x1b[31mb\\x9b`;
  expect(runCac(["persona", "ask", "nobody", "what?"], host.env, "", folder)).toEqual({
    code: 1,
    out: "",
    err: `cac: there is no persona nobody in ${told}\nfix: cac persona list shows all personas, cac persona new nobody creates it\n`,
  });
  expect(runCac(["persona", "show", "nobody"], host.env, "", folder).err).toBe(
    `cac: there is no persona "nobody" in ${told}\nfix: cac persona new nobody\n`,
  );
});

test.skipIf(process.platform === "win32")("why nothing is approved is told before the answer", () => {
  const file = join(host.project, "config.json");
  writeFileSync(file, '{"approve": {"mode": "rules"}}');
  expect(
    runCac(["persona", "ask", "tester", "hi"], { ...host.env, CAC_CONFIG: file }, "", host.project),
  ).toEqual({
    code: 0,
    out: `${host.pid} hi\n`,
    err: `cac: warning: nothing is approved here: the settings file ${file} lies inside the project ${host.project}, which could change it\nfix: move the file out of the project, and name its new place with CAC_CONFIG\n`,
  });
});

test("what is refused is told with its fix", () => {
  expect(cac(["ask", "../x", "what?"])).toEqual({
    code: 2,
    out: "",
    err:
      'cac: "../x" is not a valid persona name\n' +
      "fix: use letters, digits, - and _, at most 64, with a letter or digit first; cac persona list shows all personas\n",
  });
  expect(cac(["ask", "tester", "hang", "--timeout", "50ms"])).toEqual({
    code: 1,
    out: "",
    err:
      "cac: tester did not answer in time\n" +
      "fix: ask again with a longer timeoutMs (cac persona ask --timeout 30m), or ask for less at once\n",
  });
  expect(cac(["ask", "tester", "what?", "--timeout", "soon"])).toMatchObject({ code: 2 });
});

test("Ctrl+C cancels the question, and the session is free for the next", async () => {
  const child = spawn(process.execPath, [CAC, "persona", "ask", "cancelled", "hang"], {
    cwd: host.project,
    env: host.env,
  });
  const exited = once(child, "exit");
  await expect
    .poll(() => cac(["status", "--json"]).out, { timeout: 30_000 })
    .toContain('"persona":"cancelled","projectRoot"');
  child.kill("SIGINT");
  expect(await text(child.stderr)).toBe("cac: the question to cancelled was cancelled\nfix: ask again\n");
  expect(await exited).toEqual([1, null]);
  expect(cac(["ask", "cancelled", "and now?"]).out).toBe(`${host.pid} and now?\n`);
});

test("a limit is told in the person's own time, and to programs in everybody's", () => {
  const { err } = cac(["ask", "tester", "limited"]);
  expect(err).toMatch(/^cac: tester is at a usage limit, limited until 2026-11-16 05:53:38\nfix: /);
  expect(cac(["ask", "tester", "limited", "--json"]).out).toContain(
    '"message":"tester is at a usage limit, limited until 2026-11-16T10:53:38.000Z"',
  );
});

test("ended by name, or all of them with the host", async () => {
  mkdirSync(join(host.project, ".claude", "personas", "one"), { recursive: true });
  writeFileSync(join(host.project, ".claude", "personas", "one", "CLAUDE.md"), "You are One.");
  for (const name of ["one", "two"]) cac(["ask", name, "what?"]);
  expect(cac(["end", "one"]).out).toBe("1 session ended\n");
  expect(cac(["end", "one"]).out).toBe("no session of one runs here\n");
  expect(cac(["end", "noe"])).toEqual({
    code: 1,
    out: "",
    err: `cac: there is no persona "noe" in ${host.project}\nfix: did you mean one?\n`,
  });
  expect(cac(["end", ""])).toEqual({
    code: 2,
    out: "",
    err:
      'cac: "" is not a valid persona name\n' +
      "fix: use letters, digits, - and _, at most 64, with a letter or digit first; cac persona list shows all personas\n",
  });
  expect(JSON.parse(cac(["end", "--all", "--json"]).out).ended).toBeGreaterThanOrEqual(1);
  expect(await host.exited).toEqual([0, null]);
  expect(cac(["end", "--all"]).out).toBe("no session runs\n");
  expect(cac(["status"]).out).toBe("no persona session runs; cac persona ask NAME QUESTION starts one\n");
  for (const args of [["end"], ["end", "one", "--all"]]) {
    expect(cac(args)).toEqual({
      code: 2,
      out: "",
      err: "cac: name a persona, or all of them with --all\nfix: cac persona end NAME, or cac persona end --all\n",
    });
  }
});

test("ended where no session runs: a conversation that was kept is given up, and that is said", () => {
  const where = { env: host.env, home: host.home, platform: process.platform };
  const lastUsed = new Date().toISOString();
  const held = ["tester", "two"].map((persona) => ({
    persona,
    projectRoot: host.project,
    sessionId: `0a-${persona}`,
    lastUsed,
  }));
  writeFileSync(recordFile(where), JSON.stringify({ version: 1, held }), { mode: 0o600 });
  expect(cac(["end", "tester"]).out).toBe("no session of tester runs here; 1 conversation is given up\n");
  expect(JSON.parse(cac(["end", "--all", "--json"]).out)).toEqual({ ended: 0, givenUp: 1 });
  expect(cac(["end", "--all"]).out).toBe("no session runs\n");
});

test("status as a table", () => {
  const session = {
    persona: "tester",
    projectRoot: "/home/me/project",
    state: "ready",
    pid: 12,
    sessionId: "0a",
    queued: 0,
    questions: 2,
    memoryMb: 310,
    since: "2026-01-01T12:00:00Z",
    idleSince: "2026-01-01T12:05:00Z",
  } as const;
  const busy = { ...session, persona: "security-reviewer", state: "answering", queued: 3 } as const;
  const large = { ...busy, idleSince: undefined, memoryMb: 3000, projectRoot: "/home/me2" };
  expect(statusLines([session, large], new Date("2026-01-01T12:20:30Z"), "/home/me")).toEqual([
    "tester             ready, idle for 15 min  2 answered            310 MB          ~/project",
    "security-reviewer  answering               2 answered, 3 queued  3000 MB (much)  /home/me2",
  ]);
});

test("a chat needs a terminal", () => {
  expect(cac(["chat", "tester"])).toEqual({
    code: 2,
    out: "",
    err: "cac: a chat needs a terminal\nfix: cac persona ask tester QUESTION prints the answer\n",
  });
});

/** With the project named: the test itself runs elsewhere. */
function cac(args: readonly string[], input = "") {
  const [verb = "", ...rest] = args;
  const project = verb === "status" ? [] : ["--project", host.project];
  return runCac(["persona", verb, ...project, ...rest], host.env, input);
}
