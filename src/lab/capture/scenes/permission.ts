import type { Scene } from "../scene.js";
import type { Stage } from "../stage.js";
import type { Script } from "../../api/stand-in-api.js";
import { cameWith } from "../releases.js";

const ASK = ["--permission-mode", "default"];
const DONE = { type: "text", text: "Done." } as const;
const LONG_COMMAND = `npm run build -- ${Array.from({ length: 14 }, (_, index) => `--with-feature-${index + 1}=enabled`).join(" ")} && npm test`;

/** A prompt that wants a person's yes. Notification hooks follow it by about six seconds. */
export const PERMISSION_SCENES: readonly Scene[] = [
  {
    name: "permission-bash",
    args: ASK,
    replies: [bash("rm -rf build", "Remove the build folder"), DONE],
    async play(stage) {
      await asks(stage, "clean the build folder", /Do you want to proceed/);
      await stage.sleep(7500);
      return { state: "permission", ...stage.offers("permission-bash") };
    },
  },
  {
    name: "permission-long",
    args: ASK,
    replies: [bash(LONG_COMMAND, "Build with every feature and test"), DONE],
    async play(stage) {
      await asks(stage, "build with every feature", /Do you want to proceed/);
      return { state: "permission", ...stage.offers("permission-long") };
    },
  },
  {
    name: "permission-narrow",
    args: ASK,
    size: { columns: 60, rows: 40 },
    replies: [bash("npm run build -- --with-everything", "Build with everything"), DONE],
    async play(stage) {
      await asks(stage, "build it", /Do you want to proceed/);
      return { state: "permission", ...stage.offers("permission-narrow") };
    },
  },
  {
    name: "permission-second-row",
    args: ASK,
    replies: [bash("rm -rf build", "Remove the build folder"), DONE],
    async play(stage) {
      await asks(stage, "clean the build folder", /Do you want to proceed/);
      await stage.keys("down");
      await stage.session.settle(500);
      return { state: "permission", ...stage.offers("permission-bash", 1) };
    },
  },
  {
    // The second option is a field: the cursor is at the end of the pattern.
    name: "permission-editable-row",
    args: ASK,
    absentIn: cameWith("2.1.197", "an option with a pattern that can be edited"),
    replies: [bash("mktemp -p . made.XXXXXX", "Make a file"), DONE],
    async play(stage) {
      await asks(stage, "make a file", /Do you want to proceed/);
      await stage.keys("down");
      await stage.session.settle(500);
      return { state: "permission", ...stage.offers("permission-editable-row", 1) };
    },
  },
  {
    name: "permission-write",
    args: ASK,
    async play(stage) {
      const input = { file_path: `${stage.session.home.project}/hello.txt`, content: "hello\nworld\n" };
      stage.answerWith({ type: "toolUse", name: "Write", input }, DONE);
      await asks(stage, "write hello.txt", /Do you want to/);
      return { state: "permission", ...stage.offers("permission-write") };
    },
  },
  {
    name: "permission-edit",
    args: ASK,
    files: { "greet.ts": 'export function greet() {\n  return "hello";\n}\n' },
    async play(stage) {
      const file_path = `${stage.session.home.project}/greet.ts`;
      stage.answerWith(
        { type: "toolUse", name: "Read", input: { file_path } },
        {
          type: "toolUse",
          name: "Edit",
          input: { file_path, old_string: "hello", new_string: "good morning" },
        },
        DONE,
      );
      await asks(stage, "say good morning instead", /Do you want to/);
      return { state: "permission", ...stage.offers("permission-write") };
    },
  },
  {
    name: "permission-fetch",
    args: ASK,
    replies: [
      {
        type: "toolUse",
        name: "WebFetch",
        input: { url: "https://example.com/docs", prompt: "What is new?" },
      },
      DONE,
    ],
    async play(stage) {
      await asks(stage, "what is new on example.com?", /Do you want to/);
      return { state: "permission", ...stage.offers("permission-fetch") };
    },
  },
  questionScene("question", false, 7500),
  questionScene("question-several", true, 0),
  {
    name: "plan-approval",
    args: ["--permission-mode", "plan"],
    async play(stage) {
      const plan = "# Skip blank lines\n\n1. Read parser.ts\n2. Skip blank lines\n3. Run the tests\n";
      stage.api.script = planScript(plan);
      await asks(stage, "plan how to skip blank lines", /Would you like to proceed|❯ 1\. Yes/i);
      return { state: "plan", ...stage.offers("plan-approval") };
    },
  },
  {
    name: "plan-empty",
    absentIn: cameWith("2.1.0", "the plan in a file, without which an approval shows none,"),
    args: ["--permission-mode", "plan"],
    replies: [{ type: "toolUse", name: "ExitPlanMode", input: {} }, DONE],
    async play(stage) {
      await asks(stage, "plan how to skip blank lines", /❯ 1\. Yes/i);
      return { state: "plan", ...stage.offers("plan-empty") };
    },
  },
  {
    name: "auto-mode-unchecked",
    absentIn: cameWith("2.1.325", "the dialog about auto mode without its server's check"),
    // A rule that auto mode sets aside sends the call to the server's check, which the lab has not.
    settings: { permissions: { allow: ["Bash"] } },
    replies: [bash("tail -f /dev/null", "Watch the log"), DONE],
    async play(stage) {
      await asks(stage, "watch the log", /Auto mode can't check/);
      return { state: "other" };
    },
  },
];

function questionScene(name: string, multiSelect: boolean, thenMs: number): Scene {
  return {
    name,
    absentIn: cameWith("2.0.21", "the AskUserQuestion tool"),
    args: ASK,
    replies: [question(multiSelect), DONE],
    async play(stage) {
      await asks(stage, "set up a database", /Which database/);
      await stage.sleep(thenMs);
      return { state: "question", ...stage.offers(name) };
    },
  };
}

/** Sends the prompt as soon as there is a box for it, and waits until the screen shows that. */
async function asks(stage: Stage, prompt: string, shown: RegExp): Promise<void> {
  await stage.ready();
  await stage.prompt(prompt);
  await stage.show(shown);
}

/** Older releases take the plan from the call, newer ones from a file that the request names: this gives both. */
function planScript(plan: string): Script {
  let step = 0;
  return (request) => {
    const file_path = /\/[^"\s\\]*\/plans\/[\w-]+\.md/.exec(JSON.stringify(request.body))?.[0];
    if (step++ === 0 && file_path !== undefined) {
      return { type: "toolUse", name: "Write", input: { file_path, content: plan } };
    }
    return { type: "toolUse", name: "ExitPlanMode", input: { plan } };
  };
}

function bash(command: string, description: string) {
  return { type: "toolUse", name: "Bash", input: { command, description } } as const;
}

function question(multiSelect: boolean) {
  const options = [
    { label: "PostgreSQL", description: "A server of its own" },
    { label: "SQLite", description: "One file, no server" },
    { label: "MySQL", description: "What the old service used" },
  ];
  const questions = [
    { question: "Which database should the service use?", header: "Database", options, multiSelect },
  ];
  return { type: "toolUse", name: "AskUserQuestion", input: { questions } } as const;
}
