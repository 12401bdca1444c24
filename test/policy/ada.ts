import { normalize } from "node:path/posix";

import type { Place } from "../../src/policy/tool-call.js";

/** Where symbolic links of Ada's project lead; undefined: nobody can tell. */
const LINKS: readonly (readonly [link: string, target: string | undefined])[] = [
  ["/home/ada/app/out", "/srv/elsewhere"],
  ["/home/ada/app/src/out", "/srv/elsewhere"],
  ["/home/ada/app/src/key.txt", "/home/ada/.ssh/id_ed25519"],
  ["/home/ada/app/src/shortcut", "/home/ada/app/secrets"],
  ["/home/ada/app/gone", undefined],
  ["/home/ada/app/src/gone", undefined],
];

/** The place of every command in the tables: Ada works in ~/app, where some links lead out. */
export const ADA: Place = {
  cwd: "/home/ada/app",
  project: "/home/ada/app",
  home: "/home/ada",
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
