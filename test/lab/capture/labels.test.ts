import { describe, expect, it } from "vitest";
import { assertShown, labelsOf, resetAsShown } from "../../../src/lab/capture/labels.js";
import { scrubber } from "../../../src/lab/capture/neutral-path.js";
import { cameWith } from "../../../src/lab/capture/releases.js";

describe("labels", () => {
  it("belong to the newest release they were seen in", () => {
    expect(labelsOf("trust-dialog", "2.1.31")).toEqual(["Yes, proceed", "No, exit"]);
    expect(labelsOf("trust-dialog", "2.1.32")).toEqual(["Yes, I trust this folder", "No, exit"]);
    expect(() => labelsOf("question", "1.0.64")).toThrow("no labels are known for question in 1.0.64");
  });

  const screen =
    "│   1. Yes          │\n│ ❯ 2. Yes, and don't ask again for │\n│   this project    │\n│   3. No │";
  const labels = ["Yes", "Yes, and don't ask again for this project", "No"];

  it("are found on the screen through boxes and wraps", () => {
    expect(() => assertShown(screen, labels, 1)).not.toThrow();
    expect(() => assertShown(screen, labels, 2)).toThrow('the cursor is not on "No"');
    expect(() => assertShown(screen, ["Yes", "Never"], 0)).toThrow("not on the screen: Never");
    expect(() => assertShown(screen, ["Yes", "No"], 0)).toThrow(
      `option 2, "Yes, and don't ask again for", is not one that somebody looked at`,
    );
  });
});

it.each([
  ["2026-11-15T22:24:40Z", "5:24pm"],
  ["2026-11-16T05:00:00Z", "12am"],
  ["2026-11-18T21:00:10Z", "Nov 18, 4pm"],
] as const)("a reset at %s is shown as %s", (at, shown) => {
  const now = new Date("2026-11-15T20:00:00Z");
  expect(resetAsShown(new Date(at).getTime() / 1000, now, "America/New_York")).toBe(shown);
});

it("replaces the directory of a run by one of the same length", () => {
  const scrub = scrubber("/tmp/cac-lab-Ab12Cd");
  expect(scrub("cwd /tmp/cac-lab-Ab12Cd/project in -tmp-cac-lab-Ab12Cd-project")).toBe(
    "cwd /home/dev/lab-00000/project in -home-dev-lab-00000-project",
  );
  expect(() => scrubber("/var/tmp/cac-lab-Ab12Cd")).toThrow("is not as long as");
});

it("says with which release a state came", () => {
  const absentIn = cameWith("2.1.234", "native continue");
  expect([absentIn("2.1.233"), absentIn("2.1.234"), absentIn("2.2.0")]).toEqual([
    "native continue came with 2.1.234",
    undefined,
    undefined,
  ]);
});
