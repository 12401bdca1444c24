import type { ProgramDescription } from "../description.js";

export const NEEDS_SERVER = "needs a server";

const POSTGRES_CONNECTION = `
  -h --host <text>
  -p --port <number>
  -U --username <text>
  -w --no-password
  -W --password`;

const POSTGRES_HELP = "-V --version -? --help (alone)";

export const POSTGRES: readonly ProgramDescription[] = [
  {
    names: "psql",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    input: "code",
    options: `
      ${POSTGRES_CONNECTION}
      -c --command <psql>
      -d --dbname <text>
      -f --file <script>
      -l --list
      -v --set --variable <ON_ERROR_STOP=1|ON_ERROR_STOP=on|ON_ERROR_STOP=true|ON_ERROR_STOP=0>
      -X --no-psqlrc
      -1 --single-transaction
      -a --echo-all
      -b --echo-errors
      -e --echo-queries
      -E --echo-hidden
      -n --no-readline
      -q --quiet
      -S --single-line
      -A --no-align
      --csv
      -F --field-separator <text>
      -H --html
      -P --pset <pager=off|pager=0|format=csv|format=unaligned|format=aligned|format=wrapped|tuples_only=on|null=NULL|border=0|border=1|border=2|footer=off|expanded=on>
      -R --record-separator <text>
      -t --tuples-only
      -T --table-attr <text>
      -x --expanded
      -z --field-separator-zero
      -0 --record-separator-zero
      -L --log-file <write>
      # writes a file, or starts a program behind a bar
      ! -o --output <code>
      ! -s --single-step
      ${POSTGRES_HELP}`,
    operands: "text? text?",
  },
  {
    names: "pg_isready",
    parser: "gnu",
    options: `
      -h --host <text>
      -p --port <number>
      -U --username <text>
      -d --dbname <text>
      -q --quiet
      -t --timeout <number>
      ${POSTGRES_HELP}`,
  },
  {
    names: "pg_dump",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    options: `
      ${POSTGRES_CONNECTION}
      -d --dbname <text>
      --role <text>
      -f --file <write>
      -F --format <c|d|t|p|custom|directory|tar|plain>
      -j --jobs <number>
      -v --verbose
      -Z --compress <text>
      --lock-wait-timeout <number>
      --no-sync
      -a --data-only
      -b --blobs
      --large-objects
      -B --no-blobs
      --no-large-objects
      -c --clean
      -C --create
      -e --extension <text>
      -E --encoding <text>
      -n --schema <text>
      -N --exclude-schema <text>
      -O --no-owner
      -s --schema-only
      -S --superuser <text>
      -t --table <text>
      -T --exclude-table <text>
      -x --no-privileges
      --no-acl
      --column-inserts
      --attribute-inserts
      --disable-dollar-quoting
      --disable-triggers
      --exclude-table-data <text>
      --if-exists
      --inserts
      --no-comments
      --no-publications
      --no-security-labels
      --no-subscriptions
      --no-tablespaces
      --no-table-access-method
      --no-toast-compression
      --no-unlogged-table-data
      --on-conflict-do-nothing
      --quote-all-identifiers
      --rows-per-insert <number>
      --section <pre-data|data|post-data>
      --snapshot <text>
      --strict-names
      ! --filter <read>
      ! --include-foreign-data <text>
      ${POSTGRES_HELP}`,
    operands: "text?",
  },
  {
    names: "pg_restore",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    // Without a database it prints what it would do.
    options: `
      -l --list
      -f --file <write>
      -F --format <c|d|t|custom|directory|tar>
      -a --data-only
      -s --schema-only
      -n --schema <text>
      -t --table <text>
      -O --no-owner
      -x --no-privileges
      -v --verbose
      ! -d --dbname <text>
      ! -C --create
      ! -c --clean
      ! -L --use-list <read>
      ${POSTGRES_HELP}`,
    operands: "search?",
  },
  {
    names: "createdb",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    options: `
      ${POSTGRES_CONNECTION}
      -e --echo
      -E --encoding <text>
      -l --locale <text>
      --lc-collate <text>
      --lc-ctype <text>
      -O --owner <text>
      -T --template <text>
      --maintenance-db <text>
      ${POSTGRES_HELP}`,
    operands: "text? text?",
  },
];

// A server may ask this client for any file of this machine: only those on it are covered.
const MYSQL_CONNECTION = `
  -h --host <localhost|127.0.0.1|::1>
  -P --port <number>
  -u --user <text>
  -p --password [text]
  --protocol <tcp|socket|TCP|SOCKET>
  --connect-timeout <number>
  --default-character-set <text>
  -C --compress
  --ssl
  --skip-ssl
  ! -S --socket <text>
  ! --defaults-file <script>
  ! --defaults-extra-file <script>
  ! --defaults-group-suffix <text>
  ! --login-path <text>
  ! --plugin-dir <code>
  ! --default-auth <text>
  ! --character-sets-dir <text>
  ! --ssl-ca <read>
  ! --ssl-cert <read>
  ! --ssl-key <read>`;

const MYSQL_HELP = "-V --version -? --help (alone)";

export const MYSQL: readonly ProgramDescription[] = [
  {
    names: "mysql mariadb",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    input: "code",
    options: `
      ${MYSQL_CONNECTION}
      -e --execute <sql>
      -D --database <text>
      -A --no-auto-rehash
      -B --batch
      --binary-as-hex
      --column-names
      -N --skip-column-names
      --column-type-info
      -f --force
      -H --html
      -n --unbuffered
      -q --quick
      -r --raw
      -s --silent
      --show-warnings
      -t --table
      -U --safe-updates --i-am-a-dummy
      -v --verbose
      -E --vertical
      -X --xml
      ! --pager [code]
      ! --tee <write>
      ! --init-command <code>
      ! --delimiter <text>
      ! --local-infile
      ! -G --named-commands
      ${MYSQL_HELP}`,
    operands: "text?",
  },
  {
    names: "mysqldump mariadb-dump",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    options: `
      ${MYSQL_CONNECTION}
      -A --all-databases
      -B --databases
      --tables
      --add-drop-database
      --add-drop-table
      --skip-add-drop-table
      -i --comments
      --skip-comments
      --compact
      -c --complete-insert
      -E --events
      -e --extended-insert
      --skip-extended-insert
      -f --force
      --hex-blob
      --ignore-table <text>
      --insert-ignore
      -l --lock-tables
      --skip-lock-tables
      -n --no-create-db
      -t --no-create-info
      -d --no-data
      -y --no-tablespaces
      --opt
      --skip-opt
      --order-by-primary
      -q --quick
      -R --routines
      --triggers
      --skip-triggers
      --single-transaction
      --skip-dump-date
      -v --verbose
      -w --where <text>
      -X --xml
      -r --result-file <write>
      --log-error <write>
      ! -T --tab <write>
      ! -F --flush-logs
      ! --delete-master-logs
      ${MYSQL_HELP}`,
    operands: "text*",
  },
  {
    names: "mysqladmin mariadb-admin",
    parser: "gnu",
    unverified: NEEDS_SERVER,
    options: `
      ${MYSQL_CONNECTION}
      -s --silent
      -v --verbose
      -E --vertical
      -w --wait [number]
      -r --relative
      -i --sleep <number>
      -c --count <number>
      ${MYSQL_HELP}`,
    operands: "ping|status|version|processlist|extended-status|variables",
  },
];
