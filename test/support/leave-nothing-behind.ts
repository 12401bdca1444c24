import { exitOnSignals } from "../../src/lab/machine/left-behind.js";

// Vitest ends its workers with SIGTERM, also one whose test ran out of time with sessions still open.
exitOnSignals();
