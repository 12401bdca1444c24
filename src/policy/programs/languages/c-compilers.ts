import type { ProgramDescription } from "../description.js";

/** Each is also taken as `-fno-NAME`. None of them reads, writes or loads a file, with or without a value. */
const FEATURES = (
  "PIC PIE pic pie access-control asynchronous-unwind-tables builtin char8_t color-diagnostics common concepts coroutines data-sections " +
  "delete-null-pointer-checks devirtualize diagnostics-show-option elide-constructors exceptions fast-math finite-math-only " +
  "freestanding function-sections gnu-unique hosted inline inline-functions jump-tables leading-underscore lto math-errno " +
  "merge-all-constants omit-frame-pointer openmp openmp-simd optimize-sibling-calls permissive plt rtti semantic-interposition " +
  "short-enums signed-char signed-zeros sized-deallocation stack-check stack-clash-protection stack-protector stack-protector-all " +
  "stack-protector-strong strict-aliasing strict-overflow syntax-only threadsafe-statics trapping-math trapv tree-vectorize " +
  "unroll-loops unsafe-math-optimizations unsigned-char unwind-tables use-cxa-atexit visibility-inlines-hidden wrapv zero-initialized-in-bss"
)
  .split(" ")
  .map((name) => `-f${name}\n-fno-${name}`)
  .join("\n");

/**
 * A value that stands in a word of its own is not described as such: the compiler takes `@file` for the words in that file, wherever it stands.
 * So it counts as one more file of the project.
 */
const COMPILER = `
  --help --version -dumpversion -dumpfullversion -dumpmachine -print-search-dirs -print-sysroot -print-multiarch -print-libgcc-file-name (alone)
  --print-search-dirs --print-sysroot --print-multiarch (alone)
  -print-file-name -print-prog-name [text]
  -v
  -###
  -c
  -S
  -E
  -P
  -C
  -H
  -o <plainwrite>
  -x [c|c++|c-header|c++-header|objective-c|objective-c++|assembler|assembler-with-cpp|none]
  -std --std [plainword]
  -ansi
  -pedantic
  -pedantic-errors
  -w
  # -Wl, -Wa and -Wp, hand their words on to the linker, which loads plugins.
  -W [plainword]
  -Werror -Wno-error -Wformat -Wimplicit-fallthrough -Wstrict-overflow -Warray-bounds -Wshadow [plainword]
  -Wframe-larger-than -Wstack-usage [number]
  -O [0|1|2|3|s|g|z|fast]
  -g [0|1|2|3|gdb|gdb0|gdb1|gdb2|gdb3|line-tables-only|dwarf|dwarf-2|dwarf-3|dwarf-4|dwarf-5|split-dwarf]
  -D [text]
  -U [text]
  -I [list]
  -L [list]
  -l [plainword]
  -iquote <plainread>
  -isystem <plainread>
  -idirafter <plainread>
  -include <plainread>
  -M
  -MM
  -MD
  -MMD
  -MP
  -MG
  -MF <plainwrite>
  -MT <plainread>
  -MQ <plainread>
  -m32
  -m64
  -march [text]
  -mcpu [text]
  -mtune [text]
  -mfpu [text]
  -mfloat-abi [text]
  -mthumb
  -mavx
  -mavx2
  -msse2
  -msse4.2
  -nostdinc
  -nostdinc++
  -nostdlib
  -nodefaultlibs
  -nostartfiles
  -no-pie
  -pie
  -pipe
  -pthread
  -rdynamic
  -r
  -s
  -shared
  -static
  -static-libgcc
  -static-libstdc++
  -static-pie
  -pg
  -coverage --coverage
  -save-temps
  -ftime-report
  -fanalyzer
  ${FEATURES}
  -fcf-protection [full|branch|return|none|check]
  -fdiagnostics-color [always|never|auto]
  -fdiagnostics-format [text|sarif-stderr|json|json-stderr]
  -ferror-limit [number]
  -ffp-contract [off|on|fast]
  -flto [auto|thin|full|jobserver]
  -fmax-errors [number]
  -fsanitize [text]
  -fno-sanitize-recover [text]
  -fsanitize-recover [text]
  -fstrict-flex-arrays [number]
  -ftemplate-depth [number]
  -ftrivial-auto-var-init [uninitialized|pattern|zero]
  -fvisibility [default|hidden|internal|protected]
  -fuse-ld [bfd|gold|lld|mold]
  -stdlib [libc++|libstdc++]
  ! -working-directory --working-directory [code]
  ! -B [code]
  ! -specs --specs [code]
  ! -wrapper <code>
  ! -fplugin [code]
  ! -fplugin-arg [code]
  ! -fpass-plugin [code]
  ! -fmodule-mapper [code]
  ! -Xlinker -Xassembler -Xpreprocessor -Xclang <code>
  ! -T [code]
  ! --config [code]
  ! --sysroot [code]
`;

