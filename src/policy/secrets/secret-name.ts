/** Whether values of this name are secret: `GITHUB_TOKEN`, `--api-key`, `X-Api-Key`, `dbPassword`. */
export function isSecretName(name: string): boolean {
  const words = inWords(name);
  return SECRET.test(words) && !NOT_SECRET.test(words);
}

/** The same for a key of a program's settings: `//host/:_authToken`, `profile.x.aws_secret_access_key`. */
export function isSecretSetting(key: string): boolean {
  if (/^user\.signingkey$/i.test(key)) return false;
  return SECRET_SETTING.test(key) || isSecretName(key.slice(key.search(LAST_PART)));
}

/** Whether values of this name are harmless: `NODE_ENV`, `TOKEN_URL`. */
export function isPlainName(name: string): boolean {
  return NOT_SECRET.test(inWords(name));
}

/** `"secret": null`, `token=false`; a number only if it may count tokens: `tokens=100`. */
export function isPlainValue(name: string, value: string): boolean {
  if (value.length > 12) return false;
  return SWITCH.test(value) || (/token/i.test(name) && FIGURE.test(value));
}

export const FIGURE = /^\d{1,7}$/;

const SWITCH = /^["']?(?:true|false|null|none|nil|undefined|yes|no|on|off)["']?$/i;
const LAST_PART = /[^./:]*$/;

/** Git's extra headers, and the credentials that poetry and composer keep per host. */
const SECRET_SETTING =
  /extraheader$|^(?:pypi-token|http-basic|bearer|(?:github|gitlab|bitbucket)-oauth|(?:gitlab|forgejo)-token)\./i;

/** `dbPassword`, `DB_PASSWORD` and `db.password` all become `db-password`. */
function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[_.]/g, "-")
    .toLowerCase();
}

const SECRET = new RegExp(
  [
    "token|secret|passw(?:or)?d|passphrase|passcode|credential|bearer$",
    "(?:api|access|private|signing|encryption|auth|account|master|session|service|shared|storage|deploy|app|jwt|subscription|functions)-?key",
    "(?:^|-)(?:pass|pw|pat|jwt)$|-pwd$|^(?:set-)?cookie$|^-auth$",
    // Spelled as one word.
    "(?:^|-)(?:require|store|key|ssh|db|smtp|user|root|admin|mail|ftp|proxy)pass$|^masterauth$",
  ].join("|"),
);

/** Names about secrets whose values are harmless: `--password-stdin`, `TOKEN_URL`, `AWS_SECRET_NAME`, `max_tokens`. */
const NOT_SECRET =
  /(?:files?|paths?|dir|stdin|names?|ur[il]|types?|length|size|count|limit|ttl|expiry|expires(?:-?in)?|ids?|env|prompt|policy|manager)$|-(?:helper|process|provider|store|arn|version|regions?|scopes?|status|usage|used|remaining|budget|rotation|enabled|required|format|engine)$|tokeniz|max-?tokens/;
