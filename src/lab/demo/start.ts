#!/usr/bin/env node
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../errors.js";
import { exitOnSignals } from "../machine/left-behind.js";
import { cacheDirectory, installedRelease } from "../machine/release-cache.js";
import { DEMO_RELEASE, realProgram, type DemoProgram } from "./program.js";
import { showDemo } from "./show.js";

const NEXT = [
  "Now with your own Claude Code:",
  "",
  "  npm install -g .     once, from this folder",
  "  cac                  where you type claude; its arguments are the same",
];

/** `npm start`: the demo on a release of Claude Code that is installed for it. */
async function start(): Promise<boolean> {
  return showDemo({ program: await release(), json: false, next: NEXT });
}

async function release(): Promise<DemoProgram> {
  if (!existsSync(join(cacheDirectory(), DEMO_RELEASE))) {
    process.stderr.write(`\nInstalling Claude Code ${DEMO_RELEASE} for the lab, once (about 235 MB) …\n`);
  }
  try {
    return realProgram(await installedRelease(DEMO_RELEASE), DEMO_RELEASE);
  } catch (error) {
    // No registry, or no binary for this machine: the rest of it is worth seeing all the same.
    if (!(error instanceof UserError)) throw error;
    return { type: "played", because: error.message };
  }
}

exitOnSignals();
// Whoever reads it has seen enough.
process.stdout.on("error", () => process.exit(1));
try {
  process.exitCode = (await start()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`cac: ${error.message}\nfix: ${error.fix}\n`);
  process.exitCode = error.exitCode;
}
