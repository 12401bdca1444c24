import type { ProgramDescription } from "../description.js";

/** Types of ag and ack that people name. */
const FILE_TYPES = `
  --asm --cc --cpp --csharp --css --elixir --go --haskell --html --java --js --json --kotlin --less --lua --make
  --markdown --objc --perl --php --python --ruby --rust --sass --scala --shell --sql --swift --ts --vue --xml --yaml`;

/** Programs that search all files below a folder. */
export const SEARCH_CODE: readonly ProgramDescription[] = [
  {
    names: "rg ripgrep",
    parser: "gnu",
    options: `
      -A --after-context <number>
      --auto-hybrid-regex
      --no-auto-hybrid-regex
      -B --before-context <number>
      --binary
      --no-binary
      --block-buffered
      --no-block-buffered
      -b --byte-offset
      --no-byte-offset
      -s --case-sensitive
      --color <never|auto|always|ansi>
      --colors <text>
      --column
      --no-column
      -C --context <number>
      --context-separator <text>
      --no-context-separator
      -c --count
      --count-matches
      --crlf
      --no-crlf
      --debug
      --trace
      --dfa-size-limit <text>
      -E --encoding <text>
      --no-encoding
      --engine <default|pcre2|auto>
      --field-context-separator <text>
      --field-match-separator <text>
      -f --file <read> (first)
      --files (first)
      -l --files-with-matches
      --files-without-match
      -F --fixed-strings
      --no-fixed-strings
      -L --follow (follows)
      --no-follow
      --generate <man|complete-bash|complete-zsh|complete-fish|complete-powershell>
      -g --glob <text>
      --glob-case-insensitive
      --no-glob-case-insensitive
      --heading
      --no-heading
      -. --hidden (hidden)
      --no-hidden
      --hyperlink-format <text>
      --iglob <text>
      -i --ignore-case
      --ignore-file <read>
      --ignore-file-case-insensitive
      --include-zero
      --no-include-zero
      -v --invert-match
      --no-invert-match
      --json
      --no-json
      --line-buffered
      --no-line-buffered
      -n --line-number
      -N --no-line-number
      -x --line-regexp
      -M --max-columns <number>
      --max-columns-preview
      --no-max-columns-preview
      -m --max-count <number>
      # the short name came with 14
      -d --max-depth --maxdepth <number>
      --max-filesize <text>
      --mmap
      --no-mmap
      -U --multiline
      --no-multiline
      --multiline-dotall
      --no-multiline-dotall
      --no-config
      -I --no-filename
      --no-ignore
      --ignore
      --no-ignore-dot
      --no-ignore-exclude
      --no-ignore-files
      --no-ignore-global
      --no-ignore-messages
      --no-ignore-parent
      --no-ignore-vcs
      --ignore-vcs
      --no-messages
      --messages
      --no-pcre2-unicode
      --no-require-git
      --no-unicode
      --unicode
      -0 --null
      --null-data
      --one-file-system
      --no-one-file-system
      -o --only-matching
      --passthru --passthrough
      --path-separator <text>
      -P --pcre2
      --no-pcre2
      --pre-glob <text>
      --no-pre
      -p --pretty
      -q --quiet
      --regex-size-limit <text>
      -e --regexp <text> (first)
      -r --replace <text>
      --no-search-zip
      -S --smart-case
      --sort <none|path|modified|accessed|created>
      --sortr <none|path|modified|accessed|created>
      --stats
      --no-stats
      --stop-on-nonmatch
      -a --text
      --no-text
      -j --threads <number>
      --trim
      --no-trim
      -t --type <text>
      --type-add <text>
      --type-clear <text>
      -T --type-not <text>
      # the second of them takes in hidden files
      -u --unrestricted (hidden)
      --vimgrep
      -H --with-filename
      -w --word-regexp
      ! --pre <code>
      ! --hostname-bin <code>
      # runs programs that unpack
      ! -z --search-zip
      --type-list --pcre2-version -h --help -V --version (alone)`,
    operands: "text search*",
    searchesHere: true,
    skipsHidden: true,
  },
  {
    // A value of -A, -B or -C that is no number is the pattern instead, so only glued ones are taken for values here.
    names: "ag",
    parser: "gnu",
    options: `
      ${FILE_TYPES}
      --ackmate
      -A --after <digits>
      -B --before <digits>
      -C --context <digits>
      --break --nobreak
      -c --count
      --color --nocolor
      --color-line-number <text>
      --color-match <text>
      --color-path <text>
      --column
      --filename --nofilename
      -H --heading
      --noheading
      --group --nogroup
      -g <text> (first)
      -l --files-with-matches
      -L --files-without-matches
      --print-all-files
      --numbers --nonumbers
      -o --only-matching
      --print-long-lines
      --passthrough --passthru
      --silent
      --stats
      --stats-only
      --vimgrep
      -0 --null --print0
      -a --all-types
      -D --debug
      --depth <digits>
      -f --follow (follows)
      --nofollow
      -F --fixed-strings
      -G --file-search-regex <text>
      --hidden (hidden)
      -i --ignore-case
      --ignore <text>
      --ignore-dir <text>
      -m --max-count <digits>
      --one-device
      -p --path-to-ignore <read>
      -Q --literal
      -r -R --recurse
      -n --norecurse
      -s --case-sensitive
      -S --smart-case
      --search-binary
      -t --all-text
      -u --unrestricted (hidden)
      -U --skip-vcs-ignores
      -v --invert-match
      -w --word-regexp
      -W --width <digits>
      ! -z --search-zip
      ! --pager <code>
      --list-file-types -h --help -V --version (alone)`,
    operands: "text search*",
    searchesHere: true,
    skipsHidden: true,
  },
  {
    names: "ack ack-grep",
    parser: "gnu",
    plusBeginsOptions: true,
    options: `
      ${FILE_TYPES}
      -f (first)
      -g
      -l --files-with-matches
      -L --files-without-matches
      -c --count
      -i --ignore-case
      -S --smart-case
      --no-smart-case --nosmart-case
      -I --no-ignore-case
      -v --invert-match
      -w --word-regexp
      -Q --literal
      --range-start <text>
      --range-end <text>
      --match <text> (first)
      -o
      --passthru
      -m --max-count <digits>
      -1
      -H --with-filename
      -h --no-filename
      --column --nocolumn
      -A --after-context <digits>
      -B --before-context <digits>
      -C --context <digits>
      --print0
      -s
      --nopager
      --heading --noheading
      --break --nobreak
      --group --nogroup
      --underline --nounderline
      --color --colour --nocolor --nocolour
      --color-filename <text>
      --color-match <text>
      --color-lineno <text>
      --color-colno <text>
      --flush
      --sort-files
      --show-types
      --ignore-dir --ignore-directory <text>
      --noignore-dir --noignore-directory <text>
      --ignore-file <text>
      -r -R --recurse
      -n --no-recurse
      --follow (follows)
      --nofollow
      -t --type <text>
      -T <text>
      -k --known-types
      --type-set <text>
      --type-add <text>
      --type-del <text>
      --ignore-ack-defaults
      # Perl's own variables
      ! --output <code>
      ! --pager <code>
      ! --ackrc <script>
      ! --files-from <read>
      ! -x
      --help --help-types --help-colors --version (alone)`,
    operands: "text search*",
    searchesHere: true,
  },
];
