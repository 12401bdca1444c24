export { PatternDetector } from "./claude/pattern-detector.js";
export type { LimitEvent, PatternDetectorOptions } from "./claude/pattern-detector.js";
export { loadConfig } from "./config/load-config.js";
export type { Config, ConfigWarning, LoadConfigOptions, SettingSource } from "./config/load-config.js";
export type { Settings } from "./config/schema.js";
export { Scheduler } from "./time/scheduler.js";
