import type { CommandDescription } from "../description.js";
import {
  BUILD,
  COMPILER,
  COMPILES,
  CARGO_FEATURES,
  LINTS,
  PACKAGES,
  RUN,
  RUNS_BUILD,
  RUSTFMT,
  TEST,
} from "./cargo-options.js";

const FIXES = `
  --allow-dirty
  --allow-no-vcs
  --allow-staged
  --broken-code
  --edition
  --edition-idioms
`;

/** What stands behind `--` goes to the compiler: only lints are harmless there. */
const CLIPPY: CommandDescription = {
  options: `
  ${COMPILES}
  ${FIXES}
  -V --version (alone)
  --explain <text>
  --fix
  --no-deps
  `,
  commands: { "--": { options: LINTS, runs: RUNS_BUILD, starts: COMPILER } },
  operands: "",
  runs: RUNS_BUILD,
  starts: COMPILER,
};

const READS: CommandDescription = {
  options: `
  ${PACKAGES}
  ${CARGO_FEATURES}
  --target <source>
  `,
  operands: "text*",
  starts: "rustc git",
};

const PUBLISH = `
  ${PACKAGES}
  ${CARGO_FEATURES}
  -j --jobs <text>
  --allow-dirty
  --keep-going
  --no-metadata
  --no-verify
  --target <source>
  --target-dir <write>
  ! --index <url>
  ! --registry <text>
  ! --token <text>
`;

const NEW: CommandDescription = {
  options: `
  --bin
  --edition <2015|2018|2021|2024>
  --lib
  --name <text>
  --vcs <git|hg|pijul|fossil|none>
  ! --registry <text>
  `,
  operands: "write?",
  starts: "git",
};

/** `+1.80`, `+nightly`: which compiler; another name may be a folder of somebody. */
const TOOLCHAINS = [
  "+stable",
  "+beta",
  "+nightly",
  ...Array.from({ length: 60 }, (_, index) => `+1.${String(50 + index)} +1.${String(50 + index)}.0`),
].join(" ");

/** What cargo brings itself. */
export const CARGO_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  [TOOLCHAINS]: { operands: "again" },
  "build b check c": BUILD,
  "test t": TEST,
  bench: TEST,
  "run r": RUN,
  clippy: CLIPPY,
  fix: { ...BUILD, options: `${COMPILES}${FIXES}` },
  "doc d": {
    ...BUILD,
    options: `
  ${COMPILES}
  --document-private-items
  --no-deps
  ! --open
  `,
  },
  fmt: {
    options: `
  -V --version (alone)
  -p --package <text>
  --all
  --check
  --manifest-path <script>
  --message-format <human|short|json>
  `,
    commands: { "--": { options: RUSTFMT, operands: "write*", starts: COMPILER } },
    operands: "",
    starts: COMPILER,
  },
  add: {
    options: `
  ${PACKAGES}
  ${CARGO_FEATURES}
  -n --dry-run
  --build
  --default-features
  --dev
  --no-optional
  --no-public
  --optional
  --path <source>
  --public
  --rename <text>
  --target <text>
  ! --base <text>
  ! --git <url>
  ! --branch <text>
  ! --registry <text>
  ! --rev <text>
  ! --tag <text>
  `,
    operands: "package*",
    starts: "git",
  },
  "remove rm": {
    options: `
  ${PACKAGES}
  -n --dry-run
  --build
  --dev
  --target <text>
  `,
    operands: "package+",
  },
  update: {
    options: `
  ${PACKAGES}
  -n --dry-run
  -w
  --aggressive
  --breaking -b
  --precise <text>
  --recursive
  `,
    operands: "text*",
    starts: "git",
  },
  "fetch generate-lockfile": {
    options: `${PACKAGES}\n--target <source>`,
    starts: "git rustc",
  },
  vendor: {
    options: `
  ${PACKAGES}
  -s --sync <source>
  --no-delete
  --respect-source-config
  --versioned-dirs
  `,
    operands: "write?",
    starts: "git",
  },
  clean: {
    options: `
  ${PACKAGES}
  -n --dry-run
  -r --release
  --doc
  --profile <text>
  --target <source>
  --target-dir <write>
  `,
    starts: "rustc",
  },
  tree: {
    ...READS,
    options: `
  ${READS.options}
  -d --duplicates
  -e --edges <text>
  -f --format <text>
  -i --invert <text>
  --charset <utf8|ascii>
  --depth <text>
  --no-dedupe
  --prefix <depth|indent|none>
  --prune <text>
  `,
  },
  metadata: {
    ...READS,
    options: `
  ${READS.options}
  --filter-platform <text>
  --format-version <1|>
  --no-deps
  `,
  },
  "pkgid read-manifest verify-project": READS,
  "locate-project": { ...READS, options: `${READS.options}\n--message-format <json|plain>` },
  search: { options: "--limit <number>\n! --index <url>\n! --registry <text>", operands: "text*" },
  info: { options: "! --index <url>\n! --registry <text>", operands: "text" },
  package: {
    options: `
  ${PUBLISH}
  -l --list
  --exclude-lockfile
  --message-format <human|json>
  `,
    runs: RUNS_BUILD,
    starts: COMPILER,
  },
  publish: {
    options: PUBLISH,
    commands: {
      "--dry-run -n": { options: PUBLISH, runs: RUNS_BUILD, starts: COMPILER },
    },
  },
  init: NEW,
  new: { ...NEW, operands: "write" },
  version: {},
  help: { operands: "text?" },
};
