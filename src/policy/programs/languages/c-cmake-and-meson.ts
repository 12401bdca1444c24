import type { CommandDescription, ProgramDescription } from "../description.js";
import { COMPILER_STARTS, C_HELP } from "./c-build-options.js";

/** What `cmake -E` does by itself. It also runs programs (env, time, chdir), which is not described. */
const CMAKE_TOOLS: Readonly<Record<string, CommandDescription>> = {
  "make_directory touch": { operands: "write+" },
  touch_nocreate: { operands: "write+" },
  "remove remove_directory rm": { options: "-f\n-r -R", operands: "write+" },
  "copy copy_directory copy_if_different copy_directory_if_different": { operands: "read+ write" },
  rename: { operands: "move write" },
  "cat md5sum sha1sum sha224sum sha256sum sha384sum sha512sum": { operands: "read+" },
  compare_files: { options: "--ignore-eol", operands: "read read" },
  "echo echo_append": { parser: "words", operands: "text*" },
  sleep: { operands: "number+" },
  "capabilities environment true false": {},
};

export const CMAKE: ProgramDescription = {
  names: "cmake cmake3",
  parser: "gnu",
  options: `
  ${C_HELP}
  -help -version (alone)
  --help-command --help-module --help-policy --help-property --help-variable --help-manual <text>
  --help-command-list --help-module-list --help-policy-list --help-property-list --help-variable-list --help-manual-list
  -S <source>
  -B <write>
  # What is set there may name a program: the compiler, a launcher, a file of code.
  -D <cmakeentry>
  -U <text>
  -G <Ninja|Ninja Multi-Config|Unix Makefiles|Xcode>
  -A <text>
  -Wdev
  -Wno-dev
  -Werror=dev
  -Wno-error=dev
  -Wdeprecated
  -Wno-deprecated
  --preset <text>
  --list-presets [text]
  --fresh
  -L
  -LA
  -LH
  -LAH
  -N
  --log-level --loglevel <ERROR|WARNING|NOTICE|STATUS|VERBOSE|DEBUG|TRACE>
  --log-context
  --debug-output
  --debug-find
  --debug-find-pkg [text]
  --debug-find-var [text]
  --debug-trycompile
  --trace
  --trace-expand
  --trace-format [human|json-v1]
  --trace-source [text]
  --trace-redirect [write]
  --graphviz [write]
  --warn-uninitialized
  --no-warn-unused-cli
  --check-system-vars
  --compile-no-warning-as-error
  --profiling-format [google-trace|]
  --profiling-output [write]
  --install-prefix <write>
  --toolchain <script>
  ! -C <script>
  ! -T <text>
  ! -P <script>
  ! --open <code>
  ! --find-package
  `,
  commands: {
    "--build": {
      options: `
  -j --parallel <number>
  -t --target <task>
  --config <text>
  --clean-first
  --preset <text>
  --list-presets
  --resolve-package-references <on|off|only>
  -v --verbose
  `,
      // What stands behind dashes is for make or ninja.
      operands: "script?",
      runs: "the build files of the project",
      starts: COMPILER_STARTS,
    },
    "--workflow": {
      options: "--preset <text>\n--list-presets\n--fresh",
      runs: "the presets of the project",
      starts: COMPILER_STARTS,
    },
    "-E": { commands: CMAKE_TOOLS },
    "--system-information": { operands: "write?", starts: COMPILER_STARTS },
    "--install": { operands: "code+" },
  },
  // A folder; what begins with a dash would be an option to cmake, even behind dashes.
  operands: "plainsource?",
  runs: "CMakeLists.txt of the project",
  starts: `${COMPILER_STARTS} make gmake ninja git uname`,
};

