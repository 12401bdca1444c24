import fc from "fast-check";
import { expect, test } from "vitest";

import { isSecretName, maskSecrets } from "../../src/policy/mask-secrets.js";

// Put together here, so that no scanner of repositories takes a made-up one for a real one.
const made = (start: string, length: number): string => start + "aB3".repeat(length).slice(0, length);
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "c2lnbmF0dXJl-_x"].join(".");
const PEM = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEow\nIBAAKC", "-----END RSA PRIVATE KEY-----"].join("\n");

test.each([
  [`claude --key ${made("sk-ant-api03-", 40)}`, "claude --key [secret]"],
  [`x ${made("sk-proj-", 30)}, y`, "x [secret], y"],
  [made("sk_live_", 24), "[secret]"],
  [`git clone https://${made("ghp_", 36)}@github.com/a/b`, "git clone https://[secret]@github.com/a/b"],
  [`echo ${made("github_pat_", 40)}`, "echo [secret]"],
  [`echo ${made("glpat-", 20)}`, "echo [secret]"],
  [`echo ${made("xoxb-", 30)}`, "echo [secret]"],
  [`echo ${made("npm_", 36)}`, "echo [secret]"],
  [`echo AKIA${"ABCD".repeat(4)}`, "echo [secret]"],
  [`echo ${made("AIza", 35)}`, "echo [secret]"],
  [`echo ${JWT}!`, "echo [secret]!"],
  ["curl -H 'Authorization: Bearer abc.DEF-123=='", "curl -H 'Authorization: Bearer [secret]'"],
  ['curl -H "authorization: Basic dXNlcjpwYXNz" x', 'curl -H "authorization: Basic [secret]" x'],
  ["curl -H 'Authorization: 0123456789abcdef' x", "curl -H 'Authorization: [secret]' x"],
  ['curl -H "Cookie: sid=0123" x', 'curl -H "Cookie: [secret]" x'],
  ['curl -H "X-Api-Key: s3cr3t" https://a.b', 'curl -H "X-Api-Key: [secret]" https://a.b'],
  ["curl -u ada:hunter2 https://a.b", "curl -u ada:[secret] https://a.b"],
  ["curl -s --user 'ada:hunter2' x", "curl -s --user 'ada:[secret]' x"],
  ["psql postgres://ada:hunter2@db/x", "psql postgres://ada:[secret]@db/x"],
  ["psql postgres://ada:p@ss:w@db/x", "psql postgres://ada:[secret]@db/x"],
  ["redis://:hunter2@h:1", "redis://:[secret]@h:1"],
  ["x --password=hunter2 y", "x --password=[secret] y"],
  ["x --password hunter2 y", "x --password [secret] y"],
  ["x --password 'my own' y", "x --password [secret] y"],
  ['x --api-key="my \\" own" y', "x --api-key=[secret] y"],
  ["x -password hunter2", "x -password [secret]"],
  ["mysql -u root -phunter2 db", "mysql -u root -p[secret] db"],
  ["mysqldump -p'hunter 2' db | gzip", "mysqldump -p[secret] db | gzip"],
  ["sshpass -p hunter2 ssh a", "sshpass -p [secret] ssh a"],
  ["redis-cli -h x -a hunter2 ping", "redis-cli -h x -a [secret] ping"],
  ["openssl rsa -passin pass:hunter2 -in a", "openssl rsa -passin pass:[secret] -in a"],
  ["MYSQL_PWD=hunter2 mysql", "MYSQL_PWD=[secret] mysql"],
  ["TOKEN=abc npm publish", "TOKEN=[secret] npm publish"],
  ["export AWS_SECRET_ACCESS_KEY=a/b+c; x", "export AWS_SECRET_ACCESS_KEY=[secret]; x"],
  ["A_SECRET='x y' B=1", "A_SECRET=[secret] B=1"],
  ['MY_API_KEY="x y"z B=1', "MY_API_KEY=[secret] B=1"],
  ["PGPASSWORD=$'x\\'y' psql", "PGPASSWORD=[secret] psql"],
  ['docker run -e "TOKEN=abc" image run', 'docker run -e "TOKEN=[secret]" image run'],
  ["docker run --env=TOKEN=abc image", "docker run --env=TOKEN=[secret] image"],
  ['{"token": "abc", "n": 1}', '{"token": [secret], "n": 1}'],
  ['{\\"password\\":\\"abc\\",\\"n\\":1}', '{\\"password\\":[secret],\\"n\\":1}'],
  ["password: hunter2\nuser: ada", "password: [secret]\nuser: ada"],
  ["https://a.b/?access_token=abc&x=1", "https://a.b/?access_token=[secret]&x=1"],
  [
    `cat > k <<E\n${PEM}\nE`,
    "cat > k <<E\n-----BEGIN RSA PRIVATE KEY-----[secret]-----END RSA PRIVATE KEY-----\nE",
  ],
  [PEM.slice(0, 50), "-----BEGIN RSA PRIVATE KEY-----[secret]"],
  [
    `a=1 ${PEM} TOKEN=x`,
    "a=1 -----BEGIN RSA PRIVATE KEY-----[secret]-----END RSA PRIVATE KEY----- TOKEN=[secret]",
  ],
])("%j is shown as %j", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
  expect(maskSecrets(shown)).toBe(shown);
});

