import type { CommandDescription, ProgramDescription } from "../description.js";

/** Words behind the dashes go to something that could load code. */
const NEVER: CommandDescription = { operands: "code*" };

const DOTNET_BUILD = `
  -c --configuration <text>
  -f --framework <text>
  -o --output <plainwrite>
  -r --runtime <text>
  -v --verbosity <q|quiet|m|minimal|n|normal|d|detailed|diag|diagnostic>
  --force
  --no-build
  --no-dependencies
  --no-incremental
  --no-logo --nologo
  --no-restore
  --no-self-contained
  --self-contained
  --tl [auto|on|off]
  --locked-mode
`;

export const DOTNET: ProgramDescription = {
  names: "dotnet",
  parser: "gnu",
  unverified: "it is not packaged for Debian 12",
  options: "-h --help --version --info --list-sdks --list-runtimes (alone)",
  globalOptions: "-? (alone)",
  commands: {
    "build restore clean publish": {
      options: DOTNET_BUILD,
      commands: { "--": NEVER },
      operands: "plainsource?",
      runs: "the build files of the project",
      writesHere: true,
    },
    test: {
      options: `
  ${DOTNET_BUILD}
  --blame
  --collect <XPlat Code Coverage|Code Coverage>
  --filter <text>
  -l --logger <trx|console|html|junit>
  --results-directory <plainwrite>
  -t --list-tests
  -s --settings <script>
  ! -a --test-adapter-path <script>
  `,
      // Behind the dashes there are settings, which may name a folder of adapters.
      commands: { "--": NEVER },
      operands: "plainsource?",
      runs: "the tests of the project",
      writesHere: true,
    },
    run: {
      parser: "posix",
      options: `${DOTNET_BUILD}\n-p --project <script>\n--launch-profile <text>\n--no-launch-profile`,
      operands: "any*",
      runs: "the program of the project",
      writesHere: true,
    },
    format: {
      options: `
  --exclude <text>
  --include <plainwrite>
  --no-restore
  --severity <info|warn|error>
  --verify-no-changes
  -v --verbosity <text>
  `,
      operands: "plainsource?",
      runs: "the build files of the project",
      writesHere: true,
    },
  },
};

export const MIX: readonly ProgramDescription[] = [
  {
    names: "mix",
    parser: "gnu",
    unverified: "it needs packages of Elixir's own registry",
    options: "-h --help -v --version (alone)",
    commands: {
      test: {
        options: `
  --all-warnings
  --color
  --no-color
  --cover
  --exclude <text>
  --failed
  --force
  --include <text>
  --max-cases <number>
  --max-failures <number>
  --no-compile
  --no-deps-check
  --only <text>
  --partitions <number>
  --raise
  --repeat-until-failure <number>
  --seed <number>
  --slowest <number>
  --stale
  --timeout <number>
  --trace
  --warnings-as-errors
  `,
        operands: "script*",
        runs: "the tests of the project",
        starts: "elixir erl",
        writesHere: true,
      },
      format: {
        options: "--check-formatted\n--dry-run\n--migrate\n--no-exit\n--dot-formatter <script>",
        operands: "write*",
        runs: "the plugins of the project",
        writesHere: true,
      },
      "compile deps.compile deps.get deps.tree deps.unlock credo dialyzer docs clean hex.outdated hex.audit xref":
        {
          options: `
  --all
  --all-warnings
  --check-unused
  --force
  --format <text>
  --only <text>
  --strict
  --unused
  --warnings-as-errors
  `,
          operands: "text*",
          runs: "mix.exs of the project",
          starts: "elixir erl git",
          writesHere: true,
        },
      "ecto.create ecto.migrate ecto.rollback ecto.setup ecto.gen.migration phx.routes": {
        options: "--quiet\n-n --step <number>\n-r --repo <text>",
        operands: "text*",
        runs: "mix.exs of the project",
        starts: "elixir erl",
        writesHere: true,
      },
    },
  },
  {
    names: "elixir",
    parser: "posix",
    unverified: "it needs packages of Elixir's own registry",
    options: `
  -h --help -v --version (alone)
  ! -e --eval --rpc-eval <code>
  ! -r -pr -pa -pz -S <code>
  ! --erl --erl-config --boot --boot-var <code>
  ! --sname --name --cookie --remsh <text>
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
    starts: "erl",
  },
];

const SWIFT_BUILD = `
  -h --help --version (alone)
  -c --configuration <debug|release>
  -j --jobs <number>
  -q --quiet
  -v --verbose
  --arch <text>
  --build-tests
  --package-path <folder>
  --product <text>
  --scratch-path --build-path <write>
  --show-bin-path
  --skip-update
  --static-swift-stdlib
  --target <text>
  ! -Xswiftc -Xcc -Xlinker -Xcxx <code>
  ! --swift-sdk --toolchain --destination --triple <code>
`;

export const SWIFT: ProgramDescription = {
  names: "swift",
  parser: "gnu",
  unverified: "it is not packaged for Debian 12",
  options: "-h --help --version (alone)",
  commands: {
    build: { options: SWIFT_BUILD, runs: "Package.swift of the project", writesHere: true },
    test: {
      options: `
  ${SWIFT_BUILD}
  --enable-code-coverage
  --filter <text>
  -l --list-tests
  --num-workers <number>
  --parallel
  --skip <text>
  --skip-build
  -s --specifier <text>
  --xunit-output <write>
  `,
      commands: { list: {} },
      runs: "the tests of the project",
      writesHere: true,
    },
    run: {
      parser: "posix",
      options: `${SWIFT_BUILD}\n--skip-build`,
      operands: "plainword? any*",
      runs: "the program of the project",
      writesHere: true,
    },
    package: {
      options: SWIFT_BUILD,
      commands: {
        "resolve update clean reset": { options: SWIFT_BUILD, writesHere: true },
        "describe dump-package show-dependencies tools-version": {
          options: "--type <text|json|mermaid>\n--format <text|dot|json|flatlist>",
        },
      },
      runs: "Package.swift of the project",
    },
  },
};
