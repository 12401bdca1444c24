import { expect, test } from "vitest";

import { maskSecrets } from "../../src/policy/mask-secrets.js";

// Put together here, so that no scanner of repositories takes a made-up one for a real one.
const made = (start: string, length: number): string => start + "aB3".repeat(length).slice(0, length);

/** A prefix, how many characters follow it, and what comes behind those. */
const TOKENS: [start: string, length: number, end?: string][] = [
  ["sk-ant-api03-", 95],
  ["sk-ant-oat01-", 95],
  ["sk-proj-", 60],
  ["sk-svcacct-", 60],
  ["sk-or-v1-", 64],
  ["sk_live_", 24],
  ["sk_test_", 24],
  ["rk_live_", 24],
  ["whsec_", 32],
  ["ghp_", 36],
  ["gho_", 36],
  ["ghu_", 36],
  ["ghs_", 36],
  ["ghr_", 36],
  ["github_pat_", 82],
  ["glpat-", 20],
  ["glpat-", 27, ".01.0z1aB3aB3"],
  ["gloas-", 64],
  ["gldt-", 20],
  ["glrt-", 20],
  ["glrtr-", 20],
  ["glcbt-", 22],
  ["glptt-", 40],
  ["glft-", 20],
  ["glimt-", 25],
  ["glagent-", 50],
  ["glwt-", 20],
  ["glsoat-", 20],
  ["glffct-", 20],
  ["GR1348941", 20],
  ["xoxb-", 40],
  ["xoxp-", 40],
  ["xoxe-1-", 40],
  ["xoxe.xoxp-1-", 40],
  ["xoxc-", 40],
  ["xoxd-", 40],
  ["xapp-1-", 60],
  ["xwfp-", 40],
  ["AIza", 35],
  ["ya29.", 60],
  ["GOCSPX-", 28],
  ["1//0g", 60],
  ["hf_", 34],
  ["npm_", 36],
  ["pypi-AgEIcHlwaS5vcmc", 60],
  ["rubygems_", 48],
  ["dop_v1_", 64],
  ["doo_v1_", 64],
  ["dor_v1_", 64],
  ["shpat_", 32],
  ["shpss_", 32],
  ["shpca_", 32],
  ["shppa_", 32],
  ["sq0csp-", 43],
  ["sq0atp-", 22],
  ["SG.", 22, `.${"aB3".repeat(14)}`],
  ["AGE-SECRET-KEY-1", 58],
  ["PMAK-", 24, `-${"a3".repeat(17)}`],
  ["lin_api_", 40],
  ["lin_oauth_", 40],
  ["figd_", 40],
  ["nvapi-", 64],
  ["gsk_", 52],
  ["xai-", 80],
  ["r8_", 37],
  ["tvly-", 32],
  ["tvly-dev-", 32],
  ["pplx-", 48],
  ["sbp_", 40],
  ["sb_secret_", 31],
  ["vcp_", 56],
  ["vca_", 56],
  ["vck_", 56],
  ["vercel_blob_rw_", 40],
  ["dckr_pat_", 27],
  ["dckr_oat_", 32],
  ["ATATT3xFfGF0", 180],
  ["ATCTT3xFfGF0", 180],
  ["ATBB", 32],
  ["hvs.", 90],
  ["hvb.", 90],
  ["glsa_", 41],
  ["glc_", 60],
  ["sntrys_", 60],
  ["sntryu_", 64],
  ["NRAK-", 27],
  ["HRKU-AA", 58],
  ["tskey-auth-", 30],
  ["pscale_tkn_", 43],
  ["pul-", 40],
  ["ntn_", 46],
  ["cfut_", 48],
  ["pcsk_", 60],
  ["lsv2_pt_", 40],
  ["bkua_", 40],
  ["sqp_", 40],
  ["dapi", 0, "0123456789abcdef".repeat(2)],
  ["key-", 0, "0123456789abcdef".repeat(2)],
  ["xkeysib-", 64],
  ["EAAB", 100],
  ["ops_eyJ", 250],
];

test.each(TOKENS)("a token that begins with %s is masked", (...[start, length, end = ""]) => {
  const token = made(start, length) + end;
  for (const [text, shown] of [
    [token, "[secret]"],
    [`echo ${token} | tool`, "echo [secret] | tool"],
    [`login '${token}', then`, "login '[secret]', then"],
    [`a/${token} b`, "a/[secret] b"],
  ] as const) {
    expect(maskSecrets(text)).toBe(shown);
  }
});

test.each([
  [
    `curl https://hooks.slack.com/services/T0AB/B0CD/${made("", 24)} -d x`,
    "curl https://hooks.slack.com/services/[secret] -d x",
  ],
  [
    `https://discord.com/api/webhooks/123456789012345678/${made("", 68)}`,
    "https://discord.com/api/webhooks/[secret]",
  ],
  [
    `https://discordapp.com/api/v10/webhooks/1234/${made("", 68)}?wait=1`,
    "https://discordapp.com/api/v10/webhooks/[secret]?wait=1",
  ],
  [
    `https://x.webhook.office.com/webhookb2/${made("", 40)}/IncomingWebhook/a/b`,
    "https://x.webhook.office.com/webhookb2/[secret]",
  ],
  [
    `https://api.telegram.org/bot1234567890:AA${made("", 33)}/getMe`,
    "https://api.telegram.org/bot[secret]/getMe",
  ],
  [`BOT=1234567890:AA${made("", 33)}`, "BOT=[secret]"],
  [
    `AccountName=a;AccountKey=${made("", 86)}==;EndpointSuffix=b`,
    "AccountName=a;AccountKey=[secret];EndpointSuffix=b",
  ],
  [
    `https://a.blob.core.windows.net/c?sv=2022&sp=r&sig=${made("", 40)}%3D&se=1`,
    "https://a.blob.core.windows.net/c?sv=2022&sp=r&sig=[secret]&se=1",
  ],
  [
    `https://b.s3.amazonaws.com/k?X-Amz-Signature=${made("", 64)}`,
    "https://b.s3.amazonaws.com/k?X-Amz-Signature=[secret]",
  ],
  [`https://maps.example/api?key=${made("", 39)}&q=1`, "https://maps.example/api?key=[secret]&q=1"],
  ["machine a.b login ada password hunter2", "machine a.b login ada password [secret]"],
  ["psql -c \"ALTER USER ada WITH PASSWORD 'hunter2'\"", 'psql -c "ALTER USER ada WITH PASSWORD [secret]"'],
  ["CREATE USER a IDENTIFIED BY 'hunter2';", "CREATE USER a IDENTIFIED BY [secret];"],
  [
    `PuTTY-User-Key-File-3: x\nPrivate-Lines: 2\nAAAA\nBBBB\nPrivate-MAC: 00ff`,
    "PuTTY-User-Key-File-3: x\nPrivate-Lines: 2\n[secret]\nPrivate-MAC: 00ff",
  ],
  [
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\nx\n-----END PGP PRIVATE KEY BLOCK-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----[secret]-----END PGP PRIVATE KEY BLOCK-----",
  ],
])("%j is shown as %j", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
  expect(maskSecrets(shown)).toBe(shown);
});
