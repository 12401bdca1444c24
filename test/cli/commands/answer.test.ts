import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { anEntry } from "../../support/daemon/entries.js";
import { aRecord } from "../../support/store/records/records.js";
import { FakeDaemon } from "../../support/cli/fake-daemon.js";
import { FakeWrapper } from "../../support/cli/fake-wrapper.js";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

const PROMPT = {
  id: "pk3m9-1",
  title: "Bash command",
  text: "rm -rf build",
  question: "Do you want to proceed?",
  options: ["Yes", "No"],
  since: Date.parse("2026-11-15T12:00:00.000Z"),
};

let home: string;
let started: { kill(): Promise<void> }[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-answer-")));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((each) => each.kill()));
  rmSync(home, { recursive: true, force: true });
});

test("status shows the prompt, the beginning of its id answers it, once", async () => {
  await wrap("k3m9p", PROMPT);
  expect(cac("status").out).toMatch(
    /\n {7}asks since .*7:00am: Bash command \(cac answer pk3m9-1 yes\|no\)\n$/,
  );
  expect(JSON.parse(cac("status", "--json").out)).toMatchObject([
    { id: "k3m9p", prompt: { ...PROMPT, since: "2026-11-15T12:00:00.000Z" }, screen: ["$ rm -rf build"] },
  ]);
  expect(cac("answer", "pk3", "yes")).toEqual({
    code: 0,
    out: "k3m9p: yes was selected for cac answer\n",
    err: "",
  });
  expect(cac("answer", "pk3", "yes")).toEqual({
    code: 1,
    out: "",
    err: 'cac: no session shows the permission prompt "pk3"\nfix: it may be answered already; cac status shows the prompts that are open, with their ids\n',
  });
});

test("JSON", async () => {
  await wrap("k3m9p", PROMPT);
  expect(JSON.parse(cac("answer", "pk3m9-1", "no", "--json").out)).toEqual({
    id: "k3m9p",
    prompt: "pk3m9-1",
    decision: "no",
    says: "no was selected for cac answer",
  });
});

test("which prompt", async () => {
  await wrap("k3m9p", PROMPT);
  await wrap("k3m9q", { ...PROMPT, id: "pk3m9-2" });
  const both = "pk3m9-1 (/home/ada/project), pk3m9-2 (/home/ada/project)";
  expect(cac("answer", "pk", "yes")).toEqual({
    code: 2,
    out: "",
    err: `cac: "pk" may be any of 2 prompts\nfix: say which: ${both}\n`,
  });
  expect(cac("answer", "", "yes").code).toBe(1);
  expect(cac("answer", "k3m9q", "yes")).toEqual({
    code: 1,
    out: "",
    err: "cac: k3m9q is a session, and its permission prompt is pk3m9-2\nfix: look at what it asks, then: cac answer pk3m9-2 yes|no\n",
  });
});

test("a session that shows none, and one that only the daemon knows", async () => {
  await wrap("k3m9p", undefined);
  started.push(await FakeDaemon.start(home, [anEntry(0xaaaaaaaa)]));
  for (const id of ["k3m9p", "aaaaaaaa"]) {
    expect(cac("answer", id, "yes")).toEqual({
      code: 1,
      out: "",
      err: `cac: session ${id} shows no permission prompt that cac can answer\nfix: answer in its terminal; only sessions that run under this version of cac tell what they ask\n`,
    });
  }
});

test("wrong usage", () => {
  expect(cac("answer", "pk3").code).toBe(2);
  expect(cac("answer", "pk3", "perhaps")).toMatchObject({ code: 2, out: "" });
  expect(cac("answer", "--help").out).toContain("cac answer p4x no    selects the option labelled No");
});

async function wrap(id: string, prompt: typeof PROMPT | undefined): Promise<void> {
  started.push(await FakeWrapper.start(home, aRecord({ id }), prompt && { prompt }));
}

function cac(...args: string[]): Ran {
  return runCac(args, { HOME: home, TZ: "America/New_York" });
}
