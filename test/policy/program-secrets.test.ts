import fc from "fast-check";
import { expect, test } from "vitest";

import { maskSecrets } from "../../src/policy/mask-secrets.js";
import { GO } from "./everyday/go.js";
import { OPERATIONS } from "./everyday/operations.js";
import { PYTHON } from "./everyday/python.js";
import { RUST } from "./everyday/rust.js";
import { TYPESCRIPT } from "./everyday/typescript.js";

test.each([
  // user:password, alone, attached and in clusters.
  ["curl -sSu ada:hunter2 https://a.b", "curl -sSu ada:[secret] https://a.b"],
  ["curl -suada:hunter2 https://a.b", "curl -suada:[secret] https://a.b"],
  ["curl -uada:hunter2 x", "curl -uada:[secret] x"],
  ["curl -fsSLu 'ada:hunter 2' x", "curl -fsSLu 'ada:[secret]' x"],
  ['curl -u "ada:hunter2" -U "bob:hunter3" x', 'curl -u "ada:[secret]" -U "bob:[secret]" x'],
  ['curl -u ada:"hunter 2" x', "curl -u ada:[secret] x"],
  ['curl -u "$ADA:hunter2" x', 'curl -u "$ADA:[secret]" x'],
  ["curl --proxy-user=ada:hunter2 x", "curl --proxy-user=ada:[secret] x"],
  ["curl -E cert.pem:hunter2 x", "curl -E cert.pem:[secret] x"],
  ["curl -b 'sid=abc; b=c' x", "curl -b [secret] x"],
  [
    "curl -H 'Accept: a;q=1' 'https://a.b/?x=1&y=2' -u ada:hunter2",
    "curl -H 'Accept: a;q=1' 'https://a.b/?x=1&y=2' -u ada:[secret]",
  ],
  ["curl \\\n  -s \\\n  -u ada:hunter2 \\\n  x", "curl \\\n  -s \\\n  -u ada:[secret] \\\n  x"],
  ["sudo /usr/bin/curl -su ada:hunter2 x", "sudo /usr/bin/curl -su ada:[secret] x"],
  ["bash -c 'curl -su ada:hunter2 x'", "bash -c 'curl -su ada:[secret] x'"],
  ['ssh host "curl -su ada:hunter2 x"', 'ssh host "curl -su ada:[secret] x"'],
  ['["curl","-su","ada:hunter2","x"]', '["curl","-su","ada:[secret]","x"]'],
  ['["curl", "-H", "a; b", "-u", "ada:hunter2"]', '["curl", "-H", "a; b", "-u", "ada:[secret]"]'],
  ["http -a ada:hunter2 GET x", "http -a ada:[secret] GET x"],
  ["https --auth=ada:hunter2 x", "https --auth=ada:[secret] x"],
  ["skopeo copy --src-creds ada:hunter2 a b", "skopeo copy --src-creds ada:[secret] a b"],
  ["smbclient //h/s -U ada%hunter2", "smbclient //h/s -U ada%[secret]"],
  ["lftp -u ada,hunter2 h", "lftp -u ada,[secret] h"],
  ["sqlplus ada/hunter2@db", "sqlplus ada/[secret]@db"],

  // -p and its kin.
  ["docker login -u ada -p hunter2", "docker login -u ada -p [secret]"],
  ["docker login -u ada -phunter2 r.io", "docker login -u ada -p[secret] r.io"],
  ["docker login -p=hunter2 r.io", "docker login -p=[secret] r.io"],
  ["docker --context c login r.io -p 'hunter 2'", "docker --context c login r.io -p [secret]"],
  ["podman login -p hunter2", "podman login -p [secret]"],
  ["helm registry login r.io -u a -p hunter2", "helm registry login r.io -u a -p [secret]"],
  [
    "az login --service-principal -u a -p hunter2 --tenant t",
    "az login --service-principal -u a -p [secret] --tenant t",
  ],
  ["zip -P hunter2 out.zip a", "zip -P [secret] out.zip a"],
  ["zip -rP hunter2 out.zip a", "zip -rP [secret] out.zip a"],
  ["zip -ePhunter2 out.zip a", "zip -eP[secret] out.zip a"],
  ["unzip -P hunter2 a.zip", "unzip -P [secret] a.zip"],
  ["unzip -oqPhunter2 a.zip", "unzip -oqP[secret] a.zip"],
  ["7z a -phunter2 -mhe=on out.7z src", "7z a -p[secret] -mhe=on out.7z src"],
  ["7za x -p'hunter 2' a.7z", "7za x -p[secret] a.7z"],
  ["rar a -hphunter2 a.rar b", "rar a -hp[secret] a.rar b"],
  ["mysql -uroot -phunter2 db", "mysql -uroot -p[secret] db"],
  ["docker exec db mysqldump -uroot -phunter2 x", "docker exec db mysqldump -uroot -p[secret] x"],
  ["docker exec -it m mongosh -u root -p hunter2", "docker exec -it m mongosh -u root -p [secret]"],
  ["redis-cli -h x -a hunter2 ping", "redis-cli -h x -a [secret] ping"],
  ["sshpass -p hunter2 ssh -p 22 ada@h", "sshpass -p [secret] ssh -p 22 ada@h"],
  ["sshpass -phunter2 scp -p a b", "sshpass -p[secret] scp -p a b"],
  ["openssl enc -aes-256-cbc -k hunter2 -in a", "openssl enc -aes-256-cbc -k [secret] -in a"],
  [
    "keytool -list -storepass hunter2 -keypass hunter3",
    "keytool -list -storepass [secret] -keypass [secret]",
  ],
  ["ldapsearch -x -D cn=a -w hunter2 -b b", "ldapsearch -x -D cn=a -w [secret] -b b"],
  ["sqlcmd -S h -U sa -P hunter2 -Q 'select 1'", "sqlcmd -S h -U sa -P [secret] -Q 'select 1'"],
  ["mosquitto_pub -h h -u a -P hunter2 -t t", "mosquitto_pub -h h -u a -P [secret] -t t"],
  ["twine upload -u __token__ -p hunter2 dist/*", "twine upload -u __token__ -p [secret] dist/*"],
  ["security unlock-keychain -p hunter2 a.keychain", "security unlock-keychain -p [secret] a.keychain"],
  ["redis-server --requirepass hunter2", "redis-server --requirepass [secret]"],
  ["vercel deploy -t hunter2hunter2", "vercel deploy -t [secret]"],

  // Two words and more.
  ["aws configure set aws_secret_access_key hunter2", "aws configure set aws_secret_access_key [secret]"],
  [
    "aws configure set aws_session_token 'hunter2' --profile p",
    "aws configure set aws_session_token [secret] --profile p",
  ],
  [
    "aws --profile p configure set profile.p.aws_secret_access_key hunter2",
    "aws --profile p configure set profile.p.aws_secret_access_key [secret]",
  ],
  [
    "aws ssm put-parameter --name n --type SecureString --value hunter2",
    "aws ssm put-parameter --name n --type SecureString --value [secret]",
  ],
  [
    "aws secretsmanager put-secret-value --secret-id i --secret-string hunter2",
    "aws secretsmanager put-secret-value --secret-id i --secret-string [secret]",
  ],
  ["npm config set //r.io/:_authToken hunter2", "npm config set //r.io/:_authToken [secret]"],
  ["npm config set //r.io/:_authToken=hunter2", "npm config set //r.io/:_authToken=[secret]"],
  ["npm set //r.io/:_password hunter2", "npm set //r.io/:_password [secret]"],
  ["pnpm config set '//r.io/:_authToken' \"hunter2\"", "pnpm config set '//r.io/:_authToken' [secret]"],
  ["yarn config set npmAuthToken hunter2", "yarn config set npmAuthToken [secret]"],
  ['git config http.extraHeader "Authorization: Basic aHVudGVyMg=="', "git config http.extraHeader [secret]"],
  [
    "git config --global http.https://a.b/.extraheader 'X-Custom: hunter2'",
    "git config --global http.https://a.b/.extraheader [secret]",
  ],
  ["git config sendemail.smtpPass hunter2", "git config sendemail.smtpPass [secret]"],
  ["gh secret set NAME -b hunter2", "gh secret set NAME -b [secret]"],
  ["gh secret set NAME -bhunter2 -R o/r", "gh secret set NAME -b[secret] -R o/r"],
  ['gh secret set NAME --body "hunter 2"', "gh secret set NAME --body [secret]"],
  [
    "heroku config:set KEY=hunter2 OTHER='hunter 3' -a app",
    "heroku config:set KEY=[secret] OTHER=[secret] -a app",
  ],
  ['heroku config:set "KEY=hunter 2"', 'heroku config:set "KEY=[secret]"'],
  ["fly secrets set KEY=hunter2", "fly secrets set KEY=[secret]"],
  [
    "kubectl create secret generic s --from-literal=password=hunter2 --from-literal user=ada",
    "kubectl create secret generic s --from-literal=password=[secret] --from-literal user=[secret]",
  ],
  [
    "kubectl -n n create secret docker-registry s --docker-password=hunter2",
    "kubectl -n n create secret docker-registry s --docker-password=[secret]",
  ],
  [
    "vault write auth/approle/login role_id=r secret_id=hunter2",
    "vault write auth/approle/login role_id=[secret] secret_id=[secret]",
  ],
  ["vault kv put secret/a key=hunter2", "vault kv put secret/a key=[secret]"],
  ["vault login hunter2", "vault login [secret]"],
  ["netlify env:set NAME hunter2", "netlify env:set NAME [secret]"],
  ["poetry config pypi-token.pypi hunter2", "poetry config pypi-token.pypi [secret]"],
  ["poetry config http-basic.r ada hunter2", "poetry config http-basic.r [secret] [secret]"],
  ["composer config github-oauth.github.com hunter2", "composer config github-oauth.github.com [secret]"],
  ["cargo login hunter2", "cargo login [secret]"],
  ["ngrok config add-authtoken hunter2", "ngrok config add-authtoken [secret]"],
  ["htpasswd -bc f ada hunter2", "htpasswd -bc f ada [secret]"],
  [
    "az keyvault secret set --vault-name v --name n --value hunter2",
    "az keyvault secret set --vault-name v --name n --value [secret]",
  ],

  // Written into a program that reads it.
  [
    "echo hunter2 | docker login -u ada --password-stdin",
    "echo [secret] | docker login -u ada --password-stdin",
  ],
  ["printf '%s' 'hunter2' | gh auth login --with-token", "printf '%s' [secret] | gh auth login --with-token"],
  ["echo -n hunter2 | gh secret set NAME", "echo -n [secret] | gh secret set NAME"],
  ["echo 'ada:hunter2' | sudo chpasswd", "echo [secret] | sudo chpasswd"],
  ["docker login -u ada --password-stdin <<< hunter2", "docker login -u ada --password-stdin <<< [secret]"],
])("%j is shown as %j", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
  expect(maskSecrets(shown)).toBe(shown);
});

