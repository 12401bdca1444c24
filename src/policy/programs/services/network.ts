import type { ProgramDescription } from "../description.js";
import { CONNECTIONS, SHELLS_ELSEWHERE } from "./network-connections.js";
import { OPENSSL } from "./network-openssl.js";
import { NETWORK_REQUESTS } from "./network-requests.js";

const LOOKUPS: readonly ProgramDescription[] = [
  {
    names: "ping ping4 ping6",
    parser: "gnu",
    options: `
      -4
      -6
      -a
      -A
      -c <number>
      -D
      -i <number>
      -I <text>
      -M <text>
      -n
      -O
      -p <text>
      -q
      -s <number>
      -t <number>
      -v
      -w <number>
      -W <number>
      -h -V (alone)`,
    operands: "text*",
  },
  {
    // A word such as +tls-ca=FILE names a file, so a word with an equals sign is left to the person.
    names: "dig",
    parser: "gnu",
    options: `
      -4
      -6
      -b <text>
      -c <text>
      -m
      -p <number>
      -q <text>
      -r
      -t <text>
      -u
      -x <text>
      ! -f <read>
      ! -k <read>
      -h -v (alone)`,
    operands: "task*",
  },
  {
    names: "host",
    parser: "gnu",
    options: `
      -a
      -A
      -c <text>
      -C
      -d
      -l
      -N <number>
      -p <number>
      -r
      -R <number>
      -s
      -t <text>
      -T
      -U
      -v
      -w
      -W <number>
      -4
      -6
      -V (alone)`,
    operands: "text text?",
  },
  {
    // Without a name, or with a dash for it, it reads commands.
    names: "nslookup",
    parser: "dash",
    options: `
      -type -query -querytype -q <text>
      -class <text>
      -port <number>
      -timeout <number>
      -retry <number>
      -debug
      -nodebug
      -version (alone)`,
    operands: "text text?",
    input: "code",
  },
  {
    names: "whois",
    parser: "gnu",
    options: `
      -h --host <text>
      -p --port <number>
      -H
      -I
      --verbose
      --no-recursion
      --help --version (alone)`,
    operands: "text*",
  },
  {
    names: "traceroute traceroute6",
    parser: "gnu",
    options: `
      -4
      -6
      -n
      -I --icmp
      -T --tcp
      -U --udp
      -F --dont-fragment
      -e --extensions
      -f --first <number>
      -m --max-hops <number>
      -N --sim-queries <number>
      -p --port <number>
      -q --queries <number>
      -w --wait <text>
      -i --interface <text>
      -s --source <text>
      -V --version --help (alone)`,
    operands: "text text?",
  },
  {
    names: "tracepath tracepath6",
    parser: "gnu",
    options: `
      -4
      -6
      -b
      -l <number>
      -m <number>
      -n
      -p <number>
      -V (alone)`,
    operands: "text",
  },
  {
    names: "mtr",
    parser: "gnu",
    options: `
      -4
      -6
      -r --report
      -w --report-wide
      -c --report-cycles <number>
      -i --interval <number>
      -j --json
      -x --xml
      -C --csv
      -l --raw
      -p --split
      -n --no-dns
      -b --show-ips
      -u --udp
      -T --tcp
      -P --port <number>
      -f --first-ttl <number>
      -m --max-ttl <number>
      -s --psize <number>
      -G --gracetime <number>
      -I --interface <text>
      -a --address <text>
      -z --aslookup
      ! -F --filename <read>
      -h --help -v --version (alone)`,
    operands: "text*",
    starts: "mtr-packet",
  },
];

const SHOWN = { parser: "words", operands: "text*" } as const;

/** An object of ip: alone it is shown. */
const SHOW = { operands: "", commands: { "show list lst ls sh s": SHOWN } } as const;

const INTERFACES: readonly ProgramDescription[] = [
  {
    names: "ip",
    parser: "go",
    options: `
      -4 -6 -0
      -br -brief
      -c -color [auto|always|never]
      -d -details
      -f -family <text>
      -h -human -human-readable
      -iec
      -j -json
      -N -Numeric
      -o -oneline
      -p -pretty
      -r -resolve
      -s -stats -statistics
      -t -timestamp
      ! -b <code>
      ! -batch <code>
      ! -force
      ! -n <text>
      ! -netns <text>
      -V -Version (alone)`,
    commands: {
      "address addr a": SHOW,
      "link l": SHOW,
      "route r": { operands: "", commands: { "show list lst ls sh s": SHOWN, "get g": SHOWN } },
      "neighbour neighbor neigh n": SHOW,
      "rule ru": SHOW,
      "maddress maddr": SHOW,
    },
  },
  {
    // A second word would change the interface.
    names: "ifconfig",
    parser: "posix",
    options: `
      -a
      -s
      -v
      --help --version (alone)`,
    operands: "text?",
  },
];

export const NETWORK: readonly ProgramDescription[] = [
  ...NETWORK_REQUESTS,
  ...LOOKUPS,
  ...SHELLS_ELSEWHERE,
  ...CONNECTIONS,
  OPENSSL,
  ...INTERFACES,
];
