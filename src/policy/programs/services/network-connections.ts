import type { ProgramDescription } from "../description.js";

/** Options of scp and sftp that name a program, or a file of options that may. */
const COPIES = `
  ! -o <code>
  ! -F <script>
  ! -S <code>
  ! -D <code>`;

/** What they run, they run on another machine or with options of another program: a star covers none of it. */
export const SHELLS_ELSEWHERE: readonly ProgramDescription[] = [
  {
    // Options behind the host are options too: ssh host -oProxyCommand=… (OpenSSH 9.2).
    names: "ssh",
    parser: "gnu",
    options: `
      -Q <text>
      ! -o <code>
      ! -F <script>
      ! -E <write>
      ! -S <write>
      ! -I <code>
      ! -i <read>
      ! -J <text>
      ! -W <text>
      ! -w <text>
      ! -L <text>
      ! -R <text>
      ! -D <text>
      ! -O <text>
      -V (alone)`,
    input: "code",
  },
  {
    names: "scp",
    parser: "gnu",
    options: `
      ${COPIES}
      ! -i <read>
      ! -J <text>`,
  },
  {
    names: "sftp",
    parser: "gnu",
    options: `
      ${COPIES}
      ! -b <script>
      ! -i <read>
      ! -J <text>`,
    input: "code",
  },
  {
    // Everything but a fingerprint makes a key, changes one or signs with one.
    names: "ssh-keygen",
    parser: "gnu",
    input: "code",
    commands: {
      "-l": {
        options: `
          -f <read>
          -E <md5|sha256>
          -v`,
      },
      "-lf -lvf -vlf": {
        options: `
          -E <md5|sha256>
          -v`,
        operands: "read",
      },
    },
  },
  {
    names: "ssh-keyscan",
    parser: "gnu",
    options: `
      -4
      -6
      -c
      -H
      -v
      -p <number>
      -t <text>
      -T <number>
      ! -f <read>`,
    operands: "text*",
  },
  {
    // An escape in its input leads to its own commands, and one of those runs a shell.
    names: "telnet",
    parser: "gnu",
    options: `
      -4
      -6
      -E
      -l <text>
      ! -n <write>`,
    operands: "text text?",
    input: "code",
  },
];

export const CONNECTIONS: readonly ProgramDescription[] = [
  {
    // Only what the netcats of OpenBSD, of Debian before it, and of nmap agree on. Alone, the old one asks for its options.
    names: "nc netcat nc.openbsd nc.traditional",
    parser: "gnu",
    options: `
      -4
      -6
      -C
      -i <number>
      -n
      -N
      -p <number>
      -q <number>
      -r
      -s <text>
      -t
      -u
      -v
      -w <number>
      -z
      ! -e <code>
      ! -c <code>
      ! -l
      ! -k
      ! -U
      ! -o
      ! -x <write>`,
    operands: "text text*",
    input: "codeAlone",
  },
  {
    names: "ncat",
    parser: "gnu",
    options: `
      -4
      -6
      -C --crlf
      -i --idle-timeout <text>
      -n --nodns
      -p --source-port <number>
      -s --source <text>
      -u --udp
      -v --verbose
      -w --wait <text>
      -z
      --send-only
      --recv-only
      --ssl
      --ssl-verify
      --ssl-servername <text>
      ! -e --exec <code>
      ! -c --sh-exec <code>
      ! --lua-exec <script>
      ! -l --listen
      ! -k --keep-open
      ! -U --unixsock
      ! -o --output <write>
      ! -x --hex-dump <write>
      -h --help --version (alone)`,
    operands: "text text?",
  },
  {
    // Each of its addresses may be a program or a file.
    names: "socat",
    parser: "posix",
    options: `
      -V -h (alone)`,
    input: "code",
  },
];
