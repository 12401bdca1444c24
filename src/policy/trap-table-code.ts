import { words, type TrapOptions } from "./trap-options.js";

const INTERPRETER = { optionsFirst: true, codeOnInput: true } as const;
const NODE: TrapOptions = {
  ...INTERPRETER,
  longFlags:
    /^(?:no-[\w-]+|test|test-only|watch|inspect(?:-brk|-wait)?|enable-source-maps|expose-gc|check|version|help|trace-(?:warnings|deprecation|uncaught|exit)|throw-deprecation|preserve-symlinks|experimental-(?:strip-types|transform-types|vm-modules|test-coverage|sqlite))$/,
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

/** Programs that run code: languages, shells, builds, tests, packages. */
export const CODE_TRAPS: readonly (readonly [program: string, options: TrapOptions])[] = [
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
    {
      ...INTERPRETER,
      short: "ci",
      values: "WXQ",
      words: /^(?:-\w*m)?(?:timeit|pdb|code|cProfile|profile|trace)$/,
    },
  ],
  ["pypy", { ...INTERPRETER, short: "ci", values: "WX" }],
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
  // Options and commands may be abbreviated (npm 11).
  ["npm", { ...NPM, exact: false, words: /^(?:c|conf?i?|exe|expl?o?r?|edi)$/ }],
  ["pnpm", { ...NPM, commands: [...(NPM.commands ?? []), "env"] }],
  ["yarn", NPM],
  [
    "npx",
    {
      short: "cp",
      long: words("call shell package script-shell node-options userconfig prefix"),
      longFlags: /^(?:yes|no|no-[\w-]+|quiet|silent|ignore-existing|offline|prefer-offline|prefer-online)$/,
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
];
