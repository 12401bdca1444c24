import type { CommandDescription, ProgramDescription } from "../description.js";
import { MYSQL, NEEDS_SERVER, POSTGRES } from "./databases-sql-servers.js";

/** What duckdb took over from sqlite3. */
const SHELL_OPTIONS = `
  -ascii
  -bail
  -batch
  -box
  -column
  -csv
  -echo
  -header
`;

const SQLITE: ProgramDescription = {
  names: "sqlite3",
  // Options may stand anywhere, with one dash or two.
  parser: "dash",
  input: "code",
  options: `
    ${SHELL_OPTIONS}
    -headers
    -noheader
    -noheaders
    -html
    -json
    -line
    -list
    -markdown
    -memtrace
    -nofollow
    -quote
    -readonly
    -safe
    -stats
    -table
    -tabs
    -cmd <sqlite>
    -separator <text>
    -newline <text>
    -nullvalue <text>
    -mmap <number>
    -maxsize <number>
    -lookaside <number> <number>
    -pagecache <number> <number>
    -init <script>
    # takes all words behind it as words of .archive
    ! -A <code>
    ! -vfs <text>
    ! -interactive
    -version (alone)
    -help (alone)`,
  // A database is made where there is none. Its name may be an address, file:/etc/x?mode=rw.
  operands: "localwrite sqlite*",
};

const DUCKDB: ProgramDescription = {
  names: "duckdb",
  parser: "dash",
  unverified: "not in the package archive",
  input: "code",
  options: `
    ${SHELL_OPTIONS}
    -noheader
    -html
    -json
    -jsonlines
    -line
    -list
    -markdown
    -quote
    -readonly
    -safe
    -table
    -no-stdin
    -c <duckdb>
    -s <duckdb>
    -cmd <duckdb>
    -separator <text>
    -newline <text>
    -nullvalue <text>
    -f <script>
    -init <script>
    ! -unsigned
    ! -ui
    -version (alone)
    -help (alone)`,
  operands: "localwrite duckdb*",
};

const KEYS: CommandDescription = { operands: "text*" };

function inBothCases(names: string): string {
  return `${names} ${names.toUpperCase()}`;
}

// -x and -X make words of standard input; --eval and --functions-rdb use files.
const REDIS: ProgramDescription = {
  names: "redis-cli valkey-cli",
  parser: "posix",
  unverified: NEEDS_SERVER,
  input: "code",
  options: `
    -h <text>
    -p <number>
    -n <number>
    -a --pass <text>
    --user <text>
    -u <text>
    -r <number>
    -i <number>
    -2
    -3
    -c
    -e
    --no-auth-warning
    --raw
    --no-raw
    --csv
    --json
    --quoted-json
    --tls
    --sni <text>
    --cacert <read>
    --cert <read>
    --key <read>
    --insecure
    --scan
    --pattern <text>
    --bigkeys
    --memkeys
    --hotkeys
    --stat
    --latency
    ! -s <text>
    ! -x
    ! -X <text>
    ! --eval <script>
    ! --pipe
    ! --rdb <write>
    ! --functions-rdb <write>
    ! --replica
    ! --lru-test <number>
    ! --cluster <code>
    -v --version --help (alone)`,
  // Without a command it takes them from standard input.
  operands: "",
  commands: {
    [inBothCases(
      "ping echo get mget strlen getrange exists type ttl pttl keys scan dbsize info time lastsave role randomkey " +
        "llen lrange lindex hget hmget hgetall hkeys hvals hlen hexists hscan smembers scard sismember sscan " +
        "zrange zrangebyscore zrevrange zcard zscore zrank zcount zscan xlen xrange xrevrange bitcount getbit pfcount geopos",
    )]: KEYS,
    [inBothCases("client")]: { commands: { [inBothCases("list info id getname")]: KEYS } },
    [inBothCases("memory")]: { commands: { [inBothCases("usage stats doctor")]: KEYS } },
    [inBothCases("object")]: { commands: { [inBothCases("encoding idletime freq refcount")]: KEYS } },
    [inBothCases("cluster")]: { commands: { [inBothCases("info nodes slots shards")]: KEYS } },
    [inBothCases("slowlog")]: { commands: { [inBothCases("get len")]: KEYS } },
    [inBothCases("xinfo")]: { commands: { [inBothCases("stream groups consumers")]: KEYS } },
    [inBothCases("pubsub")]: { commands: { [inBothCases("channels numsub numpat")]: KEYS } },
    [inBothCases("command")]: { commands: { [inBothCases("count info docs")]: KEYS } },
  },
};

/** Databases. A grammar checks what they are asked; see checks/sql.ts. */
export const DATABASES: readonly ProgramDescription[] = [
  SQLITE,
  DUCKDB,
  ...POSTGRES,
  ...MYSQL,
  REDIS,
  // Its scripts are JavaScript that can read files.
  {
    names: "mongosh mongo",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    input: "code",
    options: "--version --help -h (alone)",
  },
];
