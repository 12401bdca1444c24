/** Words that the go command is handed. */

/** Packages of this module or of those it depends on; not a version from elsewhere, and not a path out of the project. */
export function isGoPackage(text: string): boolean {
  return /^(?:\.{3}|\.?[\w~][\w.~*-]*|\.)(?:\/[\w.~*-]+)*\/?$/.test(text) && !CLIMBS.test(text);
}

/** A module, with a version or without: `example.com/a/b@v1.2.3`. */
export function isGoModule(text: string): boolean {
  return (/^[\w~][\w.~/-]*(?:@[\w.+-]+)?$/.test(text) && !CLIMBS.test(text)) || isGoPackage(text);
}

/** Flags for the linker that only leave things out or set variables: `-s -w -X main.version=1`. `-extld` would run a program. */
export function isHarmlessLinkerFlags(text: string): boolean {
  return /^\s*(?:(?:-[sw]|-buildid=\w*|-X[ =]\s*(?:'[\w./-]+=[^'"]*'|"[\w./-]+=[^'"]*"|[\w./-]+=[^\s'"]*))(?:\s+|$))*$/.test(
    text,
  );
}

const CLIMBS = /(?:^|\/)\.\.(?:\/|$)/;
