import type { CommandDescription } from "../description.js";
import { BUILD, COMPILER, COMPILES, CARGO_FEATURES, PACKAGES, RUN, TEST, TESTS } from "./cargo-options.js";

const NEXTEST = `
  ${COMPILES}
  -E --filterset --filter-expr <text>
  -P <text>
  -j --test-threads <text>
  --build-jobs <text>
  --cargo-profile <text>
  --cargo-quiet
  --cargo-verbose
  --config-file <script>
  --fail-fast
  --failure-output <immediate|immediate-final|final|never>
  --final-status-level <text>
  --hide-progress-bar
  --ignore-default-filter
  --max-fail <text>
  --no-capture --nocapture
  --no-fail-fast
  --no-run
  --no-tests <pass|warn|fail|auto>
  --partition <text>
  --retries <number>
  --run-ignored <default|only|ignored-only|all>
  --show-progress <auto|none|bar|counter>
  --status-level <text>
  --stress-count <number>
  --success-output <immediate|immediate-final|final|never>
  ! --tool-config-file <script>
  ! --archive-file <script>
`;

const LLVM_COV = `
  ${TESTS}
  --branch
  --cobertura
  --codecov
  --doctests
  --fail-under-functions <number>
  --fail-under-lines <number>
  --fail-under-regions <number>
  --html
  --ignore-filename-regex <text>
  --ignore-run-fail
  --include-build-script
  --json
  --lcov
  --no-cfg-coverage
  --no-clean
  --no-report
  --output-dir <write>
  --output-path <write>
  --show-missing-lines
  --skip-functions
  --summary-only
  --text
  ! --open
`;

const COVERAGE: CommandDescription = {
  ...TEST,
  options: LLVM_COV,
  starts: `${COMPILER} llvm-cov llvm-profdata`,
};

/** Tasks of the project, and plugins. */
export const CARGO_PLUGINS: Readonly<Record<string, CommandDescription>> = {
  xtask: {
    parser: "posix",
    operands: "any*",
    runs: "the tasks of the project",
    starts: COMPILER,
  },
  // Plugins: programs of their own, called cargo-NAME.
  nextest: {
    options: "-V --version (alone)",
    commands: {
      run: { ...TEST, options: NEXTEST, operands: "any*", starts: `${COMPILER} cargo-nextest` },
      list: { ...TEST, options: `${NEXTEST}\n-T --list-type <full|binaries-only>`, operands: "testarg*" },
      "show-config": { commands: { "version test-groups": { options: NEXTEST } } },
    },
  },
  deny: {
    options: `
  ${PACKAGES}
  ${CARGO_FEATURES}
  -L --log-level <off|error|warn|info|debug|trace>
  -f --format <human|json|sarif>
  -t --target <text>
  `,
    commands: {
      check: {
        options: `
  -A --allow <text>
  -D --deny <text>
  -W --warn <text>
  -c --config <read>
  -d --disable-fetch
  -g --graph <write>
  -s --show-stats
  --audit-compatible-output
  --exclude-dev
  --feature-depth <number>
  --hide-inclusion-graph
  `,
        operands: "text*",
        starts: "cargo rustc git cargo-deny",
      },
      list: {
        options: "-c --config <read>\n-f --format <human|json|tsv>\n-l --layout <crate|license>",
        starts: "cargo rustc",
      },
      fetch: { options: "-c --config <read>", operands: "text*", starts: "git" },
    },
  },
  audit: {
    options: `
  -D --deny <warnings|unmaintained|unsound|yanked>
  -c <auto|always|never>
  -f --file <read>
  -n --no-fetch
  --ignore <text>
  --json
  --no-local-crates
  --stale
  --target-arch <text>
  --target-os <text>
  ! -d --db <write>
  ! -u --url <url>
  `,
    starts: "git cargo-audit",
  },
  "llvm-cov": {
    options: LLVM_COV,
    commands: {
      test: COVERAGE,
      nextest: { ...COVERAGE, options: `${LLVM_COV}${NEXTEST}` },
      report: { ...COVERAGE, operands: "" },
      clean: { options: "--workspace\n--profraw-only\n--manifest-path <script>" },
      "show-env": { options: "--export-prefix\n--sh" },
      run: { ...RUN, options: LLVM_COV },
    },
    operands: "testarg*",
    runs: "the tests of the project",
    starts: COVERAGE.starts ?? "",
  },
  insta: {
    options: "-V --version (alone)",
    commands: {
      test: {
        ...TEST,
        options: `
  ${TESTS}
  --accept
  --accept-unseen
  --check
  --delete-unreferenced-snapshots
  --force-pass
  --force-update-snapshots
  --test-runner <auto|cargo-test|nextest>
  --unreferenced <auto|reject|delete|warn|ignore>
  ! --review
  `,
      },
      "accept reject pending-snapshots": {
        options:
          "--all\n--as-json\n--include-ignored\n--snapshot <list>\n--workspace-root <source>\n--manifest-path <script>",
      },
    },
  },
  miri: {
    commands: {
      "test t": TEST,
      "run r": RUN,
      setup: {},
      nextest: { commands: { run: { ...TEST, options: NEXTEST } } },
    },
  },
  hack: {
    parser: "posix",
    options: `
  ${PACKAGES}
  --clean-per-run
  --depth <number>
  --each-feature
  --exclude-all-features
  --exclude-features --skip <text>
  --exclude-no-default-features
  --feature-powerset
  --group-features <text>
  --ignore-private
  --ignore-unknown-features
  --include-features <text>
  --keep-going
  --mutually-exclusive-features <text>
  --no-dev-deps
  --no-private
  --optional-deps [text]
  --partition <text>
  --print-command-list
  --rust-version
  --version-range [text]
  `,
    operands: "again",
  },
  machete: {
    options: "--fix (writes)\n--skip-target-dir\n--with-metadata",
    operands: "search*",
    starts: "cargo",
  },
  outdated: {
    options:
      "-R --root-deps-only\n-d --depth <number>\n-w --workspace\n-p --packages <text>\n--exit-code <number>\n--format <list|json>",
  },
  udeps: { ...BUILD, options: `${COMPILES}\n--backend <text>\n--output <human|json>` },
  "semver-checks": {
    ...BUILD,
    options: `
  ${COMPILES}
  --baseline-rev <text>
  --baseline-version <text>
  --default-features
  --only-explicit-features
  --release-type <major|minor|patch>
  `,
    operands: "text?",
  },
};
