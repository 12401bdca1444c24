// The relay as it is on Windows, with a ConPTY that is none: `node windows-relay-program.mjs [--full-reset]`.
// Tests run it in a terminal. It says which keys have come; at "q" its child ends with code 7, at "k" only when killed.
import { UserTerminal } from "../../../dist/terminal/user/user-terminal.js";
import { windowsPty } from "../../../dist/transport/pty/windows-pty.js";
import { exitAs } from "../../../dist/wrapper/exit-as.js";
import { Relay } from "../../../dist/wrapper/relay.js";

const [say, end] = [[], []];
const pty = windowsPty({
  pid: process.pid,
  onData: (listener) => void say.push(listener),
  onExit: (listener) => void end.push(listener),
  write: take,
  resize() {},
  pause() {},
  resume() {},
  kill: () => end.forEach((listener) => listener({ exitCode: undefined })),
});
const relay = new Relay({
  pty,
  terminal: new UserTerminal(process.stdin, process.stdout, "win32"),
  exitReset: process.argv.includes("--full-reset") ? "full" : "modes",
  onOutput() {},
  onInput: (bytes) => pty.write(bytes),
  log() {},
});
relay.start();
show("\x1b[?1049hready é");
exitAs(await relay.ended);

function show(text) {
  for (const listener of say) listener(text);
}

function take(keys) {
  if (keys === "k") return relay.hangUp("asked to");
  if (keys === "q") return end.forEach((listener) => listener({ exitCode: 7 }));
  show(JSON.stringify(keys));
}
