// Reads a program's output from standard input and reports every usage limit as one line of JSON.
//
//   claude -p "fix the build" | node examples/watch-output.mjs
import { PatternDetector } from "claude-auto-continue";

const detector = new PatternDetector();
let last;

detector.on("limit", ({ resetTime, rawMatch }) => {
  // Watch for the next one. A program that redraws its screen shows the same message again: report it once.
  detector.reset();
  if (rawMatch === last) return;
  last = rawMatch;
  console.log(JSON.stringify({ message: rawMatch, resetsAt: resetTime }));
});

// A chunk may end anywhere, also inside a word or an escape sequence.
for await (const chunk of process.stdin) detector.feed(chunk);
// A message in the last line may have no line end.
detector.feed("\n");
