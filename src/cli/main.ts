#!/usr/bin/env node
// Claude Code waits for its hooks, and shows what they print: only what they need is loaded, and a package that is just
// being replaced is no reason to say anything.
const [verb, option = ""] = process.argv.slice(2);
if (verb === "hook" && !option.startsWith("-")) {
  await import("./hook.js").then(
    ({ answerHook }) => answerHook(),
    () => undefined,
  );
} else {
  await (await import("./answer-call.js")).answerCall(process.argv.slice(2));
}
