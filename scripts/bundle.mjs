// Node takes half a millisecond a file, and people wait for two of our ways: to a session's first byte, and to the
// answer of a hook. What is on them becomes a few files. The daemon becomes one, so that a package which is replaced
// under it does no harm. They take the place of tsc's own: without this step all is the same, only slower and less
// safe. Each is closed in itself, since a process goes only one of these ways.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await build([
  bundle("answer-call", { parts: "session-parts", without: "./own-call.js" }),
  bundle("hook", { parts: "hook-parts" }),
  bundle("daemon-call", {}),
]);

function bundle(name, { parts, without }) {
  return {
    cwd: root,
    input: { [`cli/${name}`]: `./dist/cli/${name}.js` },
    platform: "node",
    // Packages stay where npm puts them.
    external: /^(?:node:|@?[a-z][\w.-]*(?:\/|$))/,
    plugins: [{ name: "without", resolveId: (id) => (id === without ? { id, external: true } : null) }],
    preserveEntrySignatures: "allow-extension",
    output: {
      dir: "dist",
      codeSplitting: parts !== undefined,
      // As deep as the files they are made of, so that paths relative to them hold.
      ...(parts && { chunkFileNames: `${parts}/[name].js` }),
      minifyInternalExports: false,
    },
  };
}