export const C_COMPILERS: readonly ProgramDescription[] = [
  {
    names:
      "gcc g++ cc c++ clang clang++ gcc-10 gcc-11 gcc-12 gcc-13 gcc-14 g++-10 g++-11 g++-12 g++-13 g++-14 clang-14 clang-15 clang-16 clang-17 clang-18 clang++-14 clang++-15 clang++-16 clang++-17 clang++-18 arm-none-eabi-gcc arm-none-eabi-g++ aarch64-linux-gnu-gcc aarch64-linux-gnu-g++",
    parser: "gnu",
    options: COMPILER,
    operands: "plainsource*",
    starts: "cc1 cc1plus as ld ld.bfd ld.gold ld.lld mold collect2 lto-wrapper lto1 clang clang++",
  },
  {
    names: "clang-format",
    parser: "dash",
    options: `
  -help --help --help-list --version (alone)
  --Werror
  --Wno-error [text]
  --assume-filename [text]
  --cursor [number]
  -n --dry-run
  --dump-config
  --fallback-style [text]
  --ferror-limit [number]
  -i (writes)
  --length [number]
  --lines [text]
  --offset [number]
  --output-replacements-xml
  --qualifier-alignment [text]
  --sort-includes
  --style [text]
  --verbose
  ! --files [read]
  `,
    operands: "plainread*",
  },
  {
    names: "clang-tidy",
    parser: "dash",
    options: `
  -help --help --help-list --version (alone)
  --checks [text]
  --dump-config
  --enable-check-profile
  --explain-config
  --export-fixes [write]
  --format-style [text]
  --header-filter [text]
  --line-filter [text]
  --list-checks
  -p [source]
  --quiet
  --system-headers
  --use-color
  --warnings-as-errors [text]
  --config-file [read]
  ! --config [text]
  ! --fix (writes)
  ! --fix-errors (writes)
  ! --fix-notes (writes)
  ! --extra-arg [code]
  ! --extra-arg-before [code]
  ! --load [code]
  ! --store-check-profile [write]
  ! --vfsoverlay [read]
  `,
    // Behind dashes there are options of the compiler.
    operands: "cflag*",
  },
  {
    names: "cppcheck",
    parser: "gnu",
    options: `
  -h --help --version --errorlist --doc (alone)
  --check-config
  --check-library
  --cppcheck-build-dir [write]
  --disable [text]
  -D [text]
  -U [text]
  -E
  --enable [text]
  --error-exitcode [number]
  --exitcode-suppressions [read]
  --file-filter [text]
  --file-list [source]
  -f --force
  -I [list]
  --include [read]
  --includes-file [source]
  -i [list]
  --inconclusive
  --inline-suppr
  -j [number]
  -l [number]
  --language [c|c++]
  --library [text]
  --max-configs [number]
  --max-ctu-depth [number]
  --output-file [write]
  --plist-output [write]
  --project-configuration [text]
  -q --quiet
  --report-progress
  --std [text]
  --suppress [text]
  --suppressions-list [read]
  --suppress-xml [read]
  --template [text]
  --template-location [text]
  -v --verbose
  --xml
  --xml-version [number]
  # An addon is a script of Python, and a project may name one.
  ! --addon [code]
  ! --addon-python [code]
  ! --clang [code]
  ! --dump
  ! --project [script]
  ! --platform [read]
  ! --rule [text]
  ! --rule-file [read]
  `,
    operands: "search*",
  },
];
