import { scriptedTransport, type ScriptedTransportOptions } from "./scripted-terminal.js";
import type { TransportKind } from "../transport.js";

/** A session of iTerm2, wherever it is: it need not be in front. */
export function itermTransport(options: ScriptedTransportOptions = {}): TransportKind {
  return scriptedTransport(
    {
      transport: "iterm",
      name: "iTerm2",
      isInside: (env) => env.ITERM_SESSION_ID !== undefined || env.TERM_PROGRAM === "iTerm.app",
      script: SCRIPT,
      argumentsOf: (keys) => [keys],
    },
    options,
  );
}

/**
 * Sessions are named in full each time: `contents of` a variable is AppleScript's own word for what the variable
 * holds. To ask whether a program runs does not start it. In JavaScript `contents` was seen to end iTerm2.
 */
const SCRIPT = `on run argv
  set request to item 1 of argv
  set wantedTty to item 2 of argv
  if application id "com.googlecode.iterm2" is not running then error "iTerm2 is not running"
  tell application id "com.googlecode.iterm2"
    repeat with w from 1 to count of windows
      repeat with t from 1 to count of tabs of window w
        repeat with s from 1 to count of sessions of tab t of window w
          if tty of session s of tab t of window w is wantedTty then
            if request is "send" then
              tell session s of tab t of window w to write text (item 3 of argv) newline false
            end if
            set shownWidth to (columns of session s of tab t of window w) as text
            if request is not "read" then return shownWidth
            return shownWidth & linefeed & (get contents of session s of tab t of window w)
          end if
        end repeat
      end repeat
    end repeat
  end tell
  error "none of its sessions has the terminal " & wantedTty
end run
`;
