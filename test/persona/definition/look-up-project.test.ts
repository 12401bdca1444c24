import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { lookUpProject, realDirectory } from "../../../src/persona/definition/project-root.js";
import { faultOf } from "../../support/persona/host-stage.js";

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-look-")));
  mkdirSync(join(base, "project"));
  symlinkSync("project", join(base, "link"));
  symlinkSync("nowhere", join(base, "broken"));
  writeFileSync(join(base, "file"), "");
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(base, { recursive: true, force: true });
});

test.each(["project", "link", "link/../project/.", "broken", "file", "nothing", "file/in", "a\0b"])(
  "says of %j what realDirectory says",
  async (name) => {
    const directory = `${base}/${name}`;
    const said = await lookUpProject(directory).catch(told);
    expect(said).toEqual(await Promise.resolve(directory).then(realDirectory).catch(told));
  },
);

test("those who come together are told together, in their order, by one look; the next one is looked at anew", async () => {
  const looks: ((real: string) => void)[] = [];
  const look = (): Promise<string> => new Promise((resolve) => looks.push(resolve));
  const order: number[] = [];
  const ask = async (at: number): Promise<void> => {
    await lookUpProject(base, { look });
    order.push(at);
  };
  const all = [ask(1), ask(2), ask(3)];
  looks[0]?.(base);
  await Promise.all(all);
  expect([looks.length, order]).toEqual([1, [1, 2, 3]]);
  const next = ask(4);
  looks[1]?.(base);
  await next;
  expect([looks.length, order]).toEqual([2, [1, 2, 3, 4]]);
});

test("a disk that does not answer is told of, to everybody in time, and not asked anew for each", async () => {
  vi.useFakeTimers();
  let looks = 0;
  const look = (): Promise<string> => {
    looks++;
    return new Promise(() => undefined);
  };
  const directory = join(base, "mounted");
  const first = faultOf(lookUpProject(directory, { look, withinMs: 1000 }));
  vi.advanceTimersByTime(999);
  const second = faultOf(lookUpProject(directory, { look, withinMs: 1000 }));
  vi.advanceTimersByTime(1);
  const fault = {
    code: "NOT_READY",
    message: `the disk of ${directory} does not answer`,
    fix: "check the disk, or its network; then ask again",
  };
  expect(await first).toEqual(fault);
  vi.advanceTimersByTime(999);
  expect(await second).toEqual(fault);
  expect(looks).toBe(1);
  expect(await lookUpProject(join(base, "link"))).toBe(join(base, "project"));
});

function told(thrown: unknown): unknown {
  const { code, message, fix } = thrown as Record<string, unknown>;
  return { code, message, fix };
}
