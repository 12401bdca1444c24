import { words, type TrapOptions } from "./trap-options.js";
import { CODE_TRAPS } from "./trap-table-code.js";

const VIM: TrapOptions = { short: "cSsuUwW", values: "t", long: words("cmd startuptime"), words: /^\+/ };

/** By program. Of git, sed and awk there is more to look at than options. */
export const TRAP_TABLE: ReadonlyMap<string, TrapOptions> = new Map<string, TrapOptions>([
  ...CODE_TRAPS,
  [
    "find",
    { words: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)$/, dashesEnd: false },
  ],
  ["fd", { short: "xX", values: "EedtTjSg", long: words("exec exec-batch") }],
  ["sed", { short: "ifIl", values: "e", long: words("in-place file line-length") }],
  [
    "awk",
    {
      short: "fiElodpDeW",
      values: "Fv",
      long: words("file include exec load source dump-variables profile pretty-print debug extension"),
      optionsFirst: true,
    },
  ],
  ["sort", { short: "o", values: "ktST", long: words("output compress-program files0-from") }],
  ["rg", { short: "z", values: "ABCefgjmMrtTEd", long: words("pre hostname-bin search-zip"), exact: true }],
  ["ag", { values: "ABCGgmp", long: words("pager search-zip") }],
  ["ack", { long: words("pager output ackrc noenv") }],
  ["bat", { long: words("pager config-file") }],
  ["tree", { short: "oR", values: "LIPH", long: words("output fromfile") }],
  ["date", { short: "s", values: "dfIr", long: words("set") }],
  ["uniq", { values: "fsw", writesOperand: 2 }],
  ["xxd", { values: "cglos", writesOperand: 2 }],
  ["file", { short: "C", values: "mFfeP", long: words("compile") }],
  [
    "tar",
    {
      short: "IFCP",
      values: "fbgTXVKNLH",
      bareCluster: true,
      long: words(
        "to-command checkpoint-action use-compress-program info-script new-volume-script rsh-command rmt-command directory absolute-names",
      ),
    },
  ],
  ["zip", { short: "T", long: words("unzip-command TT"), longWithOneDash: false }],
  [
    "rsync",
    {
      short: "eM",
      values: "fBT",
      long: words("rsh rsync-path daemon config write-batch log-file remote-option partial-dir temp-dir"),
    },
  ],
  ["ssh", { short: "oFSIEJw", values: "bcDeilLmOpQRW", optionsFirst: true, codeOnInput: true }],
  ["scp", { short: "oSFD", values: "ciJlPX" }],
  ["sftp", { short: "oSFDb", values: "BciJlPRsX", codeOnInput: true }],
  [
    "curl",
    {
      short: "oOKJcDT",
      values: "AbCdeEFHhmPQrtuUwxXyYz",
      long: words(
        "output remote-name remote-name-all remote-header-name output-dir config cookie-jar dump-header trace trace-ascii stderr " +
          "libcurl hsts alt-svc etag-save upload-file engine unix-socket abstract-unix-socket",
      ),
      words: /%output|^@/,
      dashesEnd: false,
    },
  ],
  [
    "wget",
    {
      short: "OoaPei",
      values: "tTUQwlARDIX",
      long: words(
        "output-document output-file append-output directory-prefix use-askpass execute config save-cookies warc-file rejected-log " +
          "post-file body-file input-file",
      ),
    },
  ],
  ["man", { short: "PHCl", values: "mMSsLpErR", long: words("pager html config-file local-file browser") }],
  [
    "less",
    {
      short: "oOkT",
      words: /^\+/,
      long: words("log-file lesskey-file lesskey-src lesskey-content tag-file"),
    },
  ],
  ["more", { words: /^\+/ }],
  ["vim", VIM],
  ["vi", VIM],
  ["nvim", { ...VIM, long: words("cmd startuptime headless") }],
  ["view", VIM],
  ["ex", { ...VIM, codeOnInput: true }],
  ["ed", { codeOnInput: true }],
  [
    "emacs",
    { short: "flLu", long: words("eval load funcall script batch execute insert directory"), words: /^\+/ },
  ],
  ["busybox", { words: /^\w/ }],
  ["toybox", { words: /^\w/ }],
  ["tmux", { words: /^(?!ls$|list-|capture|display|has|show|info)\w/, short: "f" }],
  ["screen", { words: /^(?!-ls$|-list$|-v$)./ }],
  ["script", { short: "c", long: words("command") }],
  ["crontab", { words: /^(?!-l$|-u$)./, codeOnInput: true }],
  ["at", { codeOnInput: true, short: "f" }],
  ["batch", { codeOnInput: true }],
  [
    "systemctl",
    {
      commands: words("edit link enable set-environment import-environment"),
      short: "H",
      long: words("host root"),
    },
  ],
  [
    "docker",
    {
      short: "vH",
      values: "ewpulnf",
      long: words(
        "volume volumes-from mount privileged pid device cap-add security-opt userns ipc uts host context config cgroupns add-host env-file",
      ),
      exact: true,
      commands: words("cp plugin swarm"),
    },
  ],
  [
    "podman",
    {
      short: "v",
      values: "ewpulnf",
      long: words("volume volumes-from mount privileged pid device cap-add security-opt userns ipc uts root"),
      exact: true,
      commands: words("cp"),
    },
  ],
  [
    "kubectl",
    {
      commands: words("exec cp edit plugin proxy port-forward debug"),
      long: words("kubeconfig server token as"),
      exact: true,
    },
  ],
  [
    "gh",
    {
      commands: words("alias extension ext config auth api codespace gist ssh-key secret"),
      words: /^(?:!|--$)/,
      dashesEnd: false,
    },
  ],
  ["strace", { short: "oE", values: "eaPpsSuIXO", long: words("output env"), optionsFirst: true }],
  ["ltrace", { short: "oFl", values: "eaAnpsu", long: words("output config library"), optionsFirst: true }],
  [
    "openssl",
    {
      longWithOneDash: true,
      long: words("out keyout engine provider provider-path config writerand"),
      exact: true,
    },
  ],
  ["socat", { words: /exec|system|shell|create|open/i }],
  ["nc", { short: "ec", values: "pswxXi" }],
  ["ncat", { short: "ecol", long: words("exec sh-exec lua-exec output hex-dump") }],
  ["xmllint", { longWithOneDash: true, long: words("output o shell"), exact: true }],
  ["yq", { short: "is", long: words("inplace in-place split-exp from-file") }],
  ["iconv", { short: "o", values: "ft", long: words("output") }],
  ["base64", { short: "o", values: "iwbD", long: words("output") }],
]);
