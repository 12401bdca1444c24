import type { Scene } from "../scene.js";
import { cameWith, isAtLeast } from "../releases.js";

/** Screens of Claude Code that are neither a prompt nor work. */
export const DIALOG_SCENES: readonly Scene[] = [
  {
    name: "trust-dialog",
    trusted: false,
    async play(stage) {
      await stage.show(/trust/i);
      return { state: "trust", ...stage.offers("trust-dialog") };
    },
  },
  {
    name: "bypass-warning",
    args: ["--dangerously-skip-permissions"],
    // Without it the flag refuses to run as root.
    environment: { IS_SANDBOX: "1" },
    async play(stage) {
      await stage.show(/Bypass Permissions mode/i);
      return { state: "bypass", ...stage.offers("bypass-warning") };
    },
  },
  {
    name: "settings-error",
    absentIn: (release) =>
      !isAtLeast(release, "2.0.72") ? "before 2.0.72 bad settings are dropped in silence" : undefined,
    settings: { hooks: { NoSuchEvent: [{ hooks: [{ type: "command", command: "true" }] }] } },
    async play(stage) {
      await stage.show(/Settings (Error|Warning)|NoSuchEvent/);
      return { state: "other", ...stage.offers("settings-error") };
    },
  },
  {
    name: "auto-mode-offer",
    absentIn: cameWith("2.1.325", "the offer of auto mode at the start (2.1.267 has none)"),
    settings: { permissions: { defaultMode: "default" } },
    async play(stage) {
      await stage.show(/auto mode/i);
      return { state: "other", ...stage.offers("auto-mode-offer") };
    },
  },
  {
    name: "help",
    async play(stage) {
      await stage.ready();
      await stage.prompt("/help");
      await stage.show(/claude\.com|docs\.anthropic|commands/i);
      return { state: "other" };
    },
  },
  {
    name: "model-picker",
    async play(stage) {
      await stage.ready();
      await stage.prompt("/model");
      await stage.show(/Select model/i);
      return { state: "other" };
    },
  },
  {
    name: "transcript-view",
    replies: [{ type: "text", text: "All 12 tests pass." }],
    async play(stage) {
      await stage.ready();
      await stage.prompt("run the tests");
      await stage.show(/12 tests pass/);
      // Ctrl+R before 2.0, Ctrl+O since.
      if (stage.isAtLeast("2.0.0")) await stage.keys("ctrl-o");
      else await stage.type("\x12");
      await stage.show(/transcript/i);
      return { state: "other" };
    },
  },
  {
    name: "resume-picker",
    inShell: true,
    replies: [{ type: "text", text: "That is a limit." }],
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("claude");
      await stage.ready();
      await stage.prompt("what does You've hit your session limit · resets 3pm (Europe/Paris) mean");
      await stage.show(/That is a limit/);
      await stage.prompt("/exit");
      await stage.sleep(2000);
      await stage.prompt("clear; claude --resume");
      await stage.show(/what does You've hit[^]*ago| ago[^]*what does You've hit/);
      return { state: "other" };
    },
  },
  {
    name: "exited-to-shell",
    inShell: true,
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("claude");
      await stage.ready();
      const pastLimit = stage.limitWith("five_hour", 90 * 60_000);
      await stage.prompt("do more please");
      await stage.show(/limit/i);
      await stage.leaveLimit();
      await stage.prompt("/exit");
      await stage.show((text) => /\$\s*$/.test(text));
      return { state: "shell", pastLimit };
    },
  },
];
