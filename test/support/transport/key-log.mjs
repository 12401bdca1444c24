// Stands for a program in a terminal: tells where it runs, and writes down every byte that it is given.
import { appendFileSync, renameSync, writeFileSync } from "node:fs";

const [, , file, title] = process.argv;
const { WINDOWID, DISPLAY, KITTY_LISTEN_ON, KITTY_WINDOW_ID } = process.env;

process.stdin.setRawMode(true);
process.stdin.on("data", (bytes) => appendFileSync(file, bytes));
process.stdout.write(`\x1b]2;${title}\x07`);
writeFileSync(file, "");
writeFileSync(
  `${file}.new`,
  JSON.stringify({ pid: process.pid, env: { WINDOWID, DISPLAY, KITTY_LISTEN_ON, KITTY_WINDOW_ID } }),
);
// Whole at once, and only now: from here on it can be typed to.
renameSync(`${file}.new`, `${file}.json`);
