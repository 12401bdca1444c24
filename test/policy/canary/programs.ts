/**
 * Programs that start within 25 ms, by their first names. The short test uses these alone, so its seed gives the same
 * commands whatever else a machine has.
 */
export const QUICK: ReadonlySet<string> = new Set(
  (
    "git grep zgrep find fd which whereis rg " +
    "cat tac head tail wc nl fold fmt pr expand unexpand rev column od hexdump xxd strings base64 iconv sort uniq cut paste tr " +
    "comm join tsort shuf tee split csplit diff cmp diff3 sed awk jq seq numfmt factor bc date " +
    "ls file stat du df basename dirname realpath readlink md5sum b2sum cksum sum pathchk sync unlink pwd rm rmdir mkdir touch " +
    "mktemp mkfifo truncate shred chmod chown cp mv ln install dd ps top pgrep pkill killall kill uptime free w lsof netstat ss " +
    "uname hostname nproc lscpu whoami id groups users who tty printenv sleep true " +
    "tar zip unzip zipinfo gzip zcat bzip2 bzcat xz xzcat zstd zstdcat " +
    "node python python-m:json.tool gofmt make ar nm size readelf objdump strip ranlib ldd pkg-config bash perl " +
    "apt apt-get apt-cache dpkg dpkg-query sqlite3 curl wget ssh scp sftp ssh-keygen openssl ip ifconfig " +
    "less more man apropos vim ed"
  ).split(" "),
);

/** Programs that need more than 100 ms to start: the long test runs them apart. */
export const SLOW: ReadonlySet<string> = new Set(
  (
    "npm npx pnpm pnpx yarn bun bunx corepack tsc tsx ts-node vitest vite jest mocha ava eslint prettier next turbo nx pyright " +
    "go gotestsum golangci-lint staticcheck dlv cargo rustc rustdoc rustup cross clippy-driver " +
    "pip pipx pipenv poetry uv pytest tox nox mypy black flake8 pylint ruff isort coverage pre-commit virtualenv bandit vulture " +
    "alembic pyproject-build python-m:build twine sphinx-build mkdocs jupyter ipython django-admin yq http https " +
    "java javac mvn gradle kotlinc scala dotnet meson cmake ctest ninja gdb clang-tidy " +
    "bundle gem rake rspec rubocop rails composer phpunit phpstan prove ansible"
  ).split(" "),
);

/** What the tests need in `npm test`, with the Debian packages that have it. */
export const NEEDED: Readonly<Record<string, string>> = {
  zsh: "zsh",
  gcc: "gcc libc6-dev",
  git: "git",
  ssh: "openssh-client",
  dropbear: "dropbear-bin",
  sqlite3: "sqlite3",
  zip: "zip",
  unzip: "unzip",
  rg: "ripgrep",
  fdfind: "fd-find",
  jq: "jq",
  bc: "bc",
  ed: "ed",
  curl: "curl",
  wget: "wget",
  less: "less",
  vim: "vim",
  man: "man-db",
  make: "make",
  ruby: "ruby",
  gofmt: "golang-go",
  rustc: "rustc",
  "pytest-3": "python3-pytest",
  python3: "python3",
};

/** More programs for the long test. */
export const NEEDED_FOR_LONG: Readonly<Record<string, string>> = {
  ...NEEDED,
  tree: "tree",
  locate: "plocate",
  ag: "silversearcher-ag",
  ack: "ack",
  gawk: "gawk",
  xmllint: "libxml2-utils",
  yq: "yq",
  dc: "dc",
  cal: "ncal",
  rsync: "rsync",
  "7z": "p7zip-full",
  cpio: "cpio",
  cargo: "cargo",
  go: "golang-go",
  black: "black",
  flake8: "flake8",
  mypy: "mypy",
  pylint: "pylint",
  isort: "isort",
  tox: "tox",
  nox: "nox",
  bandit: "bandit",
  "python3-coverage": "python3-coverage",
  pipenv: "pipenv",
  pipx: "pipx",
  poetry: "python3-poetry",
  virtualenv: "virtualenv",
  "pyproject-build": "python3-build",
  twine: "twine",
  mkdocs: "mkdocs",
  "sphinx-build": "python3-sphinx",
  "pre-commit": "pre-commit",
  vulture: "vulture",
  ipython3: "ipython3",
  "django-admin": "python3-django",
  clang: "clang",
  "clang-format": "clang-format",
  "clang-tidy": "clang-tidy",
  cppcheck: "cppcheck",
  meson: "meson",
  cmake: "cmake",
  gdb: "gdb",
  valgrind: "valgrind",
  bundle: "ruby-bundler",
  rake: "rake",
  rspec: "ruby-rspec",
  rubocop: "rubocop",
  php: "php-cli",
  composer: "composer",
  lua: "lua5.4",
  http: "httpie",
  ping: "iputils-ping",
  tracepath: "iputils-tracepath",
  dig: "bind9-dnsutils",
  host: "bind9-host",
  whois: "whois",
  traceroute: "traceroute",
  mtr: "mtr-tiny",
  telnet: "telnet",
  nc: "netcat-openbsd",
  ncat: "ncat",
  socat: "socat",
  most: "most",
  batcat: "bat",
  nano: "nano",
  screen: "screen",
  tmux: "tmux",
  crontab: "cron",
  at: "at",
  strace: "strace",
  ltrace: "ltrace",
};