export const CTEST: ProgramDescription = {
  names: "ctest ctest3",
  parser: "gnu",
  options: `
  ${C_HELP}
  --preset <text>
  --list-presets
  -C --build-config <text>
  --progress
  -V --verbose
  -VV --extra-verbose
  --debug
  --output-on-failure
  --stop-on-failure
  --test-output-size-passed <number>
  --test-output-size-failed <number>
  --test-output-truncation <tail|middle|head>
  -F
  -j --parallel <number>
  -Q --quiet
  -O --output-log <write>
  --output-junit <write>
  -N --show-only [human|json-v1]
  -L --label-regex <text>
  -R --tests-regex <text>
  -E --exclude-regex <text>
  -LE --label-exclude <text>
  -FA --fixture-exclude-any <text>
  -FS --fixture-exclude-setup <text>
  -FC --fixture-exclude-cleanup <text>
  -U --union
  --rerun-failed
  --repeat <text>
  --repeat-until-fail <number>
  --max-width <number>
  --no-label-summary
  --no-subproject-summary
  --print-labels
  --schedule-random
  --test-dir <script>
  --test-load <number>
  --timeout <number>
  --stop-time <text>
  --no-tests [error|ignore]
  # Scripts, dashboards that are sent elsewhere, commands of any kind.
  ! -S --script <script>
  ! -SP --script-new-process <script>
  ! -D --dashboard <code>
  ! -M --test-model <code>
  ! -T --test-action <code>
  ! -A --add-notes <read>
  ! --build-and-test <code>
  ! --resource-spec-file <read>
  `,
  runs: "the tests of the project",
  starts: COMPILER_STARTS,
};

const MESON_SETUP = `
  --auto-features <enabled|disabled|auto>
  --backend <ninja|>
  --buildtype <plain|debug|debugoptimized|release|minsize|custom>
  --debug
  --default-library <shared|static|both>
  --errorlogs
  --layout <mirror|flat>
  --optimization <plain|0|g|1|2|3|s>
  --prefer-static
  --strip
  --unity <on|off|subprojects>
  --unity-size <number>
  --warnlevel <0|1|2|3|everything>
  --werror
  --wrap-mode <default|nofallback|nodownload|forcefallback|nopromote>
  --fatal-meson-warnings
  --reconfigure
  --wipe
  --clearcache
  -D <cmakeentry>
  # These name the compilers.
  --native-file <script>
  --cross-file <script>
  --prefix <text>
`;

export const MESON: ProgramDescription = {
  names: "meson",
  parser: "gnu",
  options: "-v --version (alone)",
  globalOptions: "-h --help (alone)",
  commands: {
    setup: {
      options: MESON_SETUP,
      // The folder of the build and that of the project, in either order.
      operands: "script? script?",
      runs: "meson.build of the project",
      starts: `${COMPILER_STARTS} ninja pkg-config cmake git python3`,
    },
    configure: { options: MESON_SETUP, operands: "script?" },
    compile: {
      options: `
  --clean
  -C <folder>
  -j --jobs <number>
  -l --load-average <number>
  -v --verbose
  ! --ninja-args <code>
  `,
      operands: "task*",
      runs: "the build files of the project",
      starts: `${COMPILER_STARTS} ninja python3`,
    },
    test: {
      options: `
  --maxfail <number>
  --repeat <number>
  --no-rebuild
  --list
  -C <folder>
  --suite <text>
  --no-suite <text>
  --no-stdsplit
  --print-errorlogs
  --benchmark
  -j --num-processes <number>
  -v --verbose
  -q --quiet
  -t --timeout-multiplier <number>
  --setup <text>
  --test-args <text>
  ! --logbase <text>
  ! --gdb
  ! --gdb-path <code>
  ! --wrapper <code>
  `,
      operands: "text*",
      runs: "the tests of the project",
      starts: `${COMPILER_STARTS} ninja python3`,
    },
    introspect: {
      options: `
  --all -a
  --ast
  --benchmarks
  --buildoptions
  --buildsystem-files
  --compilers
  --dependencies
  --scan-dependencies
  --installed
  --install-plan
  --machines
  --projectinfo
  --targets
  --tests
  -f --force-object-output
  -i --indent
  `,
      operands: "script?",
    },
  },
};
