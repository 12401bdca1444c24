import type { ProgramDescription } from "../description.js";
import { CARGO_COMMANDS } from "./cargo-commands.js";
import { CARGO_GLOBAL, COMPILER, LINTS, RUNS_BUILD, RUSTFMT } from "./cargo-options.js";
import { CARGO_PLUGINS } from "./cargo-plugins.js";

const NOT_INSTALLED = "not in the package registries that the tests may use";

/** Rust, cargo and its plugins. */
export const RUST: readonly ProgramDescription[] = [
  {
    names: "cargo",
    parser: "gnu",
    globalOptions: CARGO_GLOBAL,
    options: `
  -V --version (alone)
  -C <folder>
  --explain <text>
  --list
  `,
    commands: { ...CARGO_COMMANDS, ...CARGO_PLUGINS },
  },
  {
    // Macros and plugins that it is told to load run while it compiles.
    names: "rustc",
    parser: "gnu",
    options: `
  -h --help (alone)
  -V --version (alone)
  ${LINTS}
  -g
  -O
  -o <plainwrite>
  -v --verbose
  --cfg <plainword>
  --check-cfg <plainword>
  --color <auto|always|never>
  --crate-name <plainword>
  --crate-type <bin|lib|rlib|dylib|cdylib|staticlib>
  --edition <2015|2018|2021|2024>
  --emit <asm|llvm-bc|llvm-ir|metadata|mir|obj|link|dep-info>
  --error-format <human|json|short>
  --explain <plainword>
  --force-warn <plainword>
  --out-dir <plainwrite>
  --print <cfg|crate-name|file-names|host-tuple|native-static-libs|relocation-models|sysroot|target-cpus|target-features|target-libdir|target-list|code-models|tls-models|split-debuginfo>
  --target <plainsource>
  --test
  -C --codegen <opt-level=0|opt-level=1|opt-level=2|opt-level=3|opt-level=s|opt-level=z|debuginfo=0|debuginfo=1|debuginfo=2|lto|lto=thin|lto=fat|panic=abort|panic=unwind|target-cpu=native|codegen-units=1|codegen-units=16|debug-assertions|debug-assertions=on|overflow-checks=on|strip=symbols|strip=debuginfo|prefer-dynamic|instrument-coverage|force-frame-pointers=yes>
  ! -L <script>
  ! -l <text>
  ! --extern <script>
  ! --sysroot <script>
  ! -Z <code>
  `,
    operands: "plainsource",
    starts: COMPILER,
  },
  { names: "rustfmt", parser: "gnu", options: RUSTFMT, operands: "write*", starts: "rustfmt" },
  {
    names: "rustup",
    parser: "gnu",
    options: `
  -h --help (alone)
  -V --version (alone)
  -q --quiet
  -v --verbose
  `,
    commands: {
      show: {
        options: "-h --help (alone)\n-v --verbose",
        commands: { "active-toolchain": { options: "-v --verbose" }, "home profile": {} },
        operands: "",
      },
      toolchain: { commands: { list: { options: "-q --quiet\n-v --verbose" } } },
      "component target": { commands: { list: { options: "-q --quiet\n--installed\n--toolchain <text>" } } },
      which: { options: "--toolchain <text>", operands: "text" },
      check: {},
    },
    starts: "rustc cargo",
  },
  {
    names: "wasm-pack",
    parser: "gnu",
    unverified: NOT_INSTALLED,
    options: "-h --help -V --version (alone)\n-q --quiet\n-v --verbose",
    commands: {
      build: {
        options: `
  -d --out-dir <write>
  -s --scope <text>
  -t --target <bundler|nodejs|web|no-modules|deno>
  --debug
  --dev
  --no-opt
  --no-pack
  --no-typescript
  --out-name <text>
  --profiling
  --release
  --weak-refs
  `,
        operands: "source?",
        runs: RUNS_BUILD,
        starts: COMPILER,
      },
    },
  },
];
