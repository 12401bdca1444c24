import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The files that were loaded by the processes whose NODE_V8_COVERAGE is there, and what was bundled into them. */
export function loadedModules(coverage: string): string[] {
  const files = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
  return [...files, ...files.flatMap((url) => bundledIn(fileURLToPath(url)))];
}

/** The bundler names each file before what it took from it. */
function bundledIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^\/\/ (dist\/\S+\.js)$/gm)].map(([, name = ""]) => name);
}
