import { expect, it } from "vitest";
import { nameableReset, onWrappedStage, type WrappedStage } from "../../src/lab/capture/wrapped-stage.js";

const RELEASE = "2.1.325";
// Where the reset is seconds away, it was seen to continue 50 to 95 s after the limit.
const NATIVE_FIRES_MS = 95_000;

/** Into a limit that ends in seconds and arms the native wait. Returns when it ends. */
async function arm(stage: WrappedStage): Promise<Date> {
  await stage.ready();
  const resetsAt = nameableReset(RELEASE, 10_000);
  stage.limitUntil("five_hour", resetsAt);
  await stage.prompt("make the parser skip blank lines");
  await stage.show(/continuing automatically/i);
  return resetsAt;
}

async function nativeWords(stage: WrappedStage): Promise<string[]> {
  const rows = await stage.session.transcript();
  const words = rows.filter((row) => row["subtype"] === "informational").map((row) => String(row["content"]));
  return words.map((text) => text.replace(/ at \d.*/, ""));
}

async function nativePrompts(stage: WrappedStage): Promise<number> {
  const rows = await stage.session.transcript();
  return rows.filter((row) => JSON.stringify(row["origin"] ?? "").includes("auto-continuation")).length;
}

it.concurrent("a native wait is left to fire, not doubled, not cancelled", () =>
  onWrappedStage({ release: RELEASE }, async (stage) => {
    await arm(stage);
    expect(await stage.waitForState("WAITING")).toMatchObject({ stop: { kind: "five-hour" } });
    await stage.session.waitFor(/Continuing automatically\n/, { timeoutMs: NATIVE_FIRES_MS + 60_000 });
    await stage.wentOn();
    await stage.waitForState("RUNNING");
    expect(await nativeWords(stage)).toEqual([
      "Usage limit reached · continuing automatically",
      "Usage limit reset · Continuing automatically",
    ]);
    expect({ native: await nativePrompts(stage), ours: stage.continues().length }).toEqual({
      native: 1,
      ours: 0,
    });
  }),
);

it.concurrent("a native wait that does not fire is taken over after its grace, once", () =>
  onWrappedStage({ release: RELEASE, cac: ["--native-grace", "8s"] }, async (stage) => {
    const limitedAt = Date.now();
    const resetsAt = await arm(stage);
    await stage.continued(1, 60_000);
    await stage.wentOn();
    expect((await stage.reading()).native).toBeUndefined();
    // By then it would have fired, if it had not seen the prompt.
    await stage.sleep(limitedAt + NATIVE_FIRES_MS + 15_000 - Date.now());
    const lateMs = stage.continues().map((at) => at.getTime() - resetsAt.getTime() - 8000);
    expect({ native: await nativePrompts(stage), ours: lateMs }).toEqual({
      native: 0,
      ours: [expect.toSatisfy((ms: number) => ms >= 0 && ms <= 15_000)],
    });
  }),
);
