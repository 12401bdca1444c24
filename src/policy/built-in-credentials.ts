import type { BuiltInRule } from "./built-in-rule.js";
import type { CommandPart, Word } from "./command-part.js";
import type { Finding } from "./match.js";
import type { PathUse } from "./match-path.js";
import { programOf } from "./part-paths.js";
import { isWithin, placePath } from "./place-paths.js";
import type { Place } from "./tool-call.js";

/** Files that hold keys, tokens and passwords. */
export const CREDENTIAL_FILES: BuiltInRule = {
  name: "credential-files",
  says: "reading or writing keys, tokens and passwords: ~/.ssh, ~/.aws, ~/.gnupg, ~/.netrc, ~/.npmrc, .env, *.pem …",
  inCommand(part, { parts, place }) {
    // `find ~ | xargs grep x`: what is found is read.
    const isWide = (other: CommandPart): boolean =>
      LISTS.has(programOf(other)) && other.words.slice(1).some((word) => isAroundHome(word, other, place));
    if (!part.takesMore || LISTS.has(programOf(part)) || !parts.some(isWide)) return undefined;
    return UNSURE;
  },
  inPath(use, place) {
    const { placed } = use;
    if (placed === undefined) return inStart(use, place);
    const path = [placed.path, placed.real ?? ""].find((path) => holdsCredentials(path, place.home));
    if (path !== undefined) return { match: "yes", why: `${path} is a file or directory with credentials.` };
    // `grep -r x --include='.env*'`: the program looks for such names itself.
    const glob = /^([^*?[]*)[*?[]/.exec(placed.path)?.[1];
    if (glob !== undefined && couldBecome(glob, place.home)) return UNSURE;
    if (use.isDeep && isWithin(place.home, placed.path)) {
      return { match: "maybe", why: `There are credentials below ${placed.path}.` };
    }
    return undefined;
  },
};

// Names are compared in any case of letters, as the file systems of macOS and Windows do.
const DIRECTORIES =
  /\/(?:\.(?:ssh|aws|gnupg|kube|azure|password-store|mozilla)|\.config\/(?:gh|gcloud|op|hub|google-chrome|chromium|BraveSoftware|microsoft-edge|vivaldi|opera)|\.local\/share\/keyrings|Library\/(?:Keychains|Cookies)|(?:Application Support|AppData\/(?:Local|Roaming))\/(?:Google\/Chrome|Firefox|Mozilla|BraveSoftware|Microsoft Edge|Microsoft\/Edge))(?:\/|$)/i;
const FILES =
  /\/(?:[._]netrc|\.git-credentials|\.pgpass|\.pypirc|\.my\.cnf|\.vault-token|\.envrc|\.docker\/config\.json|\.cargo\/credentials(?:\.toml)?|\.claude\/\.credentials\.json|[^/]*\.(?:pem|key|p12|pfx|jks)|\.terraform\.d\/credentials\.tfrc\.json|id_(?:rsa|dsa|ecdsa|ed25519)[^/]*)$/i;
const ENV = /\/\.env(?:\.(?!(?:example|sample|template|dist|defaults?)$)[^/]*)?$/i;
const SYSTEM =
  /^(?:\/etc\/g?shadow-?|\/etc\/sudoers|\/proc\/[^/]+\/environ|\/private\/etc\/master\.passwd)$/i;

const UNSURE: Finding = {
  match: "maybe",
  why: "Only running it would tell whether it uses a file with credentials.",
};
const LISTS = new Set(["find", "fd", "fdfind", "ls", "locate"]);

function isAroundHome(word: Word, part: CommandPart, place: Place): boolean {
  if (word.text === undefined || part.cwd === undefined) return word.text === undefined;
  return !word.text.startsWith("-") && isWithin(place.home, placePath(word.text, part.cwd, place).path);
}

function holdsCredentials(path: string, home: string): boolean {
  if (DIRECTORIES.test(path) || FILES.test(path) || ENV.test(path) || SYSTEM.test(path)) return true;
  // A project's own .npmrc has a registry in it; the one at home has the tokens.
  return path.toLowerCase() === `${home}/.npmrc`.toLowerCase();
}

function inStart(use: PathUse, place: Place): Finding | undefined {
  const { start } = use;
  if (DIRECTORIES.test(start)) return { match: "yes", why: `${start}… is in a directory with credentials.` };
  return use.mayBeAny || couldBecome(start, place.home) ? UNSURE : undefined;
}

/** What the last name of a path that is cut off may go on as. */
const NAMES = [
  ".env",
  ".ssh",
  ".aws",
  ".gnupg",
  ".netrc",
  ".npmrc",
  ".kube",
  ".git-credentials",
  ".docker",
  "id_rsa",
];

function couldBecome(start: string, home: string): boolean {
  const name = start.slice(start.lastIndexOf("/") + 1).toLowerCase();
  const isAtHome = start.startsWith("/") && `${home}/`.startsWith(start);
  return isAtHome || (name !== "" && NAMES.some((each) => each.startsWith(name)));
}
