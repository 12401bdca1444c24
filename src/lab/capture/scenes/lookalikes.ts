import { isAtLeast } from "../releases.js";
import { HOUR_MS, type Scene } from "../scene.js";

const BANNER = "You've hit your session limit · resets 3:39pm (America/New_York)";
const MENU =
  "What do you want to do?\n❯ 1. Stop and wait for limit to reset\n  2. Upgrade your plan\nEnter to confirm · Esc to cancel";

/** Words of a limit that stop nothing. */
export const LOOKALIKE_SCENES: readonly Scene[] = [
  {
    name: "quoted-in-draft",
    async play(stage) {
      await stage.ready();
      await stage.type(`why do I see: ${BANNER}`);
      await stage.show(/why do I see/);
      return { state: "draft", draft: `why do I see: ${BANNER}` };
    },
  },
  {
    name: "quoted-in-answer",
    replies: [
      {
        type: "text",
        text: `The log says:\n\n${BANNER}\n\nand then the menu:\n\n${MENU}\n\nSo the job was stopped.`,
      },
    ],
    async play(stage) {
      await stage.ready();
      await stage.prompt("why did the job stop?");
      await stage.show(/the job was stopped/);
      return { state: "idle" };
    },
  },
  {
    name: "quoted-in-prompt",
    replies: [{ type: "text", text: "That is what Claude Code says at a limit." }],
    async play(stage) {
      await stage.ready();
      await stage.prompt(BANNER);
      await stage.show(/That is what/);
      return { state: "idle" };
    },
  },
  {
    name: "quoted-exactly",
    replies: [
      { type: "text", text: `It looked like this:\n\n\`\`\`\n❯ do more please\n  ⎿  ${BANNER}\n\`\`\`` },
    ],
    async play(stage) {
      await stage.ready();
      await stage.prompt("how did it look?");
      await stage.show(/looked like this[^]*America\/New_York/);
      return { state: "idle" };
    },
  },
  {
    name: "quoted-in-tool-output",
    settings: { permissions: { allow: ["Bash"] } },
    args: ["--permission-mode", "default"],
    files: { "job.sh": `cat <<'END'\n${MENU}\n  ⎿  ${BANNER}\nEND\n` },
    replies: [
      { type: "toolUse", name: "Bash", input: { command: "sh job.sh", description: "Run the job" } },
      { type: "text", text: "The job ran into a limit." },
    ],
    async play(stage) {
      await stage.ready();
      await stage.prompt("run job.sh");
      await stage.show(/ran into a limit/);
      return { state: "idle" };
    },
  },
  {
    name: "quoted-while-busy",
    replies: [{ type: "held", text: `The log says: ${BANNER} `, released: new Promise(() => undefined) }],
    async play(stage) {
      await stage.ready();
      await stage.prompt(`explain "${BANNER}"`);
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.sleep(2500);
      return { state: "busy" };
    },
  },
  {
    name: "usage-warning",
    absentIn: (release) =>
      isAtLeast(release, "2.0.0") ? "the lab has not made 2.0 or later show one" : undefined,
    async play(stage) {
      const resetsAt = String(Math.round((Date.now() + 2 * HOUR_MS) / 1000));
      const unified = "anthropic-ratelimit-unified";
      stage.answerWith({
        type: "text",
        text: "All 12 tests pass.",
        headers: {
          [`${unified}-status`]: "allowed_warning",
          [`${unified}-reset`]: resetsAt,
          [`${unified}-representative-claim`]: "five_hour",
          [`${unified}-5h-status`]: "allowed_warning",
          [`${unified}-5h-reset`]: resetsAt,
          [`${unified}-5h-utilization`]: "0.91",
          [`${unified}-5h-surpassed-threshold`]: "0.9",
        },
      });
      await stage.ready();
      await stage.prompt("run the tests");
      await stage.show(/Approaching usage limit/);
      return { state: "idle" };
    },
  },
];
