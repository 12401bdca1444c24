/**
 * The text with what looks like a password, a key or a token replaced, for logs that people show to others. It goes by
 * known shapes and by the names that values are given, so it is a courtesy and no proof. References such as `$TOKEN` and
 * `$(…)` stay: they tell what a command does and give nothing away.
 */
export function maskSecrets(text: string): string {
  const shapesGone = SHAPES.reduce((rest, { shape, shown }) => rest.replace(shape, shown), text);
  return maskNamed(shapesGone);
}

/** Whether a value of this name is one to hide: `GITHUB_TOKEN`, `--api-key`, `X-Api-Key`, `dbPassword`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !NO_SECRET.test(name);
}

export const MASK = "[secret]";

/** Every repetition is bounded, or ends where the next try begins: the cost grows with the text and no faster. */
const SHAPES: readonly { readonly shape: RegExp; readonly shown: string }[] = [
  // Private keys; one that was cut off has no end.
  {
    shape:
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(?:(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY)|$)/g,
    shown: `$1${MASK}`,
  },
  // Anthropic, OpenAI, Stripe.
  { shape: /\b(?:sk|rk|pk)[-_](?:[\w-]{16,})/g, shown: MASK },
  // GitHub, GitLab, npm, PyPI, Hugging Face, Slack, Google, SendGrid, DigitalOcean.
  { shape: /\b(?:gh[oprsu]_|github_pat_|npm_|hf_|dop_v1_)\w{16,}/g, shown: MASK },
  { shape: /\b(?:glpat-|pypi-|xox[abeoprs]-|xapp-|AIza|ya29\.|SG\.)[\w.-]{16,}/g, shown: MASK },
  // AWS.
  { shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, shown: MASK },
  // JSON Web Tokens.
  { shape: /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, shown: MASK },
  { shape: /\b(bearer[ \t]+)[\w.~+/=-]{4,}/gi, shown: `$1${MASK}` },
  {
    shape: /\b((?:proxy-)?authorization["']?[ \t]{0,9}[:=][ \t]{0,9}\w{1,20}[ \t]+)[\w.~+/=-]+/gi,
    shown: `$1${MASK}`,
  },
  {
    shape: /\b((?:proxy-)?authorization["']?[ \t]{0,9}[:=][ \t]{0,9})[\w.~+/=-]{8,}(?=["'\s]*$|["'])/gim,
    shown: `$1${MASK}`,
  },
  // user:password@ and token@ in URLs.
  { shape: /(:\/\/[^\s/:@"'`]{0,200}:)[^\s/"'`]+(?=@)/g, shown: `$1${MASK}` },
  { shape: /(:\/\/)[^\s/:@"'`]{20,200}(?=@)/g, shown: `$1${MASK}` },
  // Programs whose short options take passwords.
  {
    shape:
      /\b((?:mysql|mariadb)[\w-]{0,20}[^|;&\n]{0,300}?\s-p)(?!"?[\s$`-])(?:"[^"]+"|'[^']+'|[^\s"'`|;&<>()]+)/g,
    shown: `$1${MASK}`,
  },
  {
    shape:
      /\b((?:sshpass[ \t]+-p|redis-cli[^|;&\n]{0,300}?\s-a)[ \t]*)(?!"?[\s$`])(?:"[^"]+"|'[^']+'|[^\s"'`|;&<>()]+)/g,
    shown: `$1${MASK}`,
  },
  {
    shape:
      /\b((?:curl|wget|https?)[^|\n]{0,400}?\s(?:-u|--user|--proxy-user)[ \t=]{0,9}["']?[^\s"':$]{1,100}:)(?![$`])[^\s"'`|;&<>()]+/g,
    shown: `$1${MASK}`,
  },
];

/** Replaces the values of options, assignments, headers and members whose name says what they are. */
function maskNamed(text: string): string {
  let shown = "";
  let from = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const name = found[1] ?? found[2] ?? "";
    const start = NAMED.lastIndex;
    if (!isSecretName(name)) continue;
    VALUE.lastIndex = start;
    const [value = ""] = VALUE.exec(text) ?? [];
    if (value === "" || (/tokens?/i.test(name) && PLAIN.test(value))) continue;
    shown += text.slice(from, start) + MASK;
    from = start + value.length;
    NAMED.lastIndex = from;
  }
  return shown + text.slice(from);
}

/** A name and what stands between it and its value: `--token=`, `--token `, `TOKEN=`, `"token": `, `Token: `. */
const NAMED =
  /(?<![\w.-])(?:--?([A-Za-z][\w.-]{0,80})["']?(?:=|[ \t]+(?!-))|([A-Za-z_][\w.-]{0,80})\\?["']?(?:=(?!=)|[ \t]+=[ \t]+|[ \t]*:(?!\/\/)[ \t]*))/g;

/** As a shell, JSON or a settings file ends it; a reference is none. */
const VALUE =
  /(?!"?(?:`|\$(?!')))(?:(?:\[secret\]|\\"[^"\\]*(?:\\")?|"(?:[^"\\]|\\.)*"?|\$'(?:[^'\\]|\\.)*'?|'[^']*'?)[^\s"'`|;&<>()\\},]*|(?:[^\s"'`|;&<>()\\}]|\\[^"'])*)/y;

const SECRET_NAME =
  /token|secret|passw(?:or)?d|passphrase|credential|(?:api|access|private|signing|encryption|auth|account|master|session)[-_.]?key|(?:^|[-_.])(?:pass|pw|pat)$|[-_.]pwd$|^(?:set-)?cookie$/i;

/** What is about secrets without being one: `--password-stdin`, `TOKEN_URL`, `AWS_SECRET_NAME`, `max_tokens`. */
const NO_SECRET =
  /(?:files?|paths?|dir|stdin|names?|ur[il]|types?|length|size|count|limit|ttl|expiry|expires(?:[-_]?in)?|ids?|env|prompt|policy|manager)$|tokeniz|max[-_]?tokens/i;

/** A figure or a switch: `tokens=100`. */
const PLAIN = /^(?:true|false|null|none|\d{1,7})$/i;
