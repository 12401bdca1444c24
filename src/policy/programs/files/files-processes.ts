import type { ProgramDescription } from "../description.js";
import { DIGITS, UTIL } from "../common-options.js";

/** Signals by name. `-1` is not among them: to kill it is also "every process". */
const SIGNALS = `
  -HUP -SIGHUP -INT -SIGINT -QUIT -SIGQUIT -ABRT -SIGABRT -KILL -SIGKILL -USR1 -SIGUSR1 -USR2 -SIGUSR2 -PIPE -SIGPIPE
  -ALRM -SIGALRM -TERM -SIGTERM -CONT -SIGCONT -STOP -SIGSTOP -TSTP -SIGTSTP -WINCH -SIGWINCH`;

const PROCESS_CHOICE = `
  -c --count
  -f --full
  -g --pgroup <text>
  -G --group <text>
  -i --ignore-case
  -n --newest
  -o --oldest
  -O --older <number>
  -P --parent <text>
  -s --session <text>
  -t --terminal <text>
  -u --euid <text>
  -U --uid <text>
  -x --exact
  -F --pidfile <read>
  -L --logpidfile
  -r --runstates <text>
  -A --ignore-ancestors
  --cgroup <text>
  --ns <number>
  --nslist <text>`;

export const PROCESSES: readonly ProgramDescription[] = [
  {
    // What it cannot read as options of System V it reads as those of BSD, where an e shows the environment of every
    // process. So there is no -u, -g, -s, -x or -T: `ps -uxe` does that (procps 4.0).
    names: "ps",
    parser: "gnu",
    options: `
      -A
      -a
      -d
      -e
      -N --deselect
      -c
      -f
      -F
      -j
      -l
      -M
      -Z --context
      -H
      -L
      -m
      -w
      -C <text>
      -G --Group <text>
      --group <text>
      -U --User <text>
      --user <text>
      -p --pid <text>
      -q --quick-pid <text>
      --ppid <text>
      --sid <text>
      -t --tty <text>
      -o --format <text>
      -O <text>
      --forest
      --sort <text>
      --headers
      --no-headers --no-heading
      --cols --columns --width <number>
      --rows --lines <number>
      --cumulative
      -V --version --help (alone)`,
    operands: "a|x|u|f|w|ww|ax|aux|auxw|auxww|auxf|auxwf|axu|axf|axw|axww|axjf|uax|uxa|ux|xu|au|axuw|axuww*",
  },
  {
    names: "top",
    parser: "gnu",
    options: `
      -b
      -c
      -d <number>
      -H
      -i
      -n <number>
      -o <text>
      -p <text>
      -S
      -u <text>
      -U <text>
      -w [number]
      -1
      -h -v -V (alone)`,
  },
  {
    names: "pgrep",
    parser: "gnu",
    options: `
      ${PROCESS_CHOICE}
      -d --delimiter <text>
      -l --list-name
      -a --list-full
      -v --inverse
      -w --lightweight
      ${UTIL}`,
    operands: "text?",
  },
  {
    names: "pkill",
    parser: "gnu",
    options: `
      ${PROCESS_CHOICE}
      ${DIGITS}
      ${SIGNALS}
      --signal <text>
      -e --echo
      ${UTIL}`,
    operands: "text?",
  },
  {
    names: "killall",
    parser: "gnu",
    options: `
      ${DIGITS}
      ${SIGNALS}
      -e --exact
      -I --ignore-case
      -l --list
      -q --quiet
      -r --regexp
      -s --signal <text>
      -u --user <text>
      -v --verbose
      -w --wait
      -V --version (alone)`,
    operands: "text*",
  },
  {
    names: "kill",
    parser: "posix",
    options: `
      -2 -3 -6 -9 -15
      ${SIGNALS}
      -s --signal <text>
      -l --list [text]
      -L --table`,
    operands: "pid*",
  },
  {
    // The word behind -i is a file that is looked at to us; it is no more than that.
    names: "lsof",
    parser: "gnu",
    options: `
      -a
      -b
      -c <text>
      -d <text>
      -F [text]
      -g [text]
      -i [text]
      -l
      -n
      -N
      -o
      -p <text>
      -P
      -R
      -s [text]
      -t
      -T [text]
      -u <text>
      -U
      -V
      -w
      -h -v (alone)`,
    operands: "list*",
  },
  {
    names: "netstat",
    parser: "gnu",
    options: `
      -r --route
      -i --interfaces
      -g --groups
      -s --statistics
      -v --verbose
      -W --wide
      -n --numeric
      --numeric-hosts
      --numeric-ports
      --numeric-users
      -N --symbolic
      -e --extend
      -p --programs
      -o --timers
      -l --listening
      -a --all
      -F --fib
      -C --cache
      -t --tcp
      -u --udp
      -U --udplite
      -S --sctp
      -w --raw
      -x --unix
      -4 --inet
      -6 --inet6
      # BSD: the word behind it is a kind of address
      -f
      -h --help -V --version (alone)`,
    operands: "text*",
  },
  {
    names: "ss",
    parser: "gnu",
    options: `
      -n --numeric
      -r --resolve
      -a --all
      -l --listening
      -o --options
      -e --extended
      -m --memory
      -p --processes
      -T --threads
      -i --info
      --tipcinfo
      -s --summary
      --tos
      --cgroup
      -b --bpf
      -Z --context
      -z --contexts
      -4 --ipv4
      -6 --ipv6
      -0 --packet
      -t --tcp
      -M --mptcp
      -S --sctp
      -u --udp
      -d --dccp
      -w --raw
      -x --unix
      --tipc
      --vsock
      --xdp
      -f --family <text>
      -H --no-header
      -O --oneline
      --inet-sockopt
      -A --query --socket <text>
      -F --filter <read>
      ! -K --kill
      ! -D --diag <write>
      ! -N --net <text>
      ${UTIL}`,
    operands: "text*",
  },
];
