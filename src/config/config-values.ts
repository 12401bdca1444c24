import { parseDuration } from "./duration.js";
import type { Config } from "./load-config.js";
import { SETTINGS, type GetSetting } from "./settings-table.js";

/** The settings as the program uses them: times in milliseconds, the pattern compiled. */
export type ConfigValues = Omit<Config, "file" | "settings" | "sources" | "warnings">;

/** Every setting must have passed its rule. */
export function configValues(get: GetSetting): ConfigValues {
  const pattern = get("pattern");
  return {
    pattern: pattern === null ? undefined : new RegExp(pattern, PATTERN_FLAGS),
    claude: get("claude") ?? undefined,
    prompt: get("resume.prompt"),
    safetyBufferMs: inMs(get("resume.safetyBuffer")),
    cooldownMs: inMs(get("resume.cooldown")),
    nativeMode: get("native.mode"),
    nativeGraceMs: inMs(get("native.grace")),
    escGapMs: inMs(get("resume.escGap")),
    enterGapMs: inMs(get("resume.enterGap")),
    inputWhileWaiting: get("input.whileWaiting"),
    title: get("title"),
    notify: get("notify"),
    exitReset: get("exitReset"),
    approve: {
      mode: get("approve.mode"),
      delayMs: get("approve.delayMs"),
      allow: get("approve.allow"),
      ask: get("approve.ask"),
      deny: get("approve.deny"),
      without: get("approve.without"),
    },
    daemon: {
      pollMs: inMs(get("daemon.poll")),
      delayMs: inMs(get("daemon.delay")),
      spreadMs: inMs(get("daemon.spread")),
      verifyMs: get("daemon.activeVerificationTimeoutMs"),
      verifyPollMs: get("daemon.activeVerificationPollMs"),
      allowBlind: get("daemon.blind"),
      whenTerminalGone: get("daemon.whenTerminalGone"),
    },
    persona: { maxSessions: get("persona.max"), idleMs: inMs(get("persona.idle")) },
  };
}

/** Case is ignored. No u flag, because it would refuse harmless escapes such as "\-". */
export const PATTERN_FLAGS = "i";

function inMs(duration: string): number {
  return parseDuration(duration) ?? 0;
}

export const DEFAULT_VALUES: ConfigValues = configValues((key) => SETTINGS[key].default);
