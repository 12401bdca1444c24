/** The options of a program that run, load or write something. */
export interface TrapOptions {
  /** Short options that are traps, alone or in a cluster. */
  readonly short?: string;
  /** Short options that take a value. */
  readonly values?: string;
  /** Long options that are traps; abbreviations count unless `exact`. */
  readonly long?: readonly string[];
  readonly exact?: boolean;
  /** `-exec` is a long option. */
  readonly longWithOneDash?: boolean;
  /** Subcommands that are traps. */
  readonly commands?: readonly string[];
  /** Words that are traps wherever they stand. */
  readonly words?: RegExp;
  /** Options stand before the first other word only: `node a.js -e` hands -e to a.js. */
  readonly optionsFirst?: boolean;
  /** `--` does not end the options. */
  readonly dashesEnd?: false;
  /** The first word is a cluster without its dash: `tar xf`. */
  readonly bareCluster?: boolean;
  /** Without a file it runs what comes on standard input. */
  readonly codeOnInput?: boolean;
  /** Its n-th other word is a file that it writes. */
  readonly writesOperand?: number;
  /** Its first other word is a program, with traps of its own. */
  readonly runsItsOperand?: boolean;
}

const words = (text: string): readonly string[] => text.split(" ");

const INTERPRETER = { optionsFirst: true, codeOnInput: true } as const;
const NODE: TrapOptions = {
  ...INTERPRETER,
  short: "epri",
  values: "C",
  long: words(
    "eval print require import loader experimental-loader interactive env-file openssl-config build-snapshot " +
      "snapshot-blob diagnostic-dir test-reporter test-global-setup experimental-config-file",
  ),
  exact: true,
};
const SHELL: TrapOptions = {
  ...INTERPRETER,
  short: "csiO",
  values: "o",
  long: words("rcfile init-file command"),
  exact: true,
};
const VIM: TrapOptions = { short: "cSsuUwW", values: "t", long: words("cmd startuptime"), words: /^\+/ };
const NPM: TrapOptions = {
  short: "Cc",
  values: "w",
  long: words(
    "script-shell prefix dir cwd userconfig globalconfig node-options shell call git editor viewer browser init-module registry " +
      "shell-mode config preload eval print",
  ),
  exact: true,
  commands: words("exec x dlx explore config edit set set-script pkg create node env"),
};

