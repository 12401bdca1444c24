import { plainText } from "./plain-text.js";
import { terminalFeatures } from "./terminal-features.js";

export interface Notification {
  readonly title: string;
  readonly body: string;
}

/** A program to start, without a shell. */
export interface DesktopCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Desktop {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a program, or undefined where there is none. */
  readonly find: (program: string) => string | undefined;
}

/** What shows the notification on the desktop; undefined where there is none, or where nobody sits before it. */
export function desktopCommand(notification: Notification, desktop: Desktop): DesktopCommand | undefined {
  const { platform, env } = desktop;
  // The person sits at another machine; their terminal is what they see.
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return undefined;
  const title = plainText(notification.title, 100);
  const body = plainText(notification.body, 400);
  switch (platform) {
    case "darwin":
      return command(desktop, "osascript", ["-e", APPLE_SCRIPT, title, body]);
    case "win32":
      return command(desktop, "powershell.exe", POWERSHELL, { CAC_TITLE: title, CAC_BODY: body });
    default:
      if (!env["DISPLAY"] && !env["WAYLAND_DISPLAY"] && !env["DBUS_SESSION_BUS_ADDRESS"]) return undefined;
      // The body is markup to most servers. Behind "--" nothing is an option, also if it begins with a dash.
      return command(desktop, "notify-send", ["--app-name=cac", "--", title, escapeMarkup(body)]);
  }
}

/** The sequence that makes the user's terminal show it; undefined where it has none. Draws nothing. */
export function terminalNotification(
  notification: Notification,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { notification: form, through } = terminalFeatures(env);
  if (form === undefined) return undefined;
  const title = plainText(notification.title, 100);
  const body = plainText(notification.body, 400);
  const sequence = FORMS[form](title, body);
  // Where passing on is not allowed (the default since tmux 3.3), tmux drops it; nothing is drawn.
  return through === "tmux" ? `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\` : sequence;
}

const FORMS = {
  // A digit and a semicolon in front would be one of ConEmu's own commands.
  osc9: (title: string, body: string) => `\x1b]9;${`${title}: ${body}`.replace(/^\d/, " $&")}\x1b\\`,
  osc777: (title: string, body: string) => `\x1b]777;notify;${title.replaceAll(";", ",")};${body}\x1b\\`,
  osc99: (title: string, body: string) =>
    `\x1b]99;i=cac:d=0;${title}\x1b\\\x1b]99;i=cac:p=body;${body}\x1b\\`,
};

// The values are arguments of the script, never part of it.
const APPLE_SCRIPT =
  "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run";

// The values are in the environment, never part of the script. A toast needs the id of a known application.
const POWERSHELL_SCRIPT = [
  "$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
  "$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(1)",
  "$texts = $xml.GetElementsByTagName('text')",
  "$null = $texts.Item(0).AppendChild($xml.CreateTextNode($env:CAC_TITLE))",
  "$null = $texts.Item(1).AppendChild($xml.CreateTextNode($env:CAC_BODY))",
  "$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
  "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))",
].join("; ");
const POWERSHELL = ["-NoProfile", "-NonInteractive", "-WindowStyle", "Hidden", "-Command", POWERSHELL_SCRIPT];

function command(
  { find }: Desktop,
  name: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): DesktopCommand | undefined {
  const program = find(name);
  return program === undefined ? undefined : { program, args, ...(env && { env }) };
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
