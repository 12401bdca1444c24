import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { loadConfig } from "../../src/config/load-config.js";
import { DEFAULT_SETTINGS } from "../../src/driver/wrapper-settings.js";

// Without a settings file the loader is not even loaded: both have to say the same.
test("the defaults are those that the settings have", () => {
  const home = mkdtempSync(join(tmpdir(), "cac-defaults-"));
  try {
    expect(loadConfig({ env: {}, home })).toMatchObject(DEFAULT_SETTINGS);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
