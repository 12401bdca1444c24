/** The id behind `--resume` or `-r` in a command line of Claude Code; undefined where none is named there. */
export function resumedConversation(command: readonly string[]): string | undefined {
  for (const [index, word] of command.entries()) {
    const attached = /^(?:--resume|-r)=(.+)$/.exec(word)?.[1];
    const id = attached ?? (word === "--resume" || word === "-r" ? command[index + 1] : undefined);
    if (id !== undefined && UUID.test(id)) return id;
  }
  return undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
