/**
 * Which part of a value is secret: all of it, the part after a colon, comma, percent or equals sign, or the part between
 * a slash and an at sign. `bare`: all, unless it is an assignment. `setting`: the part after the equals sign, unless the
 * name is a harmless one such as NODE_ENV. `cookie`: all, unless it is a file name.
 */
export type SecretPart =
  "all" | "bare" | "colon" | "comma" | "percent" | "slash" | "equals" | "setting" | "cookie";

/** Where a program takes a secret on its command line, if no option name such as `--token` gives it away. */
export interface ProgramSecrets {
  /** Programs with these options, separated by blanks. */
  readonly names: string;
  /** The subcommand: `secret set`. */
  readonly after?: string;
  /** Short options that take a secret, also in a cluster: `-sSu`. */
  readonly short?: Readonly<Record<string, SecretPart>>;
  /** Short options that take another value, which is the rest of a cluster. */
  readonly takes?: string;
  /** Options that need their value attached: `-pSECRET`. */
  readonly attached?: Readonly<Record<string, SecretPart>>;
  /** Options that are never part of a cluster: `--user`, `-k`. */
  readonly long?: Readonly<Record<string, SecretPart>>;
  /** The first operand after `after` that is secret, counted from 1, and all later ones. */
  readonly operands?: { readonly from: number; readonly part: SecretPart };
  /** The first operand after `after` is the key of a setting, the next ones are its value. */
  readonly isSetting?: boolean;
  /** Applies only after this short option. */
  readonly flag?: string;
  /** The program reads a secret from its input. */
  readonly readsInput?: boolean;
  /** The first operand is another program, with options of its own. */
  readonly endsAtOperand?: boolean;
}

/** Options that tell a program to read a secret from its input. */
export const INPUT_OPTIONS: ReadonlySet<string> = new Set(["--password-stdin", "--with-token"]);

/** Programs that print their operands. */
export const PRINTERS: ReadonlySet<string> = new Set(["echo", "printf"]);

export function secretsOf(program: string): readonly ProgramSecrets[] | undefined {
  return BY_NAME.get(program);
}

const LOGIN = { short: { p: "all" }, takes: "u" } as const;

