import { normalize } from "node:path/posix";

import type { Entry, Place } from "../../src/policy/tool-call.js";

/** Where symbolic links of Ada's project lead; undefined: nobody can tell. */
const LINKS: readonly (readonly [link: string, target: string | undefined])[] = [
  ["/home/ada/app/out", "/srv/elsewhere"],
  ["/home/ada/app/src/out", "/srv/elsewhere"],
  ["/home/ada/app/src/key.txt", "/home/ada/.ssh/id_ed25519"],
  ["/home/ada/app/src/shortcut", "/home/ada/app/secrets"],
  ["/home/ada/app/gone", undefined],
  ["/home/ada/app/src/gone", undefined],
];

/** What lies in Ada's folders; a name with a slash behind it is a folder, one with an at sign a link. */
const FOLDERS: Readonly<Record<string, string>> = {
  "/home/ada/app":
    ".git/ package.json README.md Makefile data.csv list a.txt b.txt a.log src/ test/ docs/ scripts/ packages/ node_modules/ secrets/ vendor/ out@ gone@",
  "/home/ada/app/src": "a.ts b.ts a.tsx index.ts more/ out@ key.txt@ shortcut@ gone@",
  "/home/ada/app/src/more": "c.ts",
  "/home/ada/app/test": "a.test.ts",
  "/home/ada/app/docs": "a.md",
  "/home/ada/app/scripts": "build.js run.sh",
  "/home/ada/app/packages": "core/",
  "/home/ada/app/packages/core": "package.json src/",
  "/home/ada/app/packages/core/src": "index.ts",
  "/home/ada/app/secrets": "a.txt",
  "/home/ada/app/vendor": "a.js",
  "/home": "ada/",
  "/home/ada": ".ssh/ .aws/ .netrc .npmrc .bashrc app/ notes/ other/",
  "/home/ada/.ssh": "id_rsa id_ed25519",
  "/home/ada/.aws": "credentials",
  "/home/ada/notes": "2026/",
  "/home/ada/notes/2026": "a.md",
};

function entries(directory: string): readonly Entry[] {
  const names = FOLDERS[normalize(directory).replace(/(?<=.)\/$/, "")]?.split(" ") ?? [];
  return names.map((name) => ({
    name: name.replace(/[/@]$/, ""),
    kind: name.endsWith("/") ? "directory" : name.endsWith("@") ? "link" : "file",
  }));
}

/** The place of every command in the tables: Ada works in ~/app, where some links lead out. */
export const ADA: Place = {
  cwd: "/home/ada/app",
  project: "/home/ada/app",
  home: "/home/ada",
  entries,
  ignored: () => ["node_modules", "dist/"],
  scripts: () => ["build", "test", "lint", "dev", "start"],
  settings: ["/home/ada/.claude", "/home/ada/app/.claude", "/home/ada/.config/claude-auto-continue"],
  realPath(path) {
    for (const [link, target] of LINKS) {
      if (path !== link && !path.startsWith(`${link}/`)) continue;
      // As the system does it: `link/..` is above where the link leads, not where it lies.
      return target === undefined ? undefined : normalize(target + path.slice(link.length));
    }
    return normalize(path);
  },
};
