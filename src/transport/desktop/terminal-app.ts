import { scriptedTransport, type ScriptedTransportOptions } from "./scripted-terminal.js";
import type { TransportKind } from "../transport.js";
import { pressesOf } from "./x11-keys.js";

/**
 * A tab of macOS's Terminal. Its own way to type, `do script`, presses Return behind every text; so keys are pressed,
 * and only while that very tab is in front and has the keyboard.
 */
export function terminalAppTransport(options: ScriptedTransportOptions = {}): TransportKind {
  return scriptedTransport(
    {
      transport: "terminal-app",
      name: "Terminal",
      isInside: (env) => env.TERM_PROGRAM === "Apple_Terminal",
      script: SCRIPT,
      argumentsOf: strokesOf,
    },
    options,
  );
}

/** In pairs: what kind of press, and of what. */
function strokesOf(keys: string): readonly string[] {
  return pressesOf(keys).flatMap((press) => {
    if ("text" in press) {
      // The keys of other scripts are not on every keyboard: some other letter would be pressed.
      if (/[^\x20-\x7e]/.test(press.text))
        throw new Error(`${JSON.stringify(press.text)} is not on every keyboard`);
      return ["text", press.text];
    }
    const [, letter] = /^ctrl\+([a-z])$/.exec(press.key) ?? [];
    if (letter !== undefined) return ["control", letter];
    const code = KEY_CODES[press.key];
    if (code === undefined) throw new Error(`there is no key code for ${press.key}`);
    return ["code", code];
  });
}

const KEY_CODES: Readonly<Record<string, string>> = {
  Return: "36",
  Tab: "48",
  BackSpace: "51",
  Escape: "53",
};

/** Windows are counted from the front. To ask whether a program runs does not start it. */
const SCRIPT = `on run argv
  set request to item 1 of argv
  set wantedTty to item 2 of argv
  if application id "com.apple.Terminal" is not running then error "Terminal is not running"
  tell application id "com.apple.Terminal"
    repeat with w from 1 to count of windows
      repeat with t from 1 to count of tabs of window w
        if tty of tab t of window w is wantedTty then
          set shownWidth to (number of columns of tab t of window w) as text
          if request is "read" then return shownWidth & linefeed & (get contents of tab t of window w)
          if not frontmost then error "keys go to the program in front, and that is another"
          if w is not 1 or not (selected of tab t of window w) then error "keys go to the tab in front, and that is another"
          if request is "send" then my pressAll(argv)
          return shownWidth
        end if
      end repeat
    end repeat
  end tell
  error "none of its tabs has the terminal " & wantedTty
end run

on pressAll(argv)
  tell application "System Events"
    repeat with n from 3 to (count of argv) by 2
      set strokeKind to item n of argv
      set strokeValue to item (n + 1) of argv
      if not (frontmost of process "Terminal") then error "another program came in front"
      if strokeKind is "text" then keystroke strokeValue
      if strokeKind is "code" then key code (strokeValue as integer)
      if strokeKind is "control" then keystroke strokeValue using control down
    end repeat
  end tell
end pressAll
`;
