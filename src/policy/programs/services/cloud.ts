import { GITHUB } from "./cloud-github.js";
import { MACHINE } from "./cloud-machine.js";
import { PROVIDERS } from "./cloud-providers.js";
import type { ProgramDescription } from "../description.js";

/** Tools of clouds and of the machine that programs run on. */
export const CLOUD: readonly ProgramDescription[] = [GITHUB, ...PROVIDERS, ...MACHINE];
