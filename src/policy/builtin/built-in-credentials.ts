import { pathsOf, type PathUse } from "../path-use.js";
import type { SettledPlace } from "../place-paths.js";
import type { Finding } from "../rules/match.js";
import type { BuiltInRule } from "./built-in-rule.js";

/** Files that hold keys, tokens and passwords. */
export const CREDENTIAL_FILES: BuiltInRule = {
  name: "credential-files",
  says: "reading or writing keys, tokens and passwords: ~/.ssh, ~/.aws, ~/.gnupg, ~/.netrc, ~/.npmrc, .env, *.pem …",
  inPath(use, place) {
    const { where } = use;
    if (where.kind === "anywhere") return inStart(where.start);
    const tops = pathsOf({ ...use, isDeep: false }, place);
    if (tops === undefined) return UNSURE;
    for (const { path, real = path } of tops) {
      const found = [path, real].find((each) => holdsCredentials(each, place.home));
      if (found !== undefined)
        return { match: "yes", why: `${found} is a file or directory with credentials.` };
      // A pattern that the program itself expands: `grep -r x --include='.env*'`.
      const glob = /^([^*?[]*)(?:[*?]|(?<!\/\.)\[)/.exec(path)?.[1];
      if (glob !== undefined && couldBecome(glob)) return UNSURE;
    }
    return use.isDeep && use.access !== "list" ? inTree(use, place) : undefined;
  },
};

/** What is read with a whole folder. */
function inTree(use: PathUse, place: SettledPlace): Finding | undefined {
  const all = pathsOf(use, place);
  if (all === undefined)
    return { match: "maybe", why: "It reads a folder that holds too much to look for credentials in it." };
  const found = all.find(({ path, real = path }) =>
    [path, real].some((each) => holdsCredentials(each, place.home)),
  );
  return found === undefined
    ? undefined
    : { match: "maybe", why: `It would read ${found.path} too, a file with credentials.` };
}

// Names are compared in any case of letters, as the file systems of macOS and Windows do.
const DIRECTORIES =
  /\/(?:\.(?:ssh|aws|gnupg|kube|azure|password-store|mozilla|oci|step|vault|ngrok2|rustup\/credentials)|\.config\/(?:gh|gcloud|op|hub|google-chrome|chromium|BraveSoftware|microsoft-edge|vivaldi|opera|doctl|heroku|rclone|sops|age|configstore)|\.local\/share\/keyrings|\.local\/state\/claude-auto-continue\/tokens|Library\/(?:Keychains|Cookies)|(?:Application Support|AppData\/(?:Local|Roaming))\/(?:Google\/Chrome|Firefox|Mozilla|BraveSoftware|Microsoft Edge|Microsoft\/Edge|GitHub CLI))(?:\/|$)/i;
const FILES =
  /\/(?:[._]netrc|\.git-credentials|\.config\/git\/credentials|\.pgpass|\.pypirc|\.my\.cnf|\.mylogin\.cnf|\.vault-token|\.envrc|\.s3cfg|\.boto|\.htpasswd|\.docker\/config\.json|\.config\/containers\/auth\.json|\.cargo\/credentials(?:\.toml)?|\.gem\/credentials|\.m2\/settings\.xml|\.gradle\/gradle\.properties|\.composer\/auth\.json|\.nuget\/NuGet\.Config|\.claude\.json|\.claude\.json\.backup[^/]*|\.claude\/\.credentials\.json|claude-auto-continue\/(?:[^/]*token[^/]*|mcp-http\.json)|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|\.terraform\.d\/credentials\.tfrc\.json|terraform\.tfstate(?:\.backup)?|id_(?:rsa|dsa|ecdsa|ed25519)[^/]*|\.?(?:bash|zsh|sh|fish|python|node_repl|psql|mysql|sqlite|rediscli|mongo|irb|php)_history|\.histfile|\.zhistory|fish\/fish_history|\.local\/share\/fish\/fish_history)$/i;
const ENV = /\/\.env(?:\.(?!(?:example|sample|template|dist|defaults?)$)[^/]*)?$/i;
const SYSTEM =
  /^(?:\/etc\/g?shadow-?|\/etc\/sudoers(?:\.d\/.*)?|\/proc\/[^/]+\/(?:environ|mem|task\/[^/]+\/environ)|\/private\/etc\/master\.passwd|\/etc\/ssl\/private(?:\/.*)?|\/run\/secrets(?:\/.*)?|\/var\/run\/secrets(?:\/.*)?)$/i;

const UNSURE: Finding = {
  match: "maybe",
  why: "Only running it would tell whether it uses a file with credentials.",
};

function holdsCredentials(path: string, home: string): boolean {
  if (DIRECTORIES.test(path) || FILES.test(path) || ENV.test(path) || SYSTEM.test(path)) return true;
  // A project's own .npmrc has a registry in it; the ones at home have the tokens.
  const atHome = path.toLowerCase().replace(home.toLowerCase(), "");
  return /^\/\.(?:npmrc|yarnrc(?:\.yml)?|bunfig\.toml)$/.test(atHome);
}

function inStart(start: string): Finding {
  return DIRECTORIES.test(start)
    ? { match: "yes", why: `${start}… is in a directory with credentials.` }
    : UNSURE;
}

/** What the last name of a path that is cut off may go on as. */
const NAMES = ".env .ssh .aws .gnupg .netrc .npmrc .kube .git-credentials .docker .claude.json id_rsa".split(
  " ",
);

function couldBecome(start: string): boolean {
  const name = start.slice(start.lastIndexOf("/") + 1).toLowerCase();
  return name !== "" && NAMES.some((each) => each.startsWith(name));
}
