import { posix } from "node:path";

/** Where programs are at home; one of the same name elsewhere is another program. */
const HOME_OF_PROGRAMS =
  /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin|(?:\.\/)?node_modules\/\.bin)\/(?=[^/]+$)/;
/** GNU's programs on macOS. */
const GNU =
  /^g(?=(?:env|timeout|nice|nohup|stdbuf|xargs|find|time|sed|awk|tar|sort|date|make|uniq|rm|cp|mv|grep|ls|cat|head|tail|wc)$)/;
const VERSION = /^(python|pip|pypy)[\d.]+$/;

/** The name under which a program is described: `rm` of `/bin/rm`, `python3` of `python3.12`. */
export function describedName(program: string): string {
  const name = program.replace(HOME_OF_PROGRAMS, "").replace(GNU, "");
  return name.replace(VERSION, "$13");
}

/** The program's name without its directory; in small letters, for macOS finds `RM` as well. */
export function baseName(program: string | undefined): string {
  return posix.basename(program ?? "").toLowerCase();
}
