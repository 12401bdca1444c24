import type { Reply } from "../../api/reply.js";
import { cameWith } from "../releases.js";
import type { Scene, StateName } from "../scene.js";

/** Every way in which the words of a limit get on a screen without one: each a real screen of Claude Code. */
interface Quote {
  readonly name: string;
  readonly prompt?: string;
  /** Pasted instead of typed: it has several lines. */
  readonly pasted?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly replies: readonly Reply[];
  /** What is on the screen when the scene is there. */
  readonly shows: RegExp;
  readonly state?: StateName;
  readonly narrow?: true;
  readonly absentIn?: Scene["absentIn"];
}

const BANNER = "You've hit your session limit · resets 3:39pm (America/New_York)";
const OLD_BANNER = "Claude usage limit reached. Your limit will reset at 3pm (America/New_York).";
const ARMED = "Usage limit reached · continuing automatically at 3:39pm · esc to cancel";
const MENU = [
  "What do you want to do?",
  "",
  "❯ 1. Stop and wait for limit to reset",
  "  2. Upgrade your plan",
  "",
  "Enter to confirm · Esc to cancel",
].join("\n");
const SCREEN = [
  "❯ do more please",
  `  ⎿  ${BANNER}`,
  "",
  "─".repeat(60),
  "❯ ",
  "─".repeat(60),
  "  ⚠ Usage limit reached · limit resets 3:39pm",
].join("\n");

const says = (text: string): Reply => ({ type: "text", text });
const runs = (command: string): Reply => ({
  type: "toolUse",
  name: "Bash",
  input: { command, description: "Read the log" },
});

