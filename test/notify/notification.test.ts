import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { desktopCommand, terminalNotification, type Desktop } from "../../src/notify/notification.js";
import { plainText } from "../../src/notify/plain-text.js";

const NOTE = { title: "Claude Code has stopped", body: 'resets "3:28pm" & <b>later</b>' };
const find = (name: string): string => `/bin/${name}`;

describe("the desktop's command", () => {
  test.each<[string, Desktop["platform"], Record<string, string>]>([
    ["X11", "linux", { DISPLAY: ":0" }],
    ["Wayland", "linux", { WAYLAND_DISPLAY: "wayland-0" }],
    ["a session bus", "freebsd", { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus" }],
  ])("notify-send: %s", (_, platform, env) => {
    expect(desktopCommand(NOTE, { platform, env, find })).toEqual({
      program: "/bin/notify-send",
      args: ["--app-name=cac", "--", NOTE.title, 'resets "3:28pm" &amp; &lt;b&gt;later&lt;/b&gt;'],
    });
  });

  test("osascript gets the text as arguments of the script", () => {
    expect(desktopCommand(NOTE, { platform: "darwin", env: {}, find })).toEqual({
      program: "/bin/osascript",
      args: [
        "-e",
        "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run",
        NOTE.title,
        NOTE.body,
      ],
    });
  });

  test("PowerShell gets it in the environment", () => {
    const command = desktopCommand(NOTE, { platform: "win32", env: {}, find });
    expect(command).toEqual({
      program: "/bin/powershell.exe",
      args: [
        "-NoProfile",
        "-NonInteractive",
        "-WindowStyle",
        "Hidden",
        "-Command",
        [
          "$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]",
          "$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(1)",
          "$texts = $xml.GetElementsByTagName('text')",
          "$null = $texts.Item(0).AppendChild($xml.CreateTextNode($env:CAC_TITLE))",
          "$null = $texts.Item(1).AppendChild($xml.CreateTextNode($env:CAC_BODY))",
          "$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'",
          "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))",
        ].join("; "),
      ],
      env: { CAC_TITLE: NOTE.title, CAC_BODY: NOTE.body },
    });
    // Whatever the text is, the script stays the same.
    const other = desktopCommand(
      { title: "'; calc; '", body: "$(calc)" },
      { platform: "win32", env: {}, find },
    );
    expect(other?.args).toEqual(command?.args);
  });

  test.each<[string, Desktop]>([
    ["no display", { platform: "linux", env: {}, find }],
    ["no program", { platform: "linux", env: { DISPLAY: ":0" }, find: () => undefined }],
    ["no program on macOS", { platform: "darwin", env: {}, find: () => undefined }],
    [
      "the person sits elsewhere",
      { platform: "linux", env: { DISPLAY: ":10", SSH_TTY: "/dev/pts/1" }, find },
    ],
    ["the same on macOS", { platform: "darwin", env: { SSH_CONNECTION: "a b c d" }, find }],
  ])("none: %s", (_, desktop) => {
    expect(desktopCommand(NOTE, desktop)).toBeUndefined();
  });

  test("a text that begins with a dash is no option", () => {
    const command = desktopCommand(
      { title: "--help", body: "-u" },
      { platform: "linux", env: { DISPLAY: ":0" }, find },
    );
    expect(command?.args).toEqual(["--app-name=cac", "--", "--help", "-u"]);
  });
});

describe("the terminal's sequence", () => {
  test.each([
    ["OSC 9", { TERM: "xterm", WT_SESSION: "1" }, "\x1b]9;Stopped; really: by 1; limit\x1b\\"],
    ["OSC 777", { TERM: "foot" }, "\x1b]777;notify;Stopped, really;by 1; limit\x1b\\"],
    [
      "OSC 99",
      { TERM: "xterm-kitty" },
      "\x1b]99;i=cac:d=0;Stopped; really\x1b\\\x1b]99;i=cac:p=body;by 1; limit\x1b\\",
    ],
    [
      "through tmux",
      { TERM: "tmux", TMUX: "/tmp/t,1,0", WT_SESSION: "1" },
      "\x1bPtmux;\x1b\x1b]9;Stopped; really: by 1; limit\x1b\x1b\\\x1b\\",
    ],
    ["none", { TERM: "xterm" }, undefined],
    ["none in screen", { TERM: "screen", STY: "1.x" }, undefined],
  ])("%s", (_, env, sequence) => {
    expect(terminalNotification({ title: "Stopped; really", body: "by 1; limit" }, env)).toBe(sequence);
  });

  test("a digit in front is no command of ConEmu's", () => {
    const env = { TERM: "xterm", WT_SESSION: "1" };
    expect(terminalNotification({ title: "4;3;1", body: "x" }, env)).toBe("\x1b]9; 4;3;1: x\x1b\\");
  });

  test("no text gets out of its sequence", () => {
    const envs = [{ TERM: "xterm", WT_SESSION: "1" }, { TERM: "foot" }, { TERM: "xterm-kitty" }];
    const text = fc.string({
      unit: fc.constantFrom("\x1b", "\\", "\x07", "\x9c", "\u0090", "]", ";", "a", "\n", "é"),
    });
    fc.assert(
      fc.property(text, text, fc.constantFrom(...envs), (title, body, env) => {
        const sequence = terminalNotification({ title, body }, env) ?? "";
        return /^(?:\x1b\][^\x00-\x1f\x7f-\x9f]*\x1b\\)+$/.test(sequence);
      }),
    );
  });
});

test.each([
  ["a\r\nb\tc", "a b c"],
  ["\x1b[31mred\x1b[0m", "[31mred [0m"],
  ["\u009b2J\u202egnp.exe", "2J gnp.exe"],
  ["x".repeat(300), `${"x".repeat(199)}…`],
  ["😀".repeat(300), `${"😀".repeat(199)}…`],
  ["plain · text", "plain · text"],
])("plain text of %j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
