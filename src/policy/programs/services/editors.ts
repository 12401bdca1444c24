import type { ProgramDescription } from "../description.js";

/**
 * Without a terminal a pager prints its files, as cat does. A file is described as a `remote`, a path of plain characters that
 * does not begin with a plus: `+!command` is run by less, in a terminal.
 */
const PLAIN_FILES = "remote*";

const PAGERS: readonly ProgramDescription[] = [
  {
    // Only flags: a value ends at a dollar sign or behind its digits, and options follow in the same word: -b5oFILE.
    names: "less",
    parser: "posix",
    options: `
      -a --search-skip-screen
      -A --SEARCH-SKIP-SCREEN
      -c --clear-screen
      -e --quit-at-eof
      -E --QUIT-AT-EOF
      -f --force
      -F --quit-if-one-screen
      -g --hilite-search
      -G --HILITE-SEARCH
      -i --ignore-case
      -I --IGNORE-CASE
      -J --status-column
      -K --quit-on-intr
      -L --no-lessopen
      -m --long-prompt
      -M --LONG-PROMPT
      -n --line-numbers
      -N --LINE-NUMBERS
      -q --quiet --silent
      -Q --QUIET --SILENT
      -r --raw-control-chars
      -R --RAW-CONTROL-CHARS
      -s --squeeze-blank-lines
      -S --chop-long-lines
      -u --underline-special
      -U --UNDERLINE-SPECIAL
      -w --hilite-unread
      -W --HILITE-UNREAD
      -X --no-init
      -~ --tilde
      --mouse
      --use-color
      ! -o --log-file <write>
      ! -O --LOG-FILE <write>
      ! -k --lesskey-file <code>
      ! --lesskey-src <code>
      ! --lesskey-content <code>
      ! -t --tag <text>
      ! -T --tag-file <read>
      -? --help -V --version (alone)`,
    operands: PLAIN_FILES,
  },
  {
    names: "more",
    parser: "gnu",
    options: `
      -c --print-over
      -d --silent
      -e --exit-on-eof
      -f --logical
      -l --no-pause
      -n --lines <number>
      -p --clean-print
      -s --squeeze
      -u --plain
      -h --help -V --version (alone)`,
    operands: PLAIN_FILES,
  },
  {
    names: "most",
    parser: "posix",
    options: `
      -b
      -s
      -v
      -w`,
    operands: PLAIN_FILES,
  },
  {
    names: "bat batcat",
    parser: "gnu",
    options: `
      -A --show-all
      -p --plain
      -l --language <text>
      -H --highlight-line <text>
      --file-name <text>
      -d --diff
      --diff-context <number>
      --tabs <number>
      --wrap <auto|never|character>
      --terminal-width <number>
      -n --number
      --color <auto|never|always>
      --italic-text <never|always>
      --decorations <auto|never|always>
      -f --force-colorization
      -P
      --paging <auto|never>
      -m --map-syntax <text>
      --ignored-suffix <text>
      --theme <text>
      --style <text>
      -r --line-range <text>
      -u --unbuffered
      ! --pager <code>
      -L --list-languages --list-themes -h --help -V --version (alone)`,
    starts: "less",
    operands: "read*",
  },
];

/** What people look up. Any name with a slash would be a file, and its `.so` lines print other files (man-db 2.11, groff 1.22). */
const PAGES = [
  "1|2|3|4|5|6|7|8",
  "awk|bash|cat|chmod|chown|cp|cron|crontab|curl|cut|date|dd|df|diff|du|echo|ed|env|find|free|gawk|gcc|gdb|git|grep|gzip",
  "git-add|git-branch|git-checkout|git-clone|git-commit|git-config|git-diff|git-fetch|git-log|git-merge|git-rebase|git-reset",
  "git-restore|git-show|git-stash|git-status|git-switch|git-worktree|head|hier|ip|jq|kill|ld|less|ln|ls|lsof|make|man|mkdir",
  "mount|mv|nc|nm|node|npm|objdump|open|openssl|patch|ping|printf|ps|python3|read|readlink|rm|rsync|scp|sed|sh|signal|sort",
  "ssh|ssh_config|sshd_config|ss|stat|strace|systemctl|systemd.service|tail|tar|tee|test|tmux|top|touch|tr|uniq|unzip|vim",
  "watch|wc|wget|which|write|xargs|zip|zsh",
].join("|");

const MANUALS: readonly ProgramDescription[] = [
  {
    names: "man",
    parser: "gnu",
    options: `
      -a --all
      -f --whatis
      -k --apropos
      -s -S --sections <text>
      -w --where --path --location
      ! -P --pager <code>
      ! -H --html [code]
      ! -C --config-file <code>
      ! -l --local-file
      ! -M --manpath <search>
      ! -p --preprocessor <text>
      -? --help --usage -V --version (alone)`,
    operands: `${PAGES}*`,
    starts: "groff nroff troff grotty tbl eqn neqn pic preconv col less cat zsoelim manconv locale gzip",
  },
  {
    names: "apropos whatis",
    parser: "gnu",
    options: `
      -a --and
      -e --exact
      -l --long
      -r --regex
      -s --sections --section <text>
      -w --wildcard
      -? --help --usage -V --version (alone)`,
    operands: "text*",
  },
];

