import { existsSync } from "node:fs";
import { expect, test } from "vitest";

import { localTimeZone } from "../../src/time/local-zone.js";

test.each(["America/New_York", "Asia/Kolkata", "UTC", "Etc/GMT+5", "America/Argentina/Salta"])(
  "TZ=%s",
  (TZ) => {
    // Without the system's list of zones the name cannot be told from a mistyped one, and Intl is asked.
    const known = existsSync("/usr/share/zoneinfo");
    expect(localTimeZone({ TZ })).toBe(known ? TZ : Intl.DateTimeFormat().resolvedOptions().timeZone);
  },
);

test.each(["", undefined, "CET-1CEST", "Nowhere/Town", "../../etc/passwd", ":America/New_York"])(
  "TZ=%s: whatever it is, the name is one that Intl takes",
  (TZ) => {
    const zone = localTimeZone({ TZ });
    expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
  },
);