const QUOTES: readonly Quote[] = [
  // From its first words, 2.1.325 takes such an answer for a banner of its own and draws it as one.
  { name: "quote-is-the-answer", replies: [says(BANNER)], shows: /[●⏺⎿]\s+You've hit/ },
  { name: "quote-old-is-the-answer", replies: [says(OLD_BANNER)], shows: /[●⏺⎿]\s+Claude usage limit/ },
  { name: "quote-notice-is-the-answer", replies: [says(ARMED)], shows: /[●⏺] Usage limit reached/ },
  {
    name: "quote-in-code-block",
    replies: [says(`It prints this:\n\n\`\`\`\n${BANNER}\n${OLD_BANNER}\n\`\`\``)],
    shows: /Your limit will reset/,
  },
  {
    name: "quote-in-list",
    replies: [
      says(
        `The wordings are:\n\n- ${BANNER}\n- 5-hour limit reached ∙ resets 5am\n- Weekly limit reached ∙ resets Oct 9, 5pm\n- Claude AI usage limit reached|1794774674`,
      ),
    ],
    shows: /1794774674/,
  },
  {
    name: "quote-menu-in-answer",
    replies: [says(`It asks:\n\n\`\`\`\n${MENU}\n\`\`\``)],
    shows: /Esc to cancel/,
  },
  {
    name: "quote-screen-in-answer",
    replies: [says(`The screen was:\n\n\`\`\`\n${SCREEN}\n\`\`\``)],
    shows: /⚠ Usage limit/,
  },
  {
    name: "quote-not-a-limit",
    replies: [says("Context limit reached · /compact or /clear to continue")],
    shows: /Context limit/,
  },
  {
    name: "quote-warnings",
    replies: [
      says(
        "You've used 91% of your session limit · resets 12:40pm (Europe/Paris)\n\nApproaching usage limit · resets at 12pm\n\nConcurrent subagent limit reached.",
      ),
    ],
    shows: /Concurrent subagent/,
  },
  {
    name: "quote-is-the-prompt",
    prompt: BANNER,
    replies: [says("That is a usage limit.")],
    shows: /That is a usage/,
  },
  {
    name: "quote-pasted-prompt",
    pasted: `look:\n  ⎿  ${BANNER}`,
    replies: [says("That is a usage limit.")],
    shows: /That is a usage/,
  },
  {
    name: "quote-pasted-while-busy",
    pasted: `look:\n  ⎿  ${BANNER}`,
    replies: [{ type: "held", text: "Let me see", released: new Promise(() => undefined) }],
    shows: /…/,
    state: "busy",
  },
  {
    name: "quote-first-line-of-tool",
    files: { "job.log": `${BANNER}\n` },
    replies: [runs("cat job.log"), says("The job ran into a limit.")],
    shows: /ran into a limit/,
  },
  {
    name: "quote-tool-then-busy",
    files: { "job.log": `${BANNER}\n` },
    replies: [
      runs("cat job.log"),
      { type: "held", text: "Let me see", released: new Promise(() => undefined) },
    ],
    shows: /…/,
    state: "busy",
  },
  {
    name: "quote-screen-in-tool",
    files: { "screen.txt": `${SCREEN}\n` },
    replies: [runs("head -n 3 screen.txt"), says("It shows a limit.")],
    shows: /It shows a limit/,
  },
  {
    name: "quote-in-new-file",
    replies: [
      {
        type: "toolUse",
        name: "Write",
        input: { file_path: "banner.txt", content: `${BANNER}\n${OLD_BANNER}\n` },
      },
      says("Written."),
    ],
    shows: /Written\./,
  },
  {
    name: "quote-in-command-to-approve",
    replies: [runs(`logger "${BANNER}"`)],
    shows: /Do you want to proceed/,
    state: "permission",
  },
  {
    name: "quote-in-question",
    replies: [
      {
        type: "toolUse",
        name: "AskUserQuestion",
        input: {
          questions: [
            {
              question: "What do you want to do?",
              header: "Limit",
              multiSelect: false,
              options: [
                { label: "Stop and wait for limit to reset", description: BANNER },
                { label: "Upgrade your plan", description: "It costs money" },
              ],
            },
          ],
        },
      },
    ],
    shows: /Upgrade your plan/,
    state: "question",
    absentIn: cameWith("2.0.72", "questions"),
  },
  { name: "quote-narrow", narrow: true, replies: [says(`The log ends with ${BANNER}`)], shows: /New_York/ },
];

export const QUOTE_SCENES: readonly Scene[] = [
  ...QUOTES.map(sceneOf),
  {
    name: "quote-in-shell-mode",
    files: { "job.log": `${BANNER}\n` },
    async play(stage) {
      await stage.ready();
      await stage.type("!");
      await stage.prompt("cat job.log");
      await stage.show(/⎿\s+You've hit/);
      return { state: "idle" };
    },
  },
  {
    name: "limit-then-clear",
    absentIn: (release) =>
      release === "2.1.75" ? "the limit menu opens again by itself after /clear" : undefined,
    async play(stage) {
      await stage.ready();
      const pastLimit = stage.limitWith("five_hour", 5_400_000);
      await stage.prompt("do more please");
      await stage.show(/limit/i);
      await stage.leaveLimit();
      stage.answerWith(says("Fine."));
      await stage.prompt("/clear");
      await stage.show((text) => !/resets|reset at/.test(text));
      return { state: "idle", pastLimit };
    },
  },
  {
    name: "restarted-below-limit",
    inShell: true,
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("claude");
      await stage.ready();
      const pastLimit = stage.limitWith("five_hour", 5_400_000);
      await stage.prompt("do more please");
      await stage.show(/limit/i);
      await stage.leaveLimit();
      await stage.prompt("/exit");
      await stage.show((text) => /\$\s*$/.test(text));
      await stage.prompt("claude");
      await stage.show((text) => /^[│\s]*[❯>](?:\s|$)/m.test(text.slice(text.lastIndexOf("$ claude") + 8)));
      return { state: "idle", pastLimit };
    },
  },
];

function sceneOf(quote: Quote): Scene {
  const { name, files, replies, state = "idle" } = quote;
  return {
    name,
    replies,
    args: ["--permission-mode", "default"],
    settings: { permissions: { allow: ["Bash(cat:*)", "Bash(head:*)", "Write"] } },
    ...(files && { files }),
    ...(quote.narrow && { size: { columns: 60, rows: 40 } }),
    ...(quote.absentIn && { absentIn: quote.absentIn }),
    async play(stage) {
      await stage.ready();
      if (quote.pasted) {
        await stage.paste(quote.pasted);
        await stage.keys("enter");
      } else await stage.prompt(quote.prompt ?? "why did the job stop?");
      if (state === "busy") {
        await stage.session.waitFor(quote.shows);
        await stage.sleep(2_500);
      } else await stage.show(quote.shows);
      return { state };
    },
  };
}
