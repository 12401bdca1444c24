import type { ProgramDescription } from "../description.js";

/**
 * Programs that look at programs (binutils 2.40). They take `@file` for the words in that file, wherever it stands, and some load plugins.
 * So a value in a word of its own counts as one more file.
 */
export const C_BINARIES: readonly ProgramDescription[] = [
  {
    names: "nm gcc-nm llvm-nm",
    parser: "gnu",
    options: `
  -h --help -V --version (alone)
  -a --debug-syms
  -A -o --print-file-name
  -B
  -C
  --demangle [text]
  --no-demangle
  -D --dynamic
  -f --format [text]
  -g --extern-only
  -j --just-symbols
  -l --line-numbers
  -n --numeric-sort
  -p --no-sort
  -P --portability
  -r --reverse-sort
  -S --print-size
  -s --print-armap
  --quiet
  --size-sort
  --special-syms
  --synthetic
  -t --radix [text]
  -u --undefined-only
  -U --defined-only
  --unicode [text]
  -W --no-weak
  --with-symbol-versions
  ! --plugin <code>
  `,
    operands: "plainread*",
  },
  {
    names: "size",
    parser: "gnu",
    options: `
  -h -H --help -v -V --version (alone)
  -A
  -B
  -G
  --format [sysv|berkeley|gnu]
  -o
  -d
  -x
  --radix [number]
  -t --totals
  --common
  `,
    operands: "plainread*",
  },
  {
    names: "readelf",
    parser: "gnu",
    options: `
  -H --help -v --version (alone)
  -a --all
  -h --file-header
  -l --program-headers --segments
  -S --section-headers --sections
  -g --section-groups
  -t --section-details
  -e --headers
  -s --syms --symbols
  --dyn-syms
  --lto-syms
  --sym-base [number]
  -C
  --demangle [text]
  --no-demangle
  -n --notes
  -r --relocs
  -u --unwind
  -d --dynamic
  -V --version-info
  -A --arch-specific
  -c --archive-index
  -D --use-dynamic
  -L --lint --enable-checks
  -x --hex-dump [text]
  -p --string-dump [text]
  -R --relocated-dump [text]
  -z --decompress
  -w --debug-dump [text]
  --dwarf-depth [number]
  --dwarf-start [number]
  -I --histogram
  -W --wide
  -T --silent-truncation
  `,
    operands: "plainread*",
  },
  {
    names: "objdump gobjdump llvm-objdump arm-none-eabi-objdump",
    parser: "gnu",
    options: `
  -H --help -v --version -i --info (alone)
  -a --archive-headers
  -f --file-headers
  -p --private-headers
  -h --headers --section-headers
  -x --all-headers
  -d
  --disassemble [text]
  -D --disassemble-all
  # prints the source files that the object names
  -S --source
  -s --full-contents
  -g --debugging
  -G --stabs
  -W
  --dwarf [text]
  -t --syms
  -T --dynamic-syms
  -r --reloc
  -R --dynamic-reloc
  -j --section [text]
  -M --disassembler-options [text]
  -l --line-numbers
  -F --file-offsets
  -C
  --demangle [text]
  --no-demangle
  -w --wide
  -z --disassemble-zeroes
  --start-address [text]
  --stop-address [text]
  --no-addresses
  --prefix-addresses
  --show-raw-insn
  --no-show-raw-insn
  --insn-width [number]
  --show-all-symbols
  --inlines
  --visualize-jumps [text]
  --disassembler-color [text]
  `,
    operands: "plainread*",
  },
  {
    names: "strip llvm-strip",
    parser: "gnu",
    options: `
  -h --help -V --version --info (alone)
  -p --preserve-dates
  -D --enable-deterministic-archives
  -U --disable-deterministic-archives
  -R --remove-section [text]
  -s --strip-all
  -g -S -d --strip-debug
  --strip-dwo
  --strip-unneeded
  --only-keep-debug
  -N --strip-symbol [text]
  -K --keep-symbol [text]
  -w --wildcard
  -x --discard-all
  -X --discard-locals
  -v --verbose
  -o <plainwrite>
  `,
    operands: "plainwrite*",
  },
  {
    names: "ranlib gcc-ranlib",
    parser: "gnu",
    options: "-h -H --help -v -V --version (alone)\n-D\n-U\n-t",
    operands: "plainwrite+",
  },
  {
    names: "pkg-config pkgconf",
    parser: "gnu",
    options: `
  --help --about --version (alone)
  --atleast-pkgconfig-version <text>
  --errors-to-stdout
  --print-errors
  --short-errors
  --silence-errors
  --list-all
  --list-package-names
  --atleast-version <text>
  --exact-version <text>
  --max-version <text>
  --exists
  --uninstalled
  --no-uninstalled
  --maximum-traverse-depth <number>
  --static
  --shared
  --pure
  --env-only
  --validate
  --define-variable <text>
  --variable <text>
  --cflags
  --cflags-only-I
  --cflags-only-other
  --libs
  --libs-only-L
  --libs-only-l
  --libs-only-other
  --print-requires
  --print-requires-private
  --print-provides
  --print-variables
  --digraph
  --keep-system-cflags
  --keep-system-libs
  --path
  --modversion
  --with-path <list>
  ! --log-file <write>
  ! --personality <read>
  `,
    operands: "text*",
  },
  {
    names: "valgrind",
    parser: "posix",
    options: `
  -h --help --help-debug --version (alone)
  --tool [memcheck|cachegrind|callgrind|helgrind|drd|massif|dhat|none]
  -q --quiet
  -v --verbose
  -s
  --child-silent-after-fork [yes|no]
  --default-suppressions [yes|no]
  --demangle [yes|no]
  --error-exitcode [number]
  --error-limit [yes|no]
  --errors-for-leak-kinds [text]
  --exit-on-first-error [yes|no]
  --fullpath-after [text]
  --gen-suppressions [no|all]
  --keep-debuginfo [yes|no]
  --leak-check [no|summary|yes|full]
  --leak-resolution [low|med|high]
  --main-stacksize [number]
  --max-stackframe [number]
  --num-callers [number]
  --show-error-list [yes|no]
  --show-leak-kinds [text]
  --show-reachable [yes|no]
  --suppressions [read]
  --time-stamp [yes|no]
  --trace-children [yes|no]
  --trace-children-skip [text]
  --track-fds [yes|no|all]
  --track-origins [yes|no]
  --undef-value-errors [yes|no]
  --vgdb [no|]
  --xml [yes|no]
  --log-fd [number]
  # \`%q{HOME}\` in a name is replaced, so these are plain names.
  --log-file --xml-file [plainword]
  --callgrind-out-file --cachegrind-out-file --massif-out-file --dhat-out-file [plainword]
  ! --vgdb-prefix [write]
  ! --log-socket [text]
  ! --xml-socket [text]
  `,
    operands: "command",
    starts: "memcheck-amd64-linux",
  },
  {
    // It may run the program that it looks at.
    names: "ldd",
    parser: "gnu",
    options: `
  --help --version (alone)
  ! -d --data-relocs
  ! -r --function-relocs
  ! -u --unused
  ! -v --verbose
  `,
    operands: "code+",
  },
  {
    // Its commands run programs, and it loads .gdbinit and scripts that a program names.
    names: "gdb lldb rust-gdb rust-lldb",
    parser: "dash",
    options: `
  --help --version (alone)
  ! --ex --eval-command --iex --init-eval-command <code>
  ! --x --command --ix --init-command <script>
  ! --batch
  ! --args
  ! --p --pid <pid>
  `,
    operands: "code+",
    input: "code",
  },
];