/** Programs of which git, sed and awk have more to them than options. */
export const TRAP_TABLE: ReadonlyMap<string, TrapOptions> = new Map<string, TrapOptions>([
  [
    "find",
    { words: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)$/, dashesEnd: false },
  ],
  ["fd", { short: "xX", values: "EedtTjSg", long: words("exec exec-batch") }],
  ["sed", { short: "if", values: "el", long: words("in-place file") }],
  [
    "awk",
    {
      short: "fiElodpDe",
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
  ["tree", { short: "o", values: "LIPH", long: words("output fromfile") }],
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
          "libcurl hsts alt-svc etag-save upload-file engine",
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
  [
    "make",
    {
      short: "fCIE",
      values: "joWl",
      long: words("file makefile directory include-dir eval"),
      words: /^[\w.-]+\s*[:+?!]*=/,
    },
  ],
  ["ninja", { short: "fCt", values: "jkl" }],
  ["just", { short: "fdc", long: words("justfile working-directory shell shell-arg command set") }],
  ["cmake", { short: "EPC", values: "BSGDAT" }],
  ["node", NODE],
  ["tsx", { ...NODE, long: words("eval print require import tsconfig") }],
  ["ts-node", { ...NODE, long: words("eval print require compiler project transpiler cwd-mode dir") }],
  [
    "deno",
    {
      short: "ArA",
      long: words("allow-all allow-run allow-ffi preload config import-map"),
      exact: true,
      commands: words("eval repl install"),
    },
  ],
  ["bun", { ...NPM, short: "eprcC", optionsFirst: true, codeOnInput: true }],
  [
    "python",
    { ...INTERPRETER, short: "ci", values: "mWXQ", words: /^(?:timeit|pdb|code|cProfile|profile|trace)$/ },
  ],
  ["pypy", { ...INTERPRETER, short: "ci", values: "mWX" }],
  ["perl", { ...INTERPRETER, short: "eEiMmIdDxs", values: "0lFC" }],
  ["ruby", { ...INTERPRETER, short: "erIiCxS", values: "FKTWE", long: words("require"), exact: true }],
  [
    "php",
    {
      ...INTERPRETER,
      short: "rBREFdzaSct",
      long: words("run process-code process-begin process-end define server interactive php-ini"),
    },
  ],
  ["lua", { ...INTERPRETER, short: "eil" }],
  ["Rscript", { ...INTERPRETER, short: "e" }],
  ["osascript", { ...INTERPRETER, short: "eil" }],
  ["julia", { ...INTERPRETER, short: "eELip", long: words("eval print load"), exact: true }],
  ["elixir", { ...INTERPRETER, short: "er", long: words("eval require erl rpc-eval"), exact: true }],
  ["swift", { ...INTERPRETER, short: "e" }],
  ["bash", SHELL],
  ["sh", SHELL],
  ["zsh", SHELL],
  ["dash", SHELL],
  ["ksh", SHELL],
  ["mksh", SHELL],
  ["ash", SHELL],
  ["fish", { ...SHELL, short: "cCi", long: words("command init-command"), exact: false }],
  ["csh", SHELL],
  ["tcsh", SHELL],
  [
    "pwsh",
    {
      ...INTERPRETER,
      longWithOneDash: true,
      long: words("command commandwithargs encodedcommand file c ec f"),
      words: /^-(?:c|e|f)/i,
    },
  ],
  ["su", { short: "c", long: words("command session-command shell"), codeOnInput: true }],
  ["expect", { ...INTERPRETER, short: "cdDi" }],
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
  ["npm", NPM],
  ["pnpm", { ...NPM, commands: [...(NPM.commands ?? []), "env"] }],
  ["yarn", NPM],
  [
    "npx",
    {
      short: "cp",
      long: words("call shell package script-shell node-options userconfig prefix"),
      exact: true,
      optionsFirst: true,
      runsItsOperand: true,
    },
  ],
  ["bunx", { short: "p", long: words("package bun"), optionsFirst: true, runsItsOperand: true }],
  [
    "pip",
    {
      short: "ift",
      values: "rce",
      long: words(
        "index-url extra-index-url find-links trusted-host target prefix root python proxy config-settings global-option cert",
      ),
    },
  ],
  [
    "vitest",
    {
      short: "cr",
      values: "t",
      long: words("config root dir globalSetup environment outputFile"),
      exact: true,
    },
  ],
  [
    "jest",
    {
      short: "c",
      values: "tiw",
      long: words(
        "config rootDir globalSetup globalTeardown setupFiles setupFilesAfterEnv runner transform testRunner resolver outputFile reporters",
      ),
      exact: true,
    },
  ],
  [
    "mocha",
    {
      short: "r",
      values: "gfRtu",
      long: words("require config reporter file opts import loader package"),
      exact: true,
    },
  ],
  [
    "eslint",
    {
      short: "co",
      values: "f",
      long: words("config rulesdir plugin parser output-file resolve-plugins-relative-to format"),
    },
  ],
  ["prettier", { long: words("config plugin plugin-search-dir"), exact: true }],
  [
    "tsc",
    {
      short: "",
      long: words("outFile outDir declarationDir tsBuildInfoFile generateTrace generateCpuProfile"),
      exact: true,
    },
  ],
  [
    "pytest",
    {
      short: "pco",
      values: "kmnrW",
      long: words(
        "rootdir confcutdir basetemp junitxml junit-xml pdbcls override-ini log-file import-mode debug",
      ),
    },
  ],
  [
    "go",
    {
      longWithOneDash: true,
      exact: true,
      long: words("exec toolexec o overlay modfile C vettool gcflags ldflags asmflags gccgoflags compiler w"),
      commands: words("generate tool bug"),
      words: /^(?:\/|\.\.(?:\/|$)).*|@/,
    },
  ],
  [
    "cargo",
    {
      short: "ZC",
      values: "pFj",
      long: words("config manifest-path target-dir artifact-dir out-dir"),
      optionsFirst: false,
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
    { commands: words("alias extension ext config auth api codespace gist ssh-key secret"), words: /^!/ },
  ],
  [
    "gdb",
    {
      longWithOneDash: true,
      long: words("ex x iex ix eval-command command init-eval-command init-command batch-silent"),
      exact: true,
      codeOnInput: true,
    },
  ],
  [
    "lldb",
    {
      short: "oskOS",
      long: words("one-line source one-line-before-file source-before-file"),
      codeOnInput: true,
    },
  ],
  ["strace", { short: "oE", values: "eaPpsSuIXO", long: words("output env"), optionsFirst: true }],
  ["ltrace", { short: "oFl", values: "eaAnpsu", long: words("output config library"), optionsFirst: true }],
  [
    "psql",
    {
      short: "foLv",
      values: "dhpUFRPT",
      long: words("file output log-file set variable"),
      words: /\\|\bprogram\b/i,
      codeOnInput: true,
    },
  ],
  [
    "mysql",
    {
      long: words("init-command pager tee"),
      words: /\\!|\bsystem\b|\bsource\b|outfile|dumpfile/i,
      codeOnInput: true,
    },
  ],
  [
    "sqlite3",
    {
      words:
        /^\s*\.|load_extension|writefile|readfile|\bedit\s*\(|\battach\b|\bvacuum\s+into\b|^-(?:cmd|init|A|append)$/i,
      codeOnInput: true,
    },
  ],
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