test.each([
  "docker run -d --name mongo -p 27017:27017 mongo:6",
  "docker run -u 1000:1000 -p 8080:80 image",
  "docker run -p 127.0.0.1:8080:80/tcp image login",
  "docker compose -p project up -d",
  'docker login -u ada -p "$PASSWORD"',
  "docker login -u ada --password-stdin < file",
  "docker login r.io; mkdir -p a/b",
  "docker login r.io && mkdir -p a/b",
  "docker login r.io\nmkdir -p a/b",
  "bash -c 'docker login r.io; mkdir -p a/b'",
  "mkdir -p a/b && ssh -p 22 h",
  "zip -r out.zip src && cp -p a b",
  "zip -rq out.zip src -x '*.P'",
  "unzip -p a.zip file",
  "7z x a.7z -oout -y",
  "mysql -u root -p db",
  "mysql -P 3306 -h h",
  "psql -p 5432 -U ada",
  "curl -o out -u ada https://a.b",
  "curl -b jar.txt https://a.b",
  'curl -u "$USER:$PASSWORD" https://a.b',
  "curl -u ada:$PASSWORD x",
  "curl -X POST https://a.b:8443/x",
  "ps -u ada:x",
  "tar -cpf a:b c",
  "aws configure set region eu-central-1",
  "aws configure set credential_process /usr/bin/helper",
  "aws s3 cp a s3://b --profile p",
  "npm config set registry https://r.io",
  "npm set-script a b",
  "git config user.email ada@example.org",
  "git config credential.helper store",
  "git config --global user.signingkey ABCDEF",
  "git config --get http.extraHeader",
  "gh secret list && gh pr create -b 'a text'",
  "gh variable set NAME -b text",
  "heroku config:set NODE_ENV=production DEBUG=true PORT=3000",
  "kubectl create configmap c --from-literal=a=b",
  "kubectl get secret s -o yaml",
  "vault status",
  "cargo login",
  "echo done | tee out",
  'echo "$TOKEN" | docker login --password-stdin',
  "echo hello | docker exec -i c cat",
  "cat pw | docker login --password-stdin",
  "pytest -p no:cacheprovider",
  "sshpass -e ssh -p 22 ada@h",
  "sshpass -f file ssh -p 22 h",
  "use curl -u to log in",
])("%j stays", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("everyday commands are shown as they are", () => {
  const commands = [TYPESCRIPT, PYTHON, GO, RUST, OPERATIONS].flat().flatMap(({ commands }) => commands);
  expect(commands.map(maskSecrets)).toEqual(commands);
});

test("however a secret is quoted and the command wrapped, it does not get through", () => {
  const command = fc.constantFrom(
    (secret: string) => `curl -sSu ${secret.replace(/^(["']?)/, "$1ada:")} https://a.b`,
    (secret: string) => `docker login r.io -u ada -p ${secret}`,
    (secret: string) => `zip -rP ${secret} out.zip src`,
    (secret: string) => `7z a -p${secret} out.7z src`,
    (secret: string) => `aws configure set aws_secret_access_key ${secret}`,
    (secret: string) => `gh secret set NAME --body=${secret}`,
    (secret: string) => `kubectl create secret generic s --from-literal=a=${secret}`,
    (secret: string) => `heroku config:set KEY=${secret} -a app`,
    (secret: string) => `echo ${secret} | docker login -u ada --password-stdin`,
  );
  const around = fc.constantFrom(
    (text: string) => text,
    (text: string) => `cd /tmp && sudo ${text} || true`,
    (text: string) => `if true; then\n  ${text.replaceAll(" -", " \\\n    -")}\nfi`,
    (text: string) => `{"script":${JSON.stringify(text)}}`,
    (text: string) => `don't print: ${text}`,
  );
  const quoted = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `'${text} ${text}'`,
    (text) => `"${text} ${text}"`,
  );
  const secret = fc.stringMatching(/^[A-Za-z][A-Za-z0-9%+/.@_]{6,20}$/);
  fc.assert(
    fc.property(command, around, quoted, secret, (write, wrap, quote, text) => {
      expect(maskSecrets(wrap(write(quote(text))))).not.toContain(text);
    }),
    { numRuns: 1000 },
  );
});