const TABLE: readonly ProgramSecrets[] = [
  // Network.
  {
    names: "curl",
    short: { u: "colon", U: "colon", E: "colon", b: "cookie" },
    takes: "AcCdDeFhHKmoPQrtTwxXyYz",
    long: { "--user": "colon", "--proxy-user": "colon", "--cert": "colon", "--proxy-cert": "colon" },
  },
  { names: "http https xh xhs", short: { a: "colon" }, takes: "Aost", long: { "--auth": "colon" } },
  { names: "sshpass", short: { p: "all" }, takes: "fdP", endsAtOperand: true },
  { names: "smbclient rpcclient", short: { U: "percent" }, takes: "IWTDcpsmORl" },
  { names: "lftp", short: { u: "comma" }, takes: "ecfp" },
  { names: "xfreerdp xfreerdp3", attached: { "/p:": "all" } },
  {
    names: "ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami ldapcompare ldapmodrdn",
    short: { w: "all" },
    takes: "DHbhpsfYUXRlzaES",
  },
  { names: "mosquitto_pub mosquitto_sub mosquitto_rr", short: { P: "all" }, takes: "hutmpqikfVL" },

  // Archives and keys.
  { names: "zip", short: { P: "all" }, takes: "bt" },
  { names: "unzip", short: { P: "all" }, takes: "dx" },
  { names: "7z 7za 7zr 7zz p7zip", attached: { "-p": "all" } },
  { names: "rar unrar", attached: { "-p": "all", "-hp": "all" } },
  { names: "openssl", long: { "-k": "all", "-K": "all" } },
  { names: "security", after: "unlock-keychain", long: { "-p": "all" } },
  { names: "security", after: "create-keychain", long: { "-p": "all" } },
  { names: "security", after: "import", long: { "-P": "all" } },
  { names: "security", after: "add-generic-password", long: { "-w": "all" } },
  { names: "security", after: "add-internet-password", long: { "-w": "all" } },
  { names: "htpasswd", operands: { from: 3, part: "all" } },
  { names: "htpasswd", flag: "n", operands: { from: 2, part: "all" } },
  { names: "ansible-vault", after: "encrypt_string", operands: { from: 1, part: "all" } },

  // Databases.
  { names: "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck", attached: { "-p": "all" } },
  { names: "mariadb mariadb-dump mariadb-admin mariadb-import", attached: { "-p": "all" } },
  {
    names: "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat",
    short: { p: "all" },
    takes: "uhdcf",
  },
  { names: "redis-cli", short: { a: "all" }, takes: "hpsntuirdDX" },
  { names: "sqlcmd bcp osql", short: { P: "all" }, takes: "SUdQqioHst" },
  { names: "sqlplus expdp impdp", operands: { from: 1, part: "slash" } },

  // Registries and packages.
  { names: "docker podman nerdctl buildah oras crane regctl helm", after: "login", ...LOGIN },
  {
    names: "skopeo podman buildah",
    long: { "--creds": "colon", "--src-creds": "colon", "--dest-creds": "colon" },
  },
  { names: "skopeo", after: "login", ...LOGIN },
  { names: "twine", after: "upload", ...LOGIN },
  { names: "npm pnpm yarn bun", after: "set", isSetting: true },
  { names: "poetry composer", after: "config", isSetting: true },
  { names: "cargo", after: "login", operands: { from: 1, part: "bare" } },

  // Clouds and hosts.
  { names: "aws", after: "configure set", isSetting: true },
  { names: "aws", after: "put-parameter", long: { "--value": "all" } },
  { names: "az", after: "login", ...LOGIN },
  { names: "az", after: "secret set", long: { "--value": "all" } },
  { names: "kubectl oc", after: "create secret", long: { "--from-literal": "equals" } },
  { names: "vault bao", after: "write", operands: { from: 1, part: "equals" } },
  { names: "vault bao", after: "kv put", operands: { from: 1, part: "equals" } },
  { names: "vault bao", after: "kv patch", operands: { from: 1, part: "equals" } },
  { names: "vault bao", after: "login", operands: { from: 1, part: "bare" } },
  { names: "heroku", after: "config:set", operands: { from: 1, part: "setting" } },
  { names: "heroku", after: "config:add", operands: { from: 1, part: "setting" } },
  {
    names: "fly flyctl doppler infisical supabase",
    after: "secrets set",
    operands: { from: 1, part: "equals" },
  },
  { names: "netlify", after: "env:set", operands: { from: 2, part: "all" } },
  { names: "netlify", long: { "--auth": "all" } },
  { names: "vercel", short: { t: "all" }, takes: "AeQSb" },
  { names: "vercel", after: "env add", readsInput: true },
  { names: "wrangler", after: "secret put", readsInput: true },
  { names: "ngrok", after: "add-authtoken", operands: { from: 1, part: "all" } },
  { names: "ngrok", after: "authtoken", operands: { from: 1, part: "all" } },
  { names: "snyk", after: "auth", operands: { from: 1, part: "bare" } },

  // Git and its hosts.
  { names: "git", after: "config", isSetting: true },
  { names: "git", after: "config set", isSetting: true },
  {
    names: "gh",
    after: "secret set",
    short: { b: "all" },
    takes: "aefoRruv",
    long: { "--body": "all" },
    readsInput: true,
  },

  // Programs that read a password from their input.
  { names: "chpasswd kinit", readsInput: true },
  { names: "sudo", flag: "S", readsInput: true, endsAtOperand: true },
];

const BY_NAME: ReadonlyMap<string, readonly ProgramSecrets[]> = new Map(
  TABLE.flatMap(({ names }) => names.split(" ")).map((name) => [
    name,
    TABLE.filter(({ names }) => names.split(" ").includes(name)),
  ]),
);
