import type { CommandDescription } from "../description.js";

export const COMPILER =
  "cargo rustc rustdoc rustfmt clippy-driver cargo-clippy cargo-fmt cc gcc ld git build-script-build";

export const RUNS_BUILD = "the build scripts and macros of the project and its packages";

/** Options of every command of cargo. A setting may name the program that compiles, links or runs. */
export const CARGO_GLOBAL = `
  -h --help (alone)
  -q --quiet
  -v --verbose
  --color <auto|always|never>
  --frozen
  --locked
  --offline
  ! --config <code>
  ! -Z <code>
`;

export const PACKAGES = `
  -p --package <text>
  --all
  --exclude <text>
  --workspace
  --manifest-path <script>
  --ignore-rust-version
`;

export const CARGO_FEATURES = `
  -F --features <text>
  --all-features
  --no-default-features
`;

/** A target may be a file of settings, which may name a linker. */
export const COMPILES = `
  ${PACKAGES}
  ${CARGO_FEATURES}
  -j --jobs <text>
  -r --release
  --all-targets
  --bench <text>
  --benches
  --bin <text>
  --bins
  --example <text>
  --examples
  --future-incompat-report
  --keep-going
  --lib
  --message-format <human|short|json|json-diagnostic-short|json-diagnostic-rendered-ansi|json-render-diagnostics>
  --profile <text>
  --target <source>
  --target-dir <write>
  --artifact-dir --out-dir <write>
  --test <text>
  --tests
  --timings [html|json]
  --unit-graph
`;

export const TESTS = `
  ${COMPILES}
  --doc
  --no-fail-fast
  --no-run
`;

/** The compiler takes `@file` for the words in that file, wherever it stands: no value may begin so. */
export const LINTS = `
  -A --allow <plainword>
  -D --deny <plainword>
  -F --forbid <plainword>
  -W --warn <plainword>
  --cap-lints <allow|warn|deny|forbid>
`;

export const RUSTFMT = `
  -h --help (alone)
  -V --version (alone)
  -l --files-with-diff
  -q --quiet
  -v --verbose
  --backup
  --check
  --color <always|never|auto>
  --config <text>
  --config-path <source>
  --edition <2015|2018|2021|2024>
  --emit <files|stdout|checkstyle|json>
  --error-on-unformatted
  --file-lines <text>
  --skip-children
  --style-edition <2015|2018|2021|2024>
  --unstable-features
  ! --print-config <text> <write>
`;

export const BUILD: CommandDescription = { options: COMPILES, runs: RUNS_BUILD, starts: COMPILER };

export const TEST: CommandDescription = {
  options: TESTS,
  operands: "testarg*",
  runs: "the tests of the project",
  starts: COMPILER,
};

export const RUN: CommandDescription = {
  parser: "posix",
  options: COMPILES,
  operands: "any*",
  runs: "the program of the project",
  starts: COMPILER,
};
