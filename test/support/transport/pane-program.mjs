// Stands for a program in a multiplexer's pane: draws what it is told, writes down every byte that it is given.
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const [, , file] = process.argv;

process.stdin.setRawMode(true);
process.stdin.on("data", (bytes) => appendFileSync(file, bytes));
writeFileSync(file, "");
process.stdout.write(readFileSync(`${file}.drawing`), () => {
  writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, env: process.env }));
  // Whole at once, and only now: from here on it can be typed to.
  renameSync(`${file}.new`, `${file}.json`);
});
