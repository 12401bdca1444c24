// The relay alone, as a program: `node relay-program.mjs [--full-reset] [--obey] COMMAND [ARGUMENT…]`.
// Tests run it in a terminal. With --obey it does what the child says: crash, or speak.
import { spawnPty } from "../../../dist/transport/pty/pty.js";
import { StdinWriter } from "../../../dist/terminal/user/stdin-writer.js";
import { UserTerminal } from "../../../dist/terminal/user/user-terminal.js";
import { exitAs } from "../../../dist/wrapper/exit-as.js";
import { Relay } from "../../../dist/wrapper/relay.js";

const args = process.argv.slice(2);
const options = new Set(
  args.splice(
    0,
    args.findIndex((arg) => !arg.startsWith("--")),
  ),
);
const exitReset = options.has("--full-reset") ? "full" : "modes";
const [command, ...rest] = args;
const terminal = new UserTerminal();
const pty = spawnPty(command, rest, { ...terminal.size, cwd: process.cwd(), env: process.env });
const writer = new StdinWriter(pty);
const relay = new Relay({
  pty,
  terminal,
  exitReset,
  onOutput: options.has("--obey") ? obey : () => {},
  onInput: (bytes) => writer.write(bytes),
  log: () => {},
});
relay.start();
exitAs(await relay.ended);

function obey(bytes) {
  if (bytes.includes("please speak")) relay.speak("\x1b]2;spoken\x07");
  if (bytes.includes("please crash")) {
    setTimeout(() => {
      throw new Error("crashed as asked");
    }, 100);
  }
}
