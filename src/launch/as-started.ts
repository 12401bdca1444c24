/** A command in the form in which the system starts it. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments: boolean;
}

/**
 * On Windows npm puts a batch file in the place of `claude`. Only the shell runs one, and the shell reads its line
 * twice: each word is quoted for the program and every sign of the shell's own is made harmless, so that a prompt is
 * a prompt and not a command. A line break would end the line: it becomes a blank.
 */
export function asStarted(
  command: string,
  args: readonly string[],
  { platform, env }: { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> },
): Started {
  const isBatch = platform === "win32" && /\.(?:cmd|bat)$/i.test(command);
  if (!isBatch) return { command, args, windowsVerbatimArguments: false };
  // npm's batch files hand their arguments on in a line of their own, which is read once more.
  const line = [harmless(command), ...args.map((arg) => harmless(harmless(quoted(arg))))].join(" ");
  return {
    command: env["ComSpec"] ?? env["COMSPEC"] ?? "cmd.exe",
    args: ["/d", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** As a Windows program takes its line apart: backslashes count only before a quotation mark. */
function quoted(arg: string): string {
  const inner = arg
    .replace(/[\r\n]+/g, " ")
    .replace(/(\\*)"/g, '$1$1\\"')
    .replace(/(\\+)$/, "$1$1");
  return `"${inner}"`;
}

function harmless(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}
