import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import { CAC } from "../support/cli/run-cac.js";

it.concurrent.each(["2.1.325", "2.1.197"])(
  "cac demo carries the machine's own Claude Code %s on, and leaves the user's home alone",
  async (version) => {
    const folder = mkdtempSync(join(tmpdir(), "cac-test-"));
    const [home, temporary] = [join(folder, "home"), join(folder, "tmp")];
    mkdirSync(join(home, ".claude"), { recursive: true });
    mkdirSync(temporary);
    const settings = join(home, ".claude", "settings.json");
    // Were it read, nothing would work.
    writeFileSync(settings, '{ "env": { "ANTHROPIC_BASE_URL": "http://127.0.0.1:9" } }');
    const claude = await installedRelease(version);
    const env = { HOME: home, TMPDIR: temporary, PATH: `${dirname(claude)}:/usr/bin:/bin`, CLAUDECODE: "1" };
    const { stdout } = await promisify(execFile)(process.execPath, [CAC, "demo", "--json"], { env });

    const { holds, program, claims } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ holds, program }).toEqual({ holds: true, program: { type: "real", file: claude, version } });
    expect((claims as { holds: boolean }[]).filter(({ holds }) => !holds)).toEqual([]);
    expect(readdirSync(home, { recursive: true })).toEqual([".claude", join(".claude", "settings.json")]);
    expect(readFileSync(settings, "utf8")).toContain("127.0.0.1:9");
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
