import { beforeEach, describe, expect, test, vi } from "vitest";

import { readPermissionPrompt } from "../../../src/claude/prompts/permission-prompt.js";
import { readScreen, type ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import { PromptDecider } from "../../../src/driver/approval/prompt-decider.js";
import { asText, stateFixtures, type StateFixture } from "../../support/claude/state-fixtures.js";

const AT = { now: new Date("2026-11-16T06:00:00Z"), timeZone: "UTC" };
const prompts = stateFixtures().filter(({ truth }) => truth.state === "permission" && truth.options);

/** A Claude Code that shows one prompt: arrow keys move its cursor, Enter answers it. */
class FakePrompt {
  readonly keys: string[] = [];
  /** The label on which Enter was pressed. */
  answer: string | undefined;
  /** What is on the screen in place of the prompt. */
  covered: string | undefined;
  /** Called at the last moment before a key. */
  onGlance: () => void = () => {};
  /** Its cursor does not move. */
  isStuck = false;
  ignoresEnter = false;
  readonly decider: PromptDecider;
  readonly #options: readonly string[];
  readonly #rows: string[];
  readonly #optionRows: readonly number[];
  #selected: number;

  constructor(fixture: StateFixture) {
    this.#options = fixture.truth.options ?? [];
    this.#rows = asText(fixture).lines.map(({ text }) => text);
    this.#selected = fixture.truth.selected ?? 0;
    let below = this.#rows.length;
    this.#optionRows = this.#options
      .map((_, index) => this.#options.length - index)
      .map((number) => {
        const isOption = (text: string, row: number) =>
          row < below && new RegExp(`^[│ ]*(?:❯ )? *${number}\\.`).test(text);
        return (below = this.#rows.findLastIndex(isOption));
      })
      .toReversed();
    this.decider = new PromptDecider({
      look: () => {
        const reading = this.reading();
        this.decider.see(reading);
        // Time passes while somebody looks.
        vi.setSystemTime(Date.now() + 400);
        vi.advanceTimersByTime(400);
        return Promise.resolve(reading);
      },
      glance: () => {
        this.onGlance();
        return this.reading();
      },
      press: async (key, isRight) => {
        if (await isRight()) this.#press(key);
      },
      log: () => {},
    });
  }

  reading(): ScreenReading {
    const text = this.covered ?? this.#rows.join("\n");
    return readScreen(screenOfText(text), AT);
  }

  see(): this {
    this.decider.see(this.reading());
    return this;
  }

  get id(): string {
    return this.decider.pending?.id ?? "none";
  }

  #press(key: string): void {
    this.keys.push(key);
    if (key === "up") this.moveTo(this.#selected - 1);
    else if (key === "down") this.moveTo(this.#selected + 1);
    else if (!this.ignoresEnter) {
      this.answer = this.#options[this.#selected];
      this.covered = IDLE;
    }
  }

  moveTo(option: number): void {
    if (this.isStuck) return;
    const [from = 0, to = 0] = [this.#optionRows[this.#selected], this.#optionRows[option]];
    const row = this.#rows[from] ?? "";
    const margin = row.slice(0, row.indexOf("❯"));
    this.#rows[from] = row.replace("❯ ", "  ");
    this.#rows[to] = `${margin}❯ ${(this.#rows[to] ?? "").replace(/^[│ ]*/, "")}`;
    this.#selected = option;
  }
}

const RULE = "─".repeat(60);
const IDLE = ["● Done.", "", RULE, "❯ ", RULE, "  ? for shortcuts"].join("\n");

function fakePrompt(name: string): FakePrompt {
  const fixture = stateFixtures().find((each) => each.name === name);
  if (!fixture) throw new Error(`no fixture ${name}`);
  return new FakePrompt(fixture).see();
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

describe.each(prompts.map((fixture) => [fixture.name, fixture] as const))("%s", (_, fixture) => {
  const prompt = readPermissionPrompt(readScreen(asText(fixture), AT));

  test("yes is pressed on Yes alone, if the prompt is drawn in full", async () => {
    const fake = new FakePrompt(fixture).see();
    const decided = await fake.decider.decide(fake.id, "yes");
    const ups = Array.from({ length: fixture.truth.selected ?? 0 }, () => "up");
    const allowed = [{ ok: true, says: "The call is allowed." }, "Yes", [...ups, "enter"]];
    const left = [{ ok: false, code: "UNREADABLE" }, undefined, []];
    expect([decided, fake.answer, fake.keys]).toMatchObject(prompt?.layout === undefined ? left : allowed);
  });

  test("no is pressed on the one option that is a No", async () => {
    const fake = new FakePrompt(fixture).see();
    const decided = await fake.decider.decide(fake.id, "no");
    const label = fixture.truth.options?.find((option) => /^No\b/.test(option));
    const left = { ok: false, code: "NO_SUCH_OPTION" };
    expect([decided, fake.answer]).toMatchObject([label === undefined ? left : { ok: true }, label]);
    expect(fake.keys.length > 0).toBe(label !== undefined);
  });
});

describe("nothing is pressed", () => {
  test.each(["yes", "no"] as const)("on %s by another id", async (decision) => {
    const fake = fakePrompt("2.1.325/permission-bash");
    expect(await fake.decider.decide("0123456789ab", decision)).toEqual({
      ok: false,
      code: "PROMPT_GONE",
      says: "this permission prompt is no longer on the screen",
      fix: "ask for the prompt again, and decide about what it shows",
    });
    expect(fake.keys).toEqual([]);
  });

  test("if the prompt is gone, or another one is there", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    const { id } = fake;
    fake.covered = IDLE;
    expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    const other = stateFixtures().find(({ name }) => name === "2.1.325/permission-write");
    fake.covered =
      other &&
      asText(other)
        .lines.map(({ text }) => text)
        .join("\n");
    expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    expect(fake.keys).toEqual([]);
  });

  test("if it goes between the look and the key", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    fake.onGlance = () => void (fake.covered = IDLE);
    expect(await fake.decider.decide(fake.id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    expect(fake.keys).toEqual([]);
  });

  test("if the user moves its cursor between the look and the key", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    fake.onGlance = () => fake.moveTo(1);
    expect(await fake.decider.decide(fake.id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    expect(fake.keys).toEqual([]);
  });

  test("if the same words are asked again", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    const { id } = fake;
    fake.covered = IDLE;
    fake.see();
    expect(fake.decider.pending).toBeUndefined();
    fake.covered = undefined;
    fake.see();
    expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    expect(fake.keys).toEqual([]);
  });

  test("if something happened after which the same words may be another prompt", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    const { id } = fake;
    fake.decider.renew();
    expect(fake.id).not.toBe(id);
    expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
    expect(await fake.decider.decide(fake.id, "yes")).toMatchObject({ ok: true });
  });

  test("after an arrow key that moved nothing", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    fake.isStuck = true;
    expect(await fake.decider.decide(fake.id, "no")).toMatchObject({ code: "NOT_SELECTED" });
    expect(fake.keys).toEqual(["down"]);
  });

  test("while another decision is carried out", async () => {
    const fake = fakePrompt("2.1.325/permission-bash");
    const first = fake.decider.decide(fake.id, "yes");
    expect(await fake.decider.decide(fake.id, "no")).toMatchObject({ code: "BUSY" });
    expect(await first).toMatchObject({ ok: true });
    expect(fake.keys).toEqual(["enter"]);
  });
});

test("a prompt that stays after Enter is reported, and has another id from then on", async () => {
  const fake = fakePrompt("2.1.325/permission-bash");
  const { id } = fake;
  fake.ignoresEnter = true;
  expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "STILL_THERE" });
  expect(await fake.decider.decide(id, "yes")).toMatchObject({ code: "PROMPT_GONE" });
  expect(fake.keys).toEqual(["enter"]);
});

test("a prompt keeps its id while only its cursor moves", () => {
  const fake = fakePrompt("2.1.325/permission-bash");
  const { id } = fake;
  fake.moveTo(1);
  fake.see();
  expect(fake.id).toBe(id);
});

test("a pending prompt says what it asks", () => {
  const { pending } = fakePrompt("2.1.325/permission-bash").decider;
  expect(pending).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    title: "Bash command",
    text: expect.stringContaining("rm -rf build") as string,
    question: "Do you want to proceed?",
    options: [
      "Yes",
      "Yes, and always allow access to /home/dev/lab-00000/project from this project",
      "Yes, and switch to auto mode · auto mode handles these prompts for you",
      "No",
    ],
    since: expect.any(Number) as number,
  });
});
