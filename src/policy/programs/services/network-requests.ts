import type { ProgramDescription } from "../description.js";

/** What curl writes goes to a name that somebody chose, so only what goes nowhere is harmless. */
const CURL_OUTPUT = `
  -o --output <nowhere>
  -D --dump-header <nowhere>
  -c --cookie-jar <nowhere>
  --trace <nowhere>
  --trace-ascii <nowhere>
  --stderr <nowhere>
  --libcurl <nowhere>
  -w --write-out <writeout>
  ! -O --remote-name
  ! --remote-name-all
  ! -J --remote-header-name
  ! --output-dir <folder>
  ! --create-dirs
  ! --etag-save <write>
  ! --hsts <write>
  ! --alt-svc <write>`;

const CURL_REQUEST = `
  -X --request <text>
  --request-target <text>
  -H --header <curldata>
  --proxy-header <curldata>
  -A --user-agent <text>
  -e --referer <text>
  -d --data --data-ascii --data-binary <curldata>
  --data-raw <text>
  --json <curldata>
  # a file may follow a name: name@file
  --data-urlencode --url-query <curlform>
  -F --form <curlform>
  --form-string <text>
  --form-escape
  # without an equals sign, or behind an @, it is a file: @file=1
  -b --cookie <assignment>
  -j --junk-session-cookies
  -G --get
  -I --head
  -i --include
  -r --range <text>
  -C --continue-at <text>
  -z --time-cond <list>
  --etag-compare <read>
  --compressed
  --tr-encoding
  --raw
  --url <url>
  # its names are expanded: {a,b}
  ! -T --upload-file <read>`;

const CURL_LOGIN = `
  -u --user <text>
  -U --proxy-user <text>
  --oauth2-bearer <text>
  --aws-sigv4 <text>
  --basic --digest --anyauth --ntlm --negotiate
  --proxy-basic --proxy-digest --proxy-anyauth
  ! --ntlm-wb
  ! -n --netrc
  ! --netrc-optional
  ! --netrc-file <read>`;

const CURL_CONNECTION = `
  -4 --ipv4 -6 --ipv6
  -0 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --http0.9
  -1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3
  --tls-max <text>
  --ciphers --tls13-ciphers --curves <text>
  --cacert --proxy-cacert <read>
  --crlfile <read>
  --capath <search>
  --pinnedpubkey <read>
  --cert-status
  --ssl --ssl-reqd
  -k --insecure --proxy-insecure
  -x --proxy --proxy1.0 --preproxy <text>
  -p --proxytunnel
  --noproxy <text>
  --resolve <text>
  --connect-to <text>
  --interface <text>
  --dns-servers <text>
  --doh-url <url>
  --local-port <text>
  --proto <text>
  --no-keepalive --no-alpn --no-npn --no-sessionid
  --keepalive-time <number>
  --tcp-nodelay --tcp-fastopen
  --haproxy-protocol
  ! -E --cert <read>
  ! --proxy-cert <read>
  ! --key <read>
  ! --proxy-key <read>
  ! --engine <code>
  ! --unix-socket <text>
  ! --abstract-unix-socket <text>`;

const CURL_TRANSFER = `
  -s --silent
  -S --show-error
  -v --verbose
  -f --fail
  --fail-with-body --fail-early
  -L --location
  --max-redirs <number>
  --post301 --post302 --post303
  -m --max-time <number>
  --connect-timeout <number>
  --expect100-timeout <number>
  --happy-eyeballs-timeout-ms <number>
  --retry <number>
  --retry-delay <number>
  --retry-max-time <number>
  --retry-all-errors --retry-connrefused
  --limit-rate <text>
  --rate <text>
  --max-filesize <text>
  -y --speed-time <number>
  -Y --speed-limit <number>
  -N --no-buffer
  -# --progress-bar
  --no-progress-meter
  -Z --parallel
  --parallel-max <number>
  --parallel-immediate
  # its short form, -:, makes curl forget the letters behind it, and what would be their values are addresses
  --next
  -g --globoff
  --path-as-is
  --ignore-content-length
  --disallow-username-in-url
  --suppress-connect-headers
  --styled-output
  --no-styled-output
  --trace-time
  -q --disable
  # its lines are options
  ! -K --config <code>
  -h --help -V --version -M --manual (alone)`;