/** They need a terminal, and without one some read commands from their input. */
const EDITORS_ALONE: readonly ProgramDescription[] = [
  {
    names: "vim vi view ex nvim gvim rvim rview vimdiff vim.basic vim.tiny",
    parser: "gnu",
    options: `
      ! -c <code>
      ! --cmd <code>
      ! -S <script>
      ! -s <script>
      ! -u <script>`,
    // Without a word it would open a window.
    commands: { "-h --help --version": {} },
    input: "code",
  },
  { names: "nano pico", parser: "gnu", commands: { "-h --help -V --version": {} }, input: "code" },
  { names: "ed red", parser: "gnu", commands: { "-h --help -V --version": {} }, input: "code" },
  {
    names: "emacs emacsclient",
    parser: "gnu",
    unverified: "needs half a gigabyte of packages",
    options: `
      ! --eval <code>
      ! --load <script>`,
    commands: { "--help --version": {} },
    input: "code",
  },
  {
    names: "code code-insiders codium cursor",
    parser: "gnu",
    unverified: "needs a desktop",
    commands: { "--list-extensions": { options: "--show-versions" }, "-h --help -v --version": {} },
  },
];

/** Each word of tmux may end in a semicolon, which begins another command; and `#(…)` in a format is run (tmux 3.3). */
const TMUX_TARGET = "-t <task>";

const TERMINALS: readonly ProgramDescription[] = [
  {
    names: "tmux",
    parser: "posix",
    options: `
      -L <task>
      -u
      ! -f <script>
      ! -c <code>
      ! -S <write>
      -V (alone)`,
    commands: {
      "list-sessions ls": {},
      "list-windows lsw": {
        options: `
          -a
          ${TMUX_TARGET}`,
      },
      "list-panes lsp": {
        options: `
          -a
          -s
          ${TMUX_TARGET}`,
      },
      "list-clients lsc": { options: TMUX_TARGET },
      "list-buffers lsb": {},
      "has-session has": { options: TMUX_TARGET },
      "capture-pane capturep": {
        options: `
          -a
          -C
          -e
          -J
          -N
          -p
          -P
          -q
          -E <task>
          -S <task>
          ${TMUX_TARGET}`,
      },
      "display-message display": {
        options: `
          -p
          ${TMUX_TARGET}`,
        operands:
          "#S|#W|#I|#P|#{session_name}|#{window_name}|#{window_index}|#{pane_id}|#{pane_current_path}",
      },
      "show-options show": {
        options: `
          -A
          -g
          -p
          -q
          -s
          -v
          -w
          ${TMUX_TARGET}`,
      },
    },
  },
  {
    names: "screen",
    parser: "gnu",
    options: `
      -ls
      -list
      ! -X
      ! -c <script>
      ! -s <code>
      ! -S <text>
      ! -r
      ! -x
      -v (alone)`,
    input: "code",
  },
];

/** Without an option the input becomes the table, or the job: an empty one deletes what was there (cron 3.0). */
const SCHEDULES: readonly ProgramDescription[] = [
  {
    names: "crontab",
    parser: "gnu",
    options: "-u <text>",
    input: "code",
    commands: { "-l": { options: "-u <text>" } },
  },
  {
    names: "at",
    parser: "gnu",
    input: "code",
    commands: { "-l": { options: "-q <text>" }, "-V": {} },
  },
  {
    names: "atq",
    parser: "gnu",
    options: `
      -q <text>
      -V (alone)`,
  },
  { names: "batch", parser: "gnu", options: "-V (alone)", input: "code" },
];

const TRACERS: readonly ProgramDescription[] = [
  {
    names: "strace",
    parser: "posix",
    options: `
      -A --output-append-mode
      -a --columns <number>
      -c --summary-only
      -C --summary
      -d --debug
      # inject and fault change what the program does, down to the program that it runs
      -e <trace=all|trace=none|trace=file|trace=%file|trace=process|trace=%process|trace=network|trace=%network|trace=%net|trace=desc|trace=%desc|trace=memory|trace=%memory|trace=signal|trace=%signal|trace=execve|trace=open|trace=openat|trace=open,openat|trace=openat,open|trace=read|trace=write|trace=read,write|trace=connect|trace=stat|trace=%stat|execve|open|openat|open,openat|read|write|read,write|connect|file|network|process|signal=none>
      --trace <text>
      --status <text>
      --signal <text>
      -f --follow-forks
      -i --instruction-pointer
      -n --syscall-number
      -P --trace-path <text>
      -q
      -r --relative-timestamps
      -s --string-limit <number>
      -S --summary-sort-by <text>
      -t
      -T --syscall-times
      -U --summary-columns <text>
      -v --no-abbrev
      -w --summary-wall-clock
      -x
      -X --const-print-style <text>
      -y
      -Y
      -z --successful-only
      -Z --failed-only
      # a name that begins with a bar is a program
      ! -o --output <code>
      ! -E --env <code>
      ! -p --attach <text>
      ! -u --user <text>
      ! --inject <code>
      ! --fault <code>
      -h --help -V --version (alone)`,
    operands: "command",
  },
  {
    names: "ltrace",
    parser: "posix",
    options: `
      -a --align <number>
      -A <number>
      -b --no-signals
      -c
      -C --demangle
      -e <text>
      -f
      -i
      -l --library <text>
      -L
      -n --indent <number>
      -r
      -s <number>
      -S
      -t
      -T
      -x <text>
      ! -F --config <read>
      ! -o --output <write>
      ! -p <text>
      ! -u <text>
      -h --help -V --version (alone)`,
    operands: "command",
  },
];

export const EDITORS: readonly ProgramDescription[] = [
  ...PAGERS,
  ...MANUALS,
  ...EDITORS_ALONE,
  ...TERMINALS,
  ...SCHEDULES,
  ...TRACERS,
];
