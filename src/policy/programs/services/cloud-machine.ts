import type { CommandDescription, ProgramDescription } from "../description.js";

// -H runs ssh, -M enters a container, --root and --image look at another system.
const SYSTEMCTL_OPTIONS = `
  --system
  --user
  -t --type <text>
  --state <text>
  --failed
  -a --all
  -l --full
  -r --recursive
  --reverse
  --with-dependencies
  --show-types
  -q --quiet
  --legend [yes|no|true|false]
  --no-legend
  --no-pager
  -n --lines <number>
  -o --output <text>
  --plain
  --timestamp [text]
  ! -H --host <text>
  ! -M --machine <text>
  ! --root <read>
  ! --image <read>
  -h --help (alone)
  --version (alone)`;

const SYSTEMCTL: ProgramDescription = {
  names: "systemctl",
  parser: "gnu",
  unverified: "needs systemd",
  globalOptions: SYSTEMCTL_OPTIONS,
  operands: "",
  commands: {
    "status is-active is-enabled is-failed cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies":
      { operands: "text*" },
    "get-default is-system-running": {},
  },
};

const JOURNALCTL: ProgramDescription = {
  names: "journalctl",
  parser: "gnu",
  unverified: "needs systemd",
  options: `
    --system
    --user
    -m --merge
    -D --directory <search>
    --file <read>
    --namespace <text>
    -S --since <text>
    -U --until <text>
    -c --cursor <text>
    --after-cursor <text>
    -b --boot [text]
    -u --unit <text>
    --user-unit <text>
    -t --identifier <text>
    -p --priority <text>
    --facility <text>
    -g --grep <text>
    --case-sensitive [yes|no|true|false]
    -k --dmesg
    -o --output <text>
    --output-fields <text>
    -n --lines [text]
    -r --reverse
    --show-cursor
    --utc
    -x --catalog
    --no-hostname
    --no-full
    -a --all
    -f --follow
    --no-tail
    -q --quiet
    --no-pager
    -e --pager-end
    -N --fields
    -F --field <text>
    --list-boots
    --disk-usage
    --header
    --verify
    --list-catalog
    ! --cursor-file <write>
    ! -M --machine <text>
    ! --root <read>
    ! --image <read>
    ! --vacuum-size <text>
    ! --vacuum-files <number>
    ! --vacuum-time <text>
    ! --rotate
    ! --flush
    ! --sync
    ! --relinquish-var
    ! --smart-relinquish-var
    ! --update-catalog
    ! --setup-keys
    -h --help (alone)
    --version (alone)`,
  // `-n 50`: a number behind -n, or a field and its value.
  operands: "text*",
};

// -o sets anything, commands to run included; -c reads such settings from a file.
const APT_OPTIONS = `
  -q --quiet
  -a --all-versions
  -t --target-release <text>
  ! -o --option <code>
  ! -c --config-file <script>
  -h --help (alone)
  -v --version (alone)`;

// The name of a package, or a package in a file.
const APT_SHOW: CommandDescription = { operands: "read*" };

const PACKAGES: readonly ProgramDescription[] = [
  {
    names: "apt",
    parser: "gnu",
    starts: "dpkg",
    globalOptions: APT_OPTIONS,
    commands: {
      list: {
        options: `
          --installed
          --upgradable
          --manual-installed`,
        operands: "text*",
      },
      search: {
        options: `
          -n --names-only
          -f --full`,
        operands: "text+",
      },
      "show depends rdepends policy": APT_SHOW,
    },
  },
  // It installs and removes, or prints nothing that apt and apt-cache do not.
  { names: "apt-get", parser: "gnu", options: "-v --version (alone)\n-h --help (alone)" },
  {
    names: "apt-cache",
    parser: "gnu",
    starts: "dpkg",
    globalOptions: `
      ${APT_OPTIONS}
      -n --names-only
      -f --full
      -i --important
      --installed
      --recurse`,
    commands: { "search show showpkg showsrc policy depends rdepends madison pkgnames stats": APT_SHOW },
  },
  {
    names: "dpkg",
    parser: "gnu",
    starts: "dpkg-query dpkg-deb dpkg-split tar",
    options: `
      -l --list
      -L --listfiles
      -s --status
      -S --search
      -p --print-avail
      -V --verify
      -C --audit
      --get-selections
      --print-architecture
      --print-foreign-architectures
      --compare-versions
      -c --contents <read>
      -I --info <read>
      --no-pager
      ! -i --install
      ! -r --remove
      ! -P --purge
      ! --unpack
      ! --configure
      ! --pre-invoke <code>
      ! --post-invoke <code>
      ! --root <folder>
      ! --admindir <folder>
      --version (alone)
      -? --help (alone)`,
    operands: "text*",
  },
  {
    names: "dpkg-query",
    parser: "gnu",
    options: `
      -l --list
      -L --listfiles
      -s --status
      -S --search
      -W --show
      -p --print-avail
      -f --showformat <text>
      --no-pager
      ! --admindir <folder>
      --version (alone)
      -? --help (alone)`,
    operands: "text*",
  },
  {
    names: "snap",
    parser: "gnu",
    unverified: "needs snapd",
    commands: {
      list: { options: "--all", operands: "text*" },
      info: { options: "--verbose", operands: "package+" },
      "find search": { options: "--narrow", operands: "text*" },
      "version services connections changes": { operands: "text*" },
    },
  },
  // A formula is a program in Ruby: one from a path or from a tap that is not there yet would run.
  {
    names: "brew",
    parser: "gnu",
    unverified: "needs Homebrew",
    options: `
      -v --version (alone)
      --prefix --cellar --repository --cache (alone)`,
    commands: {
      "list ls": {
        options: `
          --formula --formulae
          --cask --casks
          --versions
          --full-name
          --pinned
          -1
          -l
          -r
          -t`,
        operands: "package*",
      },
      "info abv": {
        options: `
          --json [v1|v2]
          --installed
          --formula --formulae
          --cask --casks
          --analytics`,
        operands: "package*",
      },
      search: {
        options: `
          --formula --formulae
          --cask --casks
          --desc`,
        operands: "package*",
      },
      outdated: { options: "--json [v1|v2]\n--greedy\n-q --quiet\n-v --verbose", operands: "package*" },
      "deps uses": { options: "--tree\n--installed\n-n\n--direct\n--1", operands: "package*" },
      "leaves config": {},
      services: { commands: { list: { options: "--json" } } },
    },
  },
];

/** The machine itself: its services, its journal, its packages; only what reads. Options as of systemd 252. */
export const MACHINE: readonly ProgramDescription[] = [
  SYSTEMCTL,
  JOURNALCTL,
  {
    names: "service",
    parser: "posix",
    unverified: "needs services",
    starts: "systemctl",
    options: `
      --status-all
      --version (alone)
      -h --help (alone)`,
    operands: "text status|",
  },
  ...PACKAGES,
];
