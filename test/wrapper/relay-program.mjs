// The relay alone, as a program: `node relay-program.mjs [--full-reset] COMMAND [ARGUMENT…]`. Tests run it in a terminal.
import { spawnPty } from "../../dist/terminal/pty.js";
import { StdinWriter } from "../../dist/terminal/stdin-writer.js";
import { UserTerminal } from "../../dist/terminal/user-terminal.js";
import { exitAs } from "../../dist/wrapper/exit-as.js";
import { Relay } from "../../dist/wrapper/relay.js";

const args = process.argv.slice(2);
const exitReset = args[0] === "--full-reset" ? (args.shift(), "full") : "modes";
const [command, ...rest] = args;
const terminal = new UserTerminal();
const pty = spawnPty(command, rest, { ...terminal.size, cwd: process.cwd(), env: process.env });
const writer = new StdinWriter(pty);
let isCrashing = false;
const relay = new Relay({
  pty,
  terminal,
  exitReset,
  onOutput: (bytes) => {
    // A child that says this wants to see how the relay's process goes down.
    if (!isCrashing && bytes.includes("please crash")) {
      isCrashing = true;
      setTimeout(() => {
        throw new Error("crashed as asked");
      }, 100);
    }
    if (bytes.includes("please speak")) relay.speak("\x1b]2;spoken\x07");
  },
  onInput: (bytes) => writer.write(bytes),
  log: () => {},
});
relay.start();
exitAs(await relay.ended);