test.each([
  "npm run test -- --watch",
  "git log --oneline -n 5",
  "TOKEN=$GITHUB_TOKEN npm publish",
  'curl -H "Authorization: Bearer $TOKEN" https://a.b',
  'PASSWORD="$(pass show db)" psql',
  "TOKEN=`cat t` x",
  "echo $SECRET",
  "docker login --password-stdin",
  "x --token-file /run/t --max-tokens 100",
  "TOKENIZERS_PARALLELISM=false python x.py",
  "export TOKEN_URL=https://a.b/c",
  "grep -rn 'password' src",
  "if (token === undefined) return",
  "task-list-of-things-to-do-today-and-tomorrow",
  "ssh://git@github.com/a/b",
  "https://a.b:8080/c@d",
  "docker run -u 1000:1000 -p 8080:80 image",
  "mkdir -p mysql/data",
  "TOKEN= x",
  "",
])("%j stays", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("no secret of a known shape gets through, whatever stands around it", () => {
  const secret = fc
    .tuple(
      fc.constantFrom("sk-ant-", "ghp_", "github_pat_", "npm_", "xoxb-", "glpat-", "AIza"),
      fc.stringMatching(/^[A-Za-z0-9]{20,40}$/),
    )
    .map(([start, rest]) => start + rest);
  const around = fc.string({ unit: "grapheme-ascii" }).map((text) => `${text} `);
  fc.assert(
    fc.property(around, secret, around, (before, token, after) => {
      expect(maskSecrets(`${before}${token} ${after}`)).not.toContain(token);
    }),
  );
});

test("no assigned secret gets through, however it is quoted", () => {
  const name = fc.constantFrom("TOKEN", "DB_PASSWORD", "clientSecret", "X-Api-Key", "--passphrase", "GH_PAT");
  const value = fc.stringMatching(/^[A-Za-z0-9%+/.:@-]{4,20}$/).filter((text) => !text.startsWith("-"));
  const form = fc.constantFrom(
    (name: string, value: string) => `${name}=${value}`,
    (name: string, value: string) => `a ${name}='${value} ${value}' b`,
    (name: string, value: string) => `a "${name}"="${value} ${value}"`,
    (name: string, value: string) => `x --set ${name}="${value}" y`,
  );
  fc.assert(
    fc.property(name, value, form, (name, value, write) => {
      expect(maskSecrets(write(name, value))).not.toContain(value);
    }),
  );
});

// A cost that grew with the square of the length would not come to an end here.
test.each([
  "sk-",
  "eyJ",
  "eyJaaaaaaaa.",
  "a://",
  "://a:",
  "://a:b@",
  "Bearer ",
  "authorization: x ",
  "mysql ",
  "mysql -",
  "curl ",
  "curl -u ",
  "redis-cli ",
  "--token",
  "--token ",
  "token=",
  'token="',
  "token='",
  'token=\\"',
  "token: ",
  "a.",
  "a-",
  "a=",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  '"',
  "'",
  "\\",
  " ",
  "\t",
  "a",
  "=",
  ":",
  "@",
  "$",
  "(",
  "AKIA",
  "xoxb-",
])("the cost of many %j grows with the text, and no faster", (piece) => {
  for (const text of [
    piece.repeat(400_000 / piece.length),
    `token=${piece.repeat(400_000 / piece.length)}`,
  ]) {
    expect(maskSecrets(text).length).toBeLessThanOrEqual(4 * text.length);
  }
});

test("nor by pieces of all kinds, mixed", () => {
  const piece = fc.constantFrom(
    "sk-",
    "://",
    ":",
    "@",
    "mysql",
    " -p",
    "token",
    "=",
    '"',
    "'",
    "\\",
    " ",
    "a",
    "eyJ",
    ".",
    "--",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join("").repeat(20_000);
      expect(maskSecrets(text).length).toBeLessThanOrEqual(4 * text.length);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["GITHUB_TOKEN", true],
  ["dbPassword", true],
  ["x-api-key", true],
  ["client_secret", true],
  ["pass", true],
  ["compass", false],
  ["PWD", false],
  ["OLDPWD", false],
  ["file_path", false],
  ["secret_name", false],
  ["max_tokens", false],
])("%s: %s", (name, isOne) => {
  expect(isSecretName(name)).toBe(isOne);
});
