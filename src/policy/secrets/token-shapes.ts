import { MASK, maskSpans, type Span } from "./mask-spans.js";

/** Masks what looks like a secret, whatever its name: tokens, private keys, passwords in URLs, authorization headers. */
export function maskShapes(text: string): string {
  return maskAuthorization(SHAPES.reduce((rest, { shape, shown }) => rest.replace(shape, shown), text));
}

/** Tokens by the prefix of their issuer. If the prefix is also a common word, the rest must have the token's length. */
const TOKENS: readonly string[] = [
  // Anthropic, OpenAI, OpenRouter, Stripe, Clerk.
  String.raw`(?:sk|rk|pk)[-_][\w-]{16,}`,
  String.raw`whsec_[\w+/=-]{16,}`,
  // Other models and what feeds them.
  String.raw`(?:hf|gsk|r8|jina)_[A-Za-z0-9]{20,}`,
  String.raw`(?:xai|pplx|csk|llx)-[A-Za-z0-9]{30,}`,
  String.raw`(?:nvapi|bedrock-api-key)-[\w-]{30,}`,
  String.raw`tvly-(?:[a-z]{1,8}-)?[A-Za-z0-9]{20,}`,
  String.raw`(?:pcsk|wandb_v1|lsv2_[a-z]{2})_\w{30,}`,
  String.raw`fc-[0-9a-f]{32}`,
  // GitHub, GitLab (with a routing part since 17.x), Bitbucket, Atlassian.
  String.raw`(?:gh[oprsu]|github_pat)_\w{16,}`,
  String.raw`gl(?:pat|oas|dt|rtr?|cbt|ptt|ft|imt|agent|wt|soat|ffct)-[\w-]{16,}(?:\.[\w-]+)*`,
  String.raw`GR1348941[\w-]{16,}`,
  String.raw`ATBB[A-Za-z0-9]{24,}`,
  String.raw`AT[AC]TT3[\w=-]{30,}`,
  // Registries.
  String.raw`(?:npm|rubygems)_[A-Za-z0-9]{20,}`,
  String.raw`pypi-Ag[\w-]{16,}`,
  String.raw`dckr_[op]at_[\w-]{20,}`,
  String.raw`AKCp[A-Za-z0-9]{60,}`,
  // Slack. Some are encoded for a URL.
  String.raw`(?:xox[a-z](?:\.xox[a-z])?|xapp|xwfp)-[\w%.-]{16,}`,
  // Google.
  String.raw`AIza[\w-]{16,}`,
  String.raw`ya29\.[\w-]{16,}(?:\.[\w-]+)*`,
  String.raw`GOCSPX-[\w-]{20,}`,
  String.raw`1//0[\w-]{20,}`,
  // AWS, Alibaba, Azure.
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b`,
  String.raw`LTAI[A-Za-z0-9]{16,}`,
  String.raw`\w{3}\dQ~[\w~.-]{31,}`,
  // Other clouds and hosts.
  String.raw`do[opr]_v1_[A-Za-z0-9]{30,}`,
  String.raw`cf(?:k|ut|at)_[A-Za-z0-9]{40,}`,
  String.raw`v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}`,
  String.raw`vc[acikpr]_[\w-]{30,}`,
  String.raw`vercel_blob_rw_\w{20,}`,
  String.raw`(?:sbp|nfp|rnd|napi)_[A-Za-z0-9]{24,}`,
  String.raw`sb_secret_[\w-]{20,}`,
  String.raw`HRKU-[\w-]{30,}`,
  String.raw`f(?:o1|m[12])_[\w+/=-]{40,}`,
  String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{20,}`,
  String.raw`tskey-[\w-]{16,}`,
  String.raw`pul-[A-Za-z0-9]{30,}`,
  // Vaults.
  String.raw`hv[brs]\.[\w-]{24,}`,
  String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,}`,
  String.raw`ops_eyJ[\w+/=-]{40,}`,
  String.raw`AGE-SECRET-KEY-1[A-Za-z0-9]{40,}`,
  // Shops, mail and messages.
  String.raw`shp(?:at|ss|ca|pa|tka)_[A-Za-z0-9]{20,}`,
  String.raw`sq0[a-z]{3}-[\w-]{20,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`key-[0-9a-f]{32}`,
  String.raw`[0-9a-f]{32}-us\d{1,2}\b`,
  String.raw`xkeysib-[\w-]{40,}`,
  String.raw`re_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}`,
  String.raw`SK[0-9a-f]{32}\b`,
  String.raw`EAA[A-Z][A-Za-z0-9]{60,}`,
  // Tools of the trade.
  String.raw`PMAK-[\w-]{30,}`,
  String.raw`lin_(?:api|oauth)_[A-Za-z0-9]{20,}`,
  String.raw`fig[do]_[\w-]{30,}`,
  String.raw`ntn_[A-Za-z0-9]{40,}`,
  String.raw`secret_[A-Za-z0-9]{43}\b`,
  String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`,
  String.raw`CFPAT-[\w-]{40,}`,
  String.raw`gl(?:sa|c)_[\w+/=]{30,}`,
  String.raw`sntry[su]_[\w+/=-]{32,}`,
  String.raw`NR(?:AK|II|JS|RA)-[A-Za-z0-9]{20,}`,
  String.raw`(?:bk[a-z]{2}|sq[apu])_[A-Za-z0-9]{30,}`,
  String.raw`dapi[0-9a-f]{32}`,
];

interface Shape {
  readonly shape: RegExp;
  readonly shown: string;
}

/**
 * Matching takes linear time. An unbounded repetition is either the last part of its pattern, so that a match consumes
 * what it read, or it starts and ends at characters that it cannot contain, so that two matches never read the same text.
 */
const SHAPES: readonly Shape[] = [
  // Private keys. One that was cut off has no end.
  {
    shape:
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(?:(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY)|$)/g,
    shown: `$1${MASK}`,
  },
  { shape: /(\bPrivate-Lines: \d{1,4}\r?\n)[\s\S]*?(?=\r?\nPrivate-MAC|$)/g, shown: `$1${MASK}` },
  { shape: new RegExp(String.raw`(?<!\w)(?:${TOKENS.join("|")})`, "g"), shown: MASK },
  // JSON Web Tokens. Not after a hyphen: "eyJ-eyJ-…" would be read again from each of them.
  { shape: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, shown: MASK },
  // Telegram bots, also in URLs.
  { shape: /(?<!\d)\d{8,10}:AA[\w-]{30,}/g, shown: MASK },
  { shape: /\b(bearer[ \t]{1,20})[\w.~+/=-]{4,}/gi, shown: `$1${MASK}` },
  // user:password@ and token@ in URLs.
  { shape: /(:\/\/[^\s/:@"'`]{0,200}:)(?![$`])[^\s/"'`]+(?=@)/g, shown: `$1${MASK}` },
  { shape: /(:\/\/)(?![$`])[^\s/:@"'`]{20,200}(?=@)/g, shown: `$1${MASK}` },
  // Webhooks, and signatures and keys in URLs.
  {
    shape:
      /(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/|\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/|\.webhook\.office\.com\/webhookb2\/)[\w/@-]{16,}/g,
    shown: `$1${MASK}`,
  },
  {
    shape:
      /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|(?:api_?)?key|code)=)[\w%.+/=~-]{16,}/gi,
    shown: `$1${MASK}`,
  },
  // The base64 of user:password in the settings of docker.
  {
    shape: /(\bauth\\{0,15}"\s{0,9}:\s{0,9})(\\{0,15}")(?=[a-z0-9+/=]{0,100}[A-Z])[A-Za-z0-9+/=]{12,}\2/g,
    shown: `$1${MASK}`,
  },
  // .netrc and SQL.
  {
    shape: /(\blogin[ \t]{1,9}\S{1,100}\s{1,20}password[ \t]{1,9})(?!["']?[$`])\S+/g,
    shown: `$1${MASK}`,
  },
  { shape: /\b((?:identified[ \t]{1,9}by|password)[ \t]{1,9})'[^']*'/gi, shown: `$1${MASK}` },
];

/** Keeps the scheme: `Authorization: Basic [secret]`. */
function maskAuthorization(text: string): string {
  const spans: Span[] = [];
  HEADER.lastIndex = 0;
  for (let found = HEADER.exec(text); found !== null; found = HEADER.exec(text)) {
    const scheme = matchAt(SCHEME, text, HEADER.lastIndex);
    const start = HEADER.lastIndex + (scheme?.length ?? 0);
    const end = start + (matchAt(CREDENTIAL, text, start)?.length ?? 0);
    // Without a scheme, only a value that ends the line or the string counts: "authorization: required for …".
    const isWhole = end - start >= SHORTEST && matchAt(CLOSE, text, end) !== undefined;
    if (scheme === undefined ? isWhole : end > start) spans.push({ start, end });
    // Masked or not, the value is read only once.
    HEADER.lastIndex = end;
  }
  return maskSpans(text, spans);
}

const HEADER = /\b(?:proxy-)?authorization\\{0,15}["']?[ \t]{0,9}[:=][ \t]{0,9}\\{0,15}["']?/gi;
const SCHEME = /[\w-]{1,30}[ \t]{1,9}(?=[\w.~+/=-])/y;
const CREDENTIAL = /[\w.~+/=-]*/y;
const CLOSE = /[ \t]{0,9}(?=\\{0,15}["']|[\r\n]|$)/y;
const SHORTEST = 8;

function matchAt(shape: RegExp, text: string, at: number): string | undefined {
  shape.lastIndex = at;
  return shape.exec(text)?.[0];
}
