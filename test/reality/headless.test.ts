import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";

import { parseRelease } from "../../src/claude/hooks/releases.js";
import { systemClock, type HeadlessClock } from "../../src/headless/retry-waiter.js";
import { runHeadless } from "../../src/headless/run-headless.js";
import { isolatedHome, labEnvironment, labPath } from "../../src/lab/machine/isolated-home.js";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import { limit, type Reply } from "../../src/lab/api/reply.js";
import { StandInApi, type ApiRequest } from "../../src/lab/api/stand-in-api.js";
import { QuickClock } from "../support/headless/headless-stage.js";

const RELEASES = ["2.1.325", "2.1.197", "2.0.72", "1.0.64"];
const ANSWER = "All done — héllo.";
const ROWS = ["--output-format", "stream-json", "--verbose"];

interface Job {
  readonly release: string;
  readonly args: readonly string[];
  readonly stdin: Readable;
  /** `claude` is Claude Code in the same place, without us, until it has ended. */
  readonly script: (request: ApiRequest, claude: Claude) => Reply | Promise<Reply>;
  readonly clock?: HeadlessClock;
  readonly before?: (claude: Claude) => Promise<unknown>;
}

type Claude = (...args: string[]) => Promise<unknown>;

interface Done {
  readonly exit: { exitCode: number };
  readonly out: string;
  readonly err: string;
  /** What the user and we said, in the request that was answered. */
  readonly said: string[];
  readonly conversation: readonly ApiRequest[];
}

async function run({ release, args, stdin, script, clock, before }: Job): Promise<Done> {
  const command = await installedRelease(release);
  const home = await isolatedHome({ release });
  const claude: Claude = (...bare) =>
    once(spawn(command, bare, { env: environment(), cwd: home.project, stdio: "ignore" }), "exit");
  const api = await StandInApi.start((request) => script(request, claude));
  const environment = (): Record<string, string> => {
    const { account } = home;
    const timeZone = "America/New_York";
    return labEnvironment({ home: home.home, apiUrl: api.url, account, timeZone, path: labPath() });
  };
  try {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const [out, err] = [text(stdout), text(stderr)];
    await before?.(claude);
    const exit = await runHeadless({
      command,
      args,
      config: { prompt: "continue", safetyBufferMs: 1000 },
      env: environment(),
      cwd: home.project,
      release: parseRelease(release),
      signals: new EventEmitter() as unknown as NodeJS.Process,
      stdin,
      stdout,
      stderr,
      clock: clock ?? systemClock,
    });
    stdout.end();
    stderr.end();
    const conversation = api.conversation();
    return { exit, out: await out, err: await err, said: spoken(conversation.at(-1)!), conversation };
  } finally {
    await api.close();
    await home.remove();
  }
}

/** The texts of the user's messages, without what Claude Code adds of its own. */
function spoken(request: ApiRequest): string[] {
  const { messages } = request.body as { messages: { role: string; content: unknown }[] };
  const blocks = messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) =>
      typeof content === "string" ? [{ text: content }] : (content as { text?: string }[]),
    );
  return blocks
    .map((block) => block.text?.trim() ?? "")
    .filter((said) => !/^(?:<system-reminder>|Continue from where you left off\.|$)/.test(said));
}

/** Refused until somebody has said `continue` that often; some releases ask twice before they give up. */
function limitedUntilContinued(times: number, onAnswer = () => {}): (request: ApiRequest) => Reply {
  return (request) => {
    const continued = spoken(request).filter((said) => said === "continue").length;
    if (continued < times) return limit("five_hour", new Date(Date.now() + (continued + 1) * 3_600_000));
    onAnswer();
    return { type: "text", text: ANSWER };
  };
}

/** At its limit for some seconds, from the first request on. */
class ShortLimit {
  resetsAt = 0;
  readonly script = (): Reply => {
    const now = Date.now();
    const nextMinute = Math.ceil((now + 1) / 60_000) * 60_000;
    // Most releases name the minute alone: a reset in the next one is at its beginning, as they say.
    this.resetsAt ||= Math.min(Math.ceil(now / 1000 + 6) * 1000, nextMinute);
    if (Date.now() < this.resetsAt) return limit("five_hour", new Date(this.resetsAt));
    return { type: "text", text: ANSWER };
  };
}

type Format = "text" | "json" | "stream-json";

const ALL_THAT_COMES_OUT = {
  text: `${ANSWER}\n`,
  json: [["result", false, ANSWER]],
  // One `init` for each run; the result of the first is not there.
  "stream-json": [["system"], ["system"], ["result", false, ANSWER]],
};

