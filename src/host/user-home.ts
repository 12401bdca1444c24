import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** The user's home, always absolute: an empty or relative HOME would put our files wherever they happen to stand. */
export function userHome(): string {
  return [homedir, () => userInfo().homedir].map(absoluteOf).find((found) => found !== undefined) ?? "/";
}

function absoluteOf(find: () => string): string | undefined {
  try {
    const found = find();
    return isAbsolute(found) ? found : undefined;
  } catch {
    // No HOME and no entry in the user database: there is no file of theirs to find either.
    return undefined;
  }
}
