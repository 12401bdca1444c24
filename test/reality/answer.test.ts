import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, it } from "vitest";

import { onWrappedStage, type WrappedStage } from "../../src/lab/capture/wrapped-stage.js";
import { labPath } from "../../src/lab/machine/isolated-home.js";
import { CAC } from "../../src/lab/session/wrapped-session.js";
import { ask, bash, isDone } from "../support/reality/approval-stage.js";

/** Each run leaves a file of its own. */
const CALL = bash("mktemp -p . made.XXXXXX", "Make a file");

interface Shown {
  readonly id: string;
  readonly title: string;
}

it.each(["2.1.325", "2.1.197"])(
  "%s: cac answer: yes runs the tool once, no refuses it, an old id reaches nothing",
  (release) =>
    onWrappedStage({ release, args: ["--permission-mode", "default"] }, async (stage) => {
      const input = { file_path: join(stage.session.home.project, "made.txt"), content: "two\n" };
      await ask(stage, CALL, { type: "toolUse", name: "Write", input });
      const first = await promptOf(stage);
      expect(first.title).toBe("Bash command");
      // The beginning of the id is enough.
      expect(await cac(stage, "answer", first.id.slice(0, 6), "yes", "--json")).toMatchObject({ code: 0 });
      // The same words asked again are another prompt.
      const second = await promptOf(stage, first.id);
      expect(second.title).toMatch(/^Create file/);
      expect(made(stage)).toBe(1);
      expect(await cac(stage, "answer", first.id, "yes")).toMatchObject({
        code: 1,
        err: expect.stringContaining("no session shows the permission prompt") as string,
      });
      const before = await stage.reading();
      expect(before.state).toBe("permission");
      expect(await cac(stage, "answer", second.id, "no")).toMatchObject({ code: 0, err: "" });
      // A refused call ends the turn: Claude Code waits for what to do instead.
      await expect.poll(async () => (await stage.reading()).state, { timeout: 60_000 }).toBe("idle");
      expect(made(stage)).toBe(1);
      expect(JSON.parse((await cac(stage, "status", "--json")).out)).toMatchObject([{ prompt: null }]);
    }),
);

it.each(["2.1.325", "2.1.197"])(
  "%s: no goes past the option with a pattern to edit, which stays as it is",
  (release) =>
    onWrappedStage({ release, args: ["--permission-mode", "default"] }, async (stage) => {
      await ask(stage, CALL);
      const { id } = await promptOf(stage);
      expect(await cac(stage, "answer", id, "no")).toMatchObject({ code: 0, err: "" });
      await expect.poll(async () => (await stage.reading()).state, { timeout: 60_000 }).toBe("idle");
      expect(made(stage)).toBe(0);
    }),
);

it("2.1.325: allowed, the turn goes on to its end", () =>
  onWrappedStage({ release: "2.1.325", args: ["--permission-mode", "default"] }, async (stage) => {
    await ask(stage, CALL);
    const { id } = await promptOf(stage);
    expect(await cac(stage, "answer", id, "yes")).toMatchObject({ code: 0 });
    await isDone(stage);
    expect(made(stage)).toBe(1);
  }));

it("2.0.72: a prompt without an option that only says No is left alone, and the reason is given", () =>
  onWrappedStage({ release: "2.0.72", args: ["--permission-mode", "default"] }, async (stage) => {
    await ask(stage, CALL);
    const { id } = await promptOf(stage);
    const before = await stage.reading();
    expect(await cac(stage, "answer", id, "no")).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "the prompt has no option that means just that\nfix: answer it in",
      ) as string,
    });
    expect(await stage.reading()).toEqual(before);
    expect(await cac(stage, "answer", id, "yes")).toMatchObject({ code: 0, err: "" });
    await isDone(stage);
    expect(made(stage)).toBe(1);
  }));

/** The prompt that `cac status` shows twice in a row, other than the one that was there before. A late row gives it a new id. */
async function promptOf(stage: WrappedStage, before?: string): Promise<Shown> {
  let last: Shown | null = null;
  for (const deadline = Date.now() + 120_000; ; await stage.sleep(500)) {
    const { out } = await cac(stage, "status", "--json");
    const [session] = JSON.parse(out) as readonly {
      readonly prompt: Shown | null;
      readonly screen: unknown;
    }[];
    const prompt = session?.prompt ?? null;
    if (prompt && prompt.id === last?.id && prompt.id !== before) return prompt;
    last = prompt;
    if (Date.now() > deadline) throw new Error(`no prompt in 120 s, but ${out}`);
  }
}

function made({ session }: WrappedStage): number {
  return readdirSync(session.home.project).filter((name) => name.startsWith("made.")).length;
}

async function cac(stage: WrappedStage, ...args: readonly string[]) {
  const { home } = stage.session.home;
  const env = { HOME: home, PATH: labPath(), TMPDIR: join(home, "tmp") };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CAC, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
