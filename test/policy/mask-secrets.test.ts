import fc from "fast-check";
import { expect, test } from "vitest";

import { maskSecrets } from "../../src/policy/mask-secrets.js";
import { isSecretName } from "../../src/policy/secrets/secret-name.js";

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
  ['{"auth":{"token":"x1"}}', '{"auth":{"token":[secret]}}'],
  [
    '{"env":[{"name":"API_KEY","value":"x1"},{"name":"A","value":"b"}]}',
    '{"env":[{"name":"API_KEY","value":[secret]},{"name":"A","value":"b"}]}',
  ],
  ['{"value":"x1","name":"API_KEY"}', '{"value":[secret],"name":"API_KEY"}'],
  [
    "- name: API_KEY\n  value: x1\n- name: A\n  value: b",
    "- name: API_KEY\n  value: [secret]\n- name: A\n  value: b",
  ],
  ['["--token","x1","-v"]', '["--token",[secret],"-v"]'],
  ['["--token", "x1"]', '["--token", [secret]]'],
  ["['--api-key', 'x1']", "['--api-key', [secret]]"],
  ['["tool","--token=x1","b"]', '["tool","--token=[secret]","b"]'],
  [
    '{"credentials":{"user":"ada","hosts":["x1","x2"]},"n":"b"}',
    '{"credentials":{"user":[secret],"hosts":[[secret],[secret]]},"n":"b"}',
  ],
  ['{"passwords":["x1", "x2"],"n":["b"]}', '{"passwords":[[secret], [secret]],"n":["b"]}'],
  ['{"secret": {"a": {"b": "x1"}}', '{"secret": {"a": {"b": [secret]}}'],
  ['{"body":"{\\"token\\":\\"x1\\",\\"n\\":1}"}', '{"body":"{\\"token\\":[secret],\\"n\\":1}"}'],
  [
    '{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"x1 y\\\\\\",\\\\\\"n\\\\\\":1}\\"}"}',
    '{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":[secret],\\\\\\"n\\\\\\":1}\\"}"}',
  ],
  ['{"password":"a\\"b","n":1}', '{"password":[secret],"n":1}'],
  ['{\\"password\\":\\"a\\\\\\"b\\",\\"n\\":1}', '{\\"password\\":[secret],\\"n\\":1}'],
  ['{"env":["--token","x1"]}', '{"env":["--token",[secret]]}'],
  ['{"headers":{"Authorization":"Basic dXNlcjpwYXNz"}}', '{"headers":{"Authorization":"Basic [secret]"}}'],
  ['{"Authorization": "0123456789abcdef"}', '{"Authorization": "[secret]"}'],
  ['{"auths":{"a.b":{"auth":"dXNlcjpwYXNz"}}}', '{"auths":{"a.b":{"auth":[secret]}}}'],
  ['{"password": 12345678, "n": 1}', '{"password": [secret], "n": 1}'],
  ['{"dbPass":"x1","sshKeyPassphrase":"x2"}', '{"dbPass":[secret],"sshKeyPassphrase":[secret]}'],
  ["'password' => 'x1',", "'password' => [secret],"],
  ['password := "x1"', "password := [secret]"],
  ["TOKEN ?= x1", "TOKEN ?= [secret]"],
  ["TOKEN='a'\"b c\"'d' run", "TOKEN=[secret] run"],
  ["TOKEN=a'b' run", "TOKEN=[secret] run"],
  ['docker run -e "TOKEN=a b" image', 'docker run -e "TOKEN=[secret]" image'],
  ["curl -H 'Cookie: a=1; b=2' x", "curl -H 'Cookie: [secret]' x"],
  ["bash -c 'TOKEN=\"x1\"' && echo 'done'", "bash -c 'TOKEN=[secret]' && echo 'done'"],
  [
    "git -c http.extraHeader='Authorization: Basic dXNl' fetch",
    "git -c http.extraHeader='Authorization: Basic [secret]' fetch",
  ],
  ["PASSWORD='$2b$10$abc' x", "PASSWORD=[secret] x"],
  ["PASSWORD=$%abc x", "PASSWORD=[secret] x"],
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
  "zip -r out.zip src",
  "ssh -p 22 host",
  'git commit -m "token handling"',
  "git -c credential.helper=store fetch",
  "docker build --secret id=npmrc,src=.npmrc .",
  "npm_config_update_notifier=false npm ci",
  "pip install pypi-simple-repository-tools",
  "key-value-store-with-a-long-name-for-tests",
  "https://a.b/?key=short&page=2",
  "https://discord.com/api/webhooks",
  "tokens.map((token) => token.text)",
  "PASSWORD=$1 x",
  "PASSWORD=${1:?} x",
  '{"auth":{"type":"none"}}',
  '{"auth":"none"}',
  '{"name":"API_URL","value":"https://a.b"}',
  '{"secret":null,"token":false}',
  '["--token-file","/run/t"]',
  '["--token","--verbose"]',
  "10:30:00 1234567:abc",
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

test("no secret member gets through, however often its JSON is put into a string", () => {
  const value = fc.string({ unit: fc.constantFrom("a", "7", " ", '"', "'", "\\", ",", "}", ":", "\n") });
  const form = fc.constantFrom<(secret: string) => unknown>(
    (secret) => ({ token: secret, n: 1 }),
    (secret) => ({ auth: { password: secret }, n: [1] }),
    (secret) => ({ credentials: { list: ["a", secret], more: { b: secret } } }),
    (secret) => ({ args: ["run", "--api-key", secret, "-v"] }),
    (secret) => [
      { name: "API_KEY", value: secret },
      { name: "A", value: "b" },
    ],
  );
  const depth = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(value, form, depth, (around, write, times) => {
      const secret = `${around}hunter2${around}`;
      let text: unknown = write(`s${secret}`);
      for (let turn = 0; turn < times; turn++) text = JSON.stringify(turn === 0 ? text : { body: text });
      expect(maskSecrets(String(text))).not.toContain("hunter2");
    }),
    { numRuns: 1000 },
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
