import type { Reply } from "../../api/reply.js";
import { cameWith } from "../releases.js";
import type { Scene } from "../scene.js";

const ASK = ["--permission-mode", "default"];
const OPTIONS = ["❯ 1. Yes", "  2. Yes, and don't ask again for rm commands in /home/dev", "  3. No"];
const ASKING = [
  "Bash command",
  "",
  "  rm -rf build",
  "  Remove the build folder",
  "",
  "Do you want to proceed?",
];

/** A prompt as recent releases draw it. */
const RULED = [
  "─".repeat(100),
  ...[...ASKING, ...OPTIONS, "", "Esc to cancel · Tab to amend"].map((row) => ` ${row}`),
].join("\n");

/** A prompt as 1.0 draws it. */
const FRAMED = [
  `╭${"─".repeat(98)}╮`,
  ...[...ASKING, ...OPTIONS].map((row) => `│ ${row.padEnd(97)}│`),
  `╰${"─".repeat(98)}╯`,
].join("\n");

/** Screens that show a permission prompt, word for word, and have none. */
export const PROMPT_QUOTE_SCENES: readonly Scene[] = [
  {
    name: "quote-prompt-in-answer",
    replies: [says(`It asked:\n\n\`\`\`\n${FRAMED}\n\`\`\`\n\nand then:\n\n\`\`\`\n${RULED}\n\`\`\``)],
    async play(stage) {
      await stage.ready();
      await stage.prompt("what did it ask?");
      await stage.show(/Esc to cancel[^]*\n[│\s]*[❯>]\s/);
      await stage.settle(1500);
      return { state: "idle" };
    },
  },
  {
    name: "quote-prompt-in-tool",
    args: ASK,
    settings: { permissions: { allow: ["Bash"] } },
    files: { "prompt.txt": `${RULED}\n` },
    replies: [bash("cat prompt.txt", "Show the prompt"), says("That is it.")],
    async play(stage) {
      await stage.ready();
      await stage.prompt("what did it ask?");
      await stage.show(/That is it/);
      await stage.settle(1500);
      return { state: "idle" };
    },
  },
  {
    name: "quote-prompt-in-command",
    args: ASK,
    replies: [bash(`logger '\n${RULED}\n'`, "Log the prompt"), says("Done.")],
    async play(stage) {
      await stage.ready();
      await stage.prompt("log it");
      await stage.show(/Log the prompt[^]*Do you want to proceed[^]*❯ 1\. Yes/);
      return { state: "permission" };
    },
  },
  {
    name: "quote-prompt-in-file",
    args: ASK,
    async play(stage) {
      const input = {
        file_path: `${stage.session.home.project}/prompt.txt`,
        content: `${FRAMED}\n${RULED}\n`,
      };
      stage.answerWith({ type: "toolUse", name: "Write", input }, says("Done."));
      await stage.ready();
      await stage.prompt("write it down");
      await stage.show(/Do you want to create prompt.txt/);
      return { state: "permission" };
    },
  },
  {
    name: "quote-prompt-in-question",
    absentIn: cameWith("2.0.21", "the AskUserQuestion tool"),
    args: ASK,
    replies: [question(), says("Done.")],
    async play(stage) {
      await stage.ready();
      await stage.prompt("clean up");
      await stage.show(/Do you want to proceed/);
      return { state: "question" };
    },
  },
  {
    name: "quote-prompt-in-shell",
    inShell: true,
    files: { "prompt.txt": `${RULED}\n` },
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("cat prompt.txt");
      await stage.show(/Tab to amend/);
      return { state: "shell" };
    },
  },
  {
    name: "prompt-left-in-shell",
    inShell: true,
    replies: [bash("rm -rf build", "Remove the build folder"), says("Done.")],
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("sh -c 'echo $$ > pid; exec claude --permission-mode default'");
      await stage.show(/^[│\s]*[❯>](?:\s|$)/m);
      await stage.prompt("clean the build folder");
      await stage.show(/Do you want to proceed/);
      await stage.kill("pid");
      await stage.show(/Killed/);
      // From 2.1.197 on the cursor was left on the options: the shell goes on from there.
      await stage.prompt("printf '\\n%.0s' 1 2 3 4 5 6 7");
      await stage.show((text) => /\$\s*$/.test(text));
      return { state: "shell" };
    },
  },
];

function says(text: string): Reply {
  return { type: "text", text };
}

function bash(command: string, description: string) {
  return { type: "toolUse", name: "Bash", input: { command, description } } as const;
}

/** Claude's own words, as like those of a prompt as they can be. */
function question() {
  const options = OPTIONS.map((option) => ({ label: option.slice(5), description: "Bash command" }));
  const questions = [
    { question: "Do you want to proceed?", header: "Bash command", options, multiSelect: false },
  ];
  return { type: "toolUse", name: "AskUserQuestion", input: { questions } } as const;
}
