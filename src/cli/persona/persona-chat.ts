import type { Command } from "commander";

import { UserError } from "../../errors.js";
import type { ChatPerson, HostClient } from "../../persona/host/host-client.js";
import { TerminalModes } from "../../terminal/modes/terminal-modes.js";
import { UserTerminal } from "../../terminal/user/user-terminal.js";
import { DetachKeys } from "./detach-keys.js";
import { checkName } from "./known-persona.js";
import { projectOf, warnOfSettings, withHost } from "./persona-client.js";

const EXAMPLES = `
You are in the terminal of its session, as if you had started it yourself. Ctrl+] twice leaves it running. Questions from
elsewhere wait until you leave.

Example:
  cac persona chat architect
`;

export function addPersonaChat(persona: Command): void {
  persona
    .command("chat")
    .description("talk to a persona in its own terminal; Ctrl+] twice leaves it")
    .argument("<name>", "the persona")
    .option("--project <dir>", "the project (default: that of the current directory)")
    .addHelpText("after", EXAMPLES)
    .action(chat);
}

async function chat(name: string, options: { readonly project?: string }): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UserError("NO_TERMINAL", "a chat needs a terminal", {
      fix: `cac persona ask ${name} QUESTION prints the answer`,
      exitCode: 2,
    });
  }
  checkName(name);
  const projectRoot = projectOf(options);
  warnOfSettings(projectRoot);
  const how = await withHost((host) => inItsTerminal(host, name, projectRoot));
  process.stdout.write(
    how === "left"
      ? `left ${name}; it goes on: cac persona chat ${name}\n`
      : `the session of ${name} has ended\n`,
  );
}

/** The person's own screen, cursor and keyboard are back when this settles, whatever happened. */
async function inItsTerminal(host: HostClient, name: string, projectRoot: string): Promise<"left" | "gone"> {
  const terminal = new UserTerminal();
  const modes = new TerminalModes();
  const keys = new DetachKeys();
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  let person: ChatPerson | undefined;
  let isShown = false;
  const show = (bytes: Buffer): void => {
    modes.feed(bytes);
    terminal.write(bytes);
  };
  const putBack = (): void => {
    terminal.writeNow(modes.undo());
    terminal.leave();
  };
  terminal.onInput((bytes) => {
    const { pass, leaves } = keys.take(bytes);
    if (pass.length > 0) person?.write(pass);
    if (leaves) leave();
  });
  terminal.onResize(({ columns, rows }) => person?.resize(columns, rows));
  terminal.onClose(leave);
  for (const signal of SIGNALS) process.once(signal, leave);
  // Also where the process ends by an error of its own.
  process.once("exit", putBack);
  terminal.enter();
  try {
    // The other screen: what the person had on theirs is there again afterwards.
    show(Buffer.from(`\x1b[?1049h${CLEARED}starting ${name}; Ctrl+] twice leaves it`));
    return await host.chat({
      persona: name,
      projectRoot,
      ...terminal.size,
      onBytes: (bytes) => {
        if (!isShown) show(Buffer.from(CLEARED));
        isShown = true;
        show(bytes);
      },
      onBegun: (begun) => (person = begun),
      signal: leaving.signal,
    });
  } finally {
    process.off("exit", putBack);
    for (const signal of SIGNALS) process.off(signal, leave);
    await terminal.flush(FLUSH_MS);
    putBack();
    terminal.dispose();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const FLUSH_MS = 200;
const CLEARED = "\x1b[2J\x1b[H";
