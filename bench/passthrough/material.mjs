// What is sent through: text, and what real Claude Code drew in the recordings.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STATES = fileURLToPath(new URL("../../test/fixtures/states", import.meta.url));
const TEXT = "The quick brown fox jumps over the lazy dog, and back again: 0123456789\r\n";

/** The path of a file of that size, written when it is first asked for. */
export function material(kind, size, folder) {
  const piece = kind === "plain" ? Buffer.from(TEXT) : recordings();
  const file = join(folder, `${kind}-${size}`);
  if (!existsSync(file)) writeFileSync(file, Buffer.alloc(size, piece));
  return file;
}

let recorded;
/** Those without a limit in them: a session that hits one a thousand times a second is not what is measured here. */
function recordings() {
  recorded ??= Buffer.concat(
    readdirSync(STATES, { recursive: true })
      .filter((name) => name.endsWith("bytes.raw"))
      .sort()
      .map((name) => readFileSync(join(STATES, name)))
      .filter((bytes) => !/limit|resets|credits|balance/i.test(bytes.toString("latin1"))),
  );
  return recorded;
}