const CURL: ProgramDescription = {
  names: "curl",
  parser: "gnu",
  options: `${CURL_REQUEST}${CURL_OUTPUT}${CURL_LOGIN}${CURL_CONNECTION}${CURL_TRANSFER}`,
  operands: "url*",
};

const WGET: ProgramDescription = {
  names: "wget",
  parser: "gnu",
  options: `
    # what is written is named by the address or by others, unless one of these is given
    -O --output-document <nowhere> (first)
    --spider (first)
    -o --output-file <nowhere>
    -a --append-output <nowhere>
    -q --quiet
    -v --verbose
    -nv --no-verbose
    -d --debug
    -S --server-response
    --save-headers
    --progress <text>
    --show-progress
    -t --tries <number>
    -T --timeout <number>
    --dns-timeout --connect-timeout --read-timeout <number>
    -w --wait <number>
    --waitretry <number>
    --retry-connrefused
    --retry-on-http-error <text>
    --limit-rate <text>
    --max-redirect <number>
    --content-on-error
    -4 --inet4-only -6 --inet6-only
    --prefer-family <text>
    --bind-address <text>
    --header <text>
    --method <text>
    --post-data --body-data <text>
    --post-file --body-file <read>
    -U --user-agent <text>
    --referer <text>
    --compression <text>
    --user --password --http-user --http-password --proxy-user --proxy-password <text>
    --auth-no-challenge
    --load-cookies <read>
    --no-cookies --no-cache --no-proxy --no-netrc --no-hsts --no-config --no-dns-cache --no-http-keep-alive
    --no-check-certificate
    --ca-certificate --crl-file <read>
    --ca-directory <search>
    --secure-protocol <text>
    --https-only
    ! -i --input-file <read>
    ! -e --execute <code>
    ! --config <code>
    ! --use-askpass <code>
    ! -P --directory-prefix <write>
    ! --save-cookies <write>
    ! --hsts-file <write>
    ! --warc-file <write>
    ! --rejected-log <write>
    ! --certificate <read>
    ! --private-key <read>
    ! -b --background
    -h --help -V --version (alone)`,
  // Without -O or --spider there is a file to be written, by whatever name: never by a star.
  operands: "code url*",
};

/** Options that httpie and its port to Rust share. A file of theirs begins with an `@`, in whatever item it stands. */
const HTTPIE_SHARED = `
  -j --json
  -f --form
  --multipart
  --raw <text>
  --pretty <all|colors|format|none>
  -s --style <text>
  -p --print <text>
  -h --headers
  -b --body
  -m --meta
  -v --verbose
  -q --quiet
  -a --auth <text>
  -A --auth-type <basic|bearer|digest>
  -F --follow
  --max-redirects <number>
  --timeout <number>
  --check-status
  --offline
  -I --ignore-stdin
  --ignore-netrc
  --proxy <text>
  --verify <read>
  --default-scheme <http|https>
  ! -o --output <write>
  ! -d --download
  ! -c --continue
  ! --session <write>
  ! --session-read-only <write>
  ! --cert <read>
  ! --cert-key <read>
  --help --version (alone)`;

const HTTPIE: readonly ProgramDescription[] = [
  {
    // The method may be missing, so that each word may be the method, the address or an item.
    names: "http https",
    parser: "gnu",
    options: `
      ${HTTPIE_SHARED}
      --boundary <text>
      -x --compress
      --sorted
      --unsorted
      --format-options <text>
      --response-charset <text>
      --response-mime <text>
      --all
      -S --stream
      --max-headers <number>
      --path-as-is
      --chunked
      --ssl <text>
      --ciphers <text>
      --traceback
      --debug`,
    operands: "curlform*",
  },
  {
    names: "xh xhs",
    parser: "gnu",
    unverified: "is not packaged for Debian 12",
    options: HTTPIE_SHARED,
    operands: "curlform*",
  },
];

/** Programs that send requests of the web and print the answer. */
export const NETWORK_REQUESTS: readonly ProgramDescription[] = [CURL, WGET, ...HTTPIE];
