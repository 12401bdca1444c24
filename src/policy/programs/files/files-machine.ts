import type { ProgramDescription } from "../description.js";
import { LONG_HELP, UTIL } from "../common-options.js";

/** What the machine and the user are. */
export const SYSTEM: readonly ProgramDescription[] = [
  {
    names: "uname",
    parser: "gnu",
    isComplete: true,
    options: `
      -a --all
      -s --kernel-name --sysname
      -n --nodename
      -r --kernel-release --release
      -v --kernel-version
      -m --machine
      -p --processor
      -i --hardware-platform
      -o --operating-system
      ${LONG_HELP}`,
  },
  {
    // An operand would set the name.
    names: "hostname",
    parser: "gnu",
    options: `
      -a --alias
      -A --all-fqdns
      -d --domain
      -f --fqdn --long
      -i --ip-address
      -I --all-ip-addresses
      -s --short
      -y --yp --nis
      ! -F --file <read>
      ! -b --boot
      -h --help -V --version (alone)`,
  },
  {
    names: "uptime",
    parser: "gnu",
    options: `
      -p --pretty
      -s --since
      ${UTIL}`,
  },
  {
    names: "free",
    parser: "gnu",
    options: `
      -b --bytes
      -k --kibi
      -m --mebi
      -g --gibi
      --kilo
      --mega
      --giga
      --tera
      --peta
      --tebi
      --pebi
      -h --human
      --si
      -l --lohi
      -t --total
      -v --committed
      -w --wide
      -s --seconds <number>
      -c --count <number>
      --help -V --version (alone)`,
  },
  {
    names: "lscpu",
    parser: "gnu",
    options: `
      -a --all
      -b --online
      -B --bytes
      -C --caches [text]
      -c --offline
      -J --json
      -e --extended [text]
      -p --parse [text]
      -x --hex
      -y --physical
      --output-all
      ${UTIL}`,
  },
  {
    names: "nproc",
    parser: "gnu",
    isComplete: true,
    options: `
      --all
      --ignore <number>
      ${LONG_HELP}`,
  },
  { names: "whoami arch hostid logname", parser: "gnu", isComplete: true, options: LONG_HELP },
  {
    names: "id",
    parser: "gnu",
    isComplete: true,
    options: `
      -a
      -Z --context
      -g --group
      -G --groups
      -n --name
      -r --real
      -u --user
      -z --zero
      ${LONG_HELP}`,
    operands: "text*",
  },
  { names: "groups", parser: "gnu", isComplete: true, options: LONG_HELP, operands: "text*" },
  { names: "users", parser: "gnu", isComplete: true, options: LONG_HELP, operands: "read?" },
  {
    names: "who",
    parser: "gnu",
    options: `
      -a --all
      -b --boot
      -d --dead
      -H --heading
      --ips
      -l --login
      --lookup
      -m
      -p --process
      -q --count
      -r --runlevel
      -s --short
      -t --time
      -T -w --mesg --message --writable
      -u --users
      ${LONG_HELP}`,
    operands: "read? text?",
  },
  {
    names: "w",
    parser: "gnu",
    options: `
      -h --no-header
      -u --no-current
      -s --short
      -f --from
      -o --old-style
      -i --ip-addr
      --help -V --version (alone)`,
    operands: "text?",
  },
  {
    names: "tty",
    parser: "gnu",
    isComplete: true,
    options: `
      -s --silent --quiet
      ${LONG_HELP}`,
  },
  {
    names: "printenv",
    parser: "posix",
    isComplete: true,
    options: `
      -0 --null
      -i
      -u <text>
      ${LONG_HELP}`,
    operands: "text*",
  },
  { names: "sleep gsleep", parser: "gnu", isComplete: true, options: LONG_HELP, operands: "number+" },
  { names: "true false", parser: "posix", options: LONG_HELP, operands: "text*" },
];
