// Makes src/terminal/modes/sequence-search-wasm.ts of the .wat beside it. It is committed, so that a build needs tsc alone.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import loadWabt from "wabt";

const place = (ending) =>
  fileURLToPath(new URL(`../src/terminal/modes/sequence-search${ending}`, import.meta.url));

const wabt = await loadWabt();
const source = wabt.parseWat("sequence-search.wat", readFileSync(place(".wat"), "utf8"), { simd: true });
const base64 = Buffer.from(source.toBinary({}).buffer).toString("base64");
writeFileSync(
  place("-wasm.ts"),
  `/** sequence-search.wat, made by \`npm run build:wasm\`. */\nexport const WASM =\n  "${base64}";\n`,
);