function summary(format: Format, out: string): unknown {
  if (format === "text") return out;
  return rowsOf(out)
    .filter(({ type }) => type === "system" || type === "result")
    .map((row) => (row["type"] === "result" ? ["result", row["is_error"], row["result"]] : ["system"]));
}

describe("scene 4: -p at a limit that resets in seconds", () => {
  const formats = {
    text: { args: ["-p", "do the work", "--allowedTools", "Read", "Grep"], stdin: [] },
    json: { args: ["-p", "--output-format", "json"], stdin: ["do the ", "work"] },
    "stream-json": { args: ["-p", "do the work", ...ROWS], stdin: [] },
  } as const;
  const cells = RELEASES.flatMap((release) =>
    (["text", "json", "stream-json"] as const).map((format) => [release, format] as const),
  );
  /** All at once: most of their time is waiting. */
  const jobs = new Map<string, { limit: ShortLimit; done: Promise<Done> }>();

  beforeAll(() => {
    for (const [release, format] of cells) {
      const limit = new ShortLimit();
      const { args, stdin } = formats[format];
      const done = run({ release, args, stdin: Readable.from(stdin), script: limit.script });
      // Its test says so; until then it is no error of this process.
      done.catch(() => undefined);
      jobs.set(`${release} ${format}`, { limit, done });
    }
  });

  it.each(cells)(
    "%s, %s: the answer comes out, and the model is asked once to continue",
    async (release, format) => {
      const { limit, done: pending } = jobs.get(`${release} ${format}`)!;
      const done = await pending;
      expect(done).toMatchObject({ exit: { exitCode: 0 }, err: "" });
      expect(summary(format, done.out)).toEqual(ALL_THAT_COMES_OUT[format]);
      expect(done.said).toEqual(["do the work", "continue"]);
      const asked = done.conversation.filter((request) => spoken(request).includes("continue"));
      expect(asked).toHaveLength(1);
      // Where only the minute is named, and has begun, it waits until that is over.
      expect(asked[0]?.at.getTime()).toBeGreaterThanOrEqual(limit.resetsAt + 1000);
    },
  );
});

/** 1.0.64 gives a resumed session another id, the newest keeps it. */
const ENDS = ["2.1.325", "1.0.64"];

describe.concurrent("two limits in a row", () => {
  it.each(ENDS)("%s, text: the session is found again each time", async (release) => {
    const clock = new QuickClock();
    const args = ["-p", "do the work"];
    const script = limitedUntilContinued(2);
    const done = await run({ release, args, stdin: Readable.from([]), script, clock });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: `${ANSWER}\n`, err: "" });
    expect(done.said).toEqual(["do the work", "continue", "continue"]);
    expect(clock.waits).toHaveLength(2);
  });

  it.each(ENDS)("%s, stream-json input: the run lives on and hears the prompt", async (release) => {
    const clock = new QuickClock();
    const stdin = new PassThrough();
    stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: "do the work" } })}\n`);
    const script = limitedUntilContinued(2, () => setTimeout(() => stdin.end(), 500));
    const done = await run({
      release,
      args: ["-p", "--input-format", "stream-json", ...ROWS],
      stdin,
      script,
      clock,
    });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, err: "" });
    const results = rowsOf(done.out).filter(({ type }) => type === "result");
    expect(results).toMatchObject([{ is_error: false, result: ANSWER }]);
    expect(done.said).toEqual(["do the work", "continue", "continue"]);
    expect(clock.waits).toHaveLength(2);
  });
});

describe.concurrent("beside another session that meets the same limit in the same directory", () => {
  it.each(["2.1.325", "2.1.197", "2.0.72"])(
    "%s, text: the resumed one is carried on by its id",
    async (release) => {
      const session = randomUUID();
      const resetsAt = new Date(Date.now() + 3_600_000);
      let beside: Promise<unknown> | undefined;
      const done = await run({
        release,
        args: ["-p", "--resume", session, "step 2"],
        stdin: Readable.from([]),
        before: (claude) => claude("--session-id", session, "-p", "step 1"),
        script: async (request, claude) => {
          const said = spoken(request);
          const isOther = said.includes("other work");
          if (!isOther && (!said.includes("step 2") || said.includes("continue"))) {
            return { type: "text", text: ANSWER };
          }
          if (!isOther) await (beside ??= claude("-p", "other work"));
          return limit("five_hour", resetsAt);
        },
        clock: new QuickClock(),
      });
      expect(done).toMatchObject({ exit: { exitCode: 0 }, out: `${ANSWER}\n`, err: "" });
      expect(done.said).toEqual(["step 1", "step 2", "continue"]);
    },
  );
});

function rowsOf(out: string): Record<string, unknown>[] {
  expect(out.at(-1)).toBe("\n");
  const lines = out.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
