import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The files that the processes with that NODE_V8_COVERAGE loaded, from the package's root, and what was bundled into them. */
export function loadedModules(coverage: string): string[] {
  const files = readdirSync(coverage).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
  const root = pathToFileURL(process.cwd()).href;
  return [
    ...files.map((url) => url.replace(root, "")),
    ...files.flatMap((url) => bundledIn(fileURLToPath(url))),
  ];
}

/** The bundler names each file before what it took from it. */
function bundledIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^\/\/ (dist\/\S+\.js)$/gm)].map(([, name = ""]) => name);
}
