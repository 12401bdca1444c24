import type { CommandDescription } from "../description.js";

export const TOOLCHAIN = "go compile link asm cgo vet buildid pack gcc g++ cc as ld git";

/** What go takes wherever it loads packages. */
export const LOAD_FLAGS = `
  -C <folder>
  -mod <readonly|vendor|mod>
  -modcacherw
  -modfile <script>
  -tags <text>
  -n
  -v
  -x
  ! -overlay <script>
  ! -toolexec <code>
`;

export const BUILD_FLAGS = `
  ${LOAD_FLAGS}
  -a
  -asan
  -buildmode <default|archive|c-archive|c-shared|shared|exe|pie|plugin>
  -buildvcs [true|false|auto]
  -cover
  -covermode <set|count|atomic>
  -coverpkg <text>
  # Other options of the compiler write files.
  -gcflags <-N -l|all=-N -l|-m|-m=2|-m -m|-e|-l|-N|all=-l|all=-N|-c=1>
  -installsuffix <text>
  -json
  # Options of the linker may name the program that links.
  -ldflags <goldflags>
  -linkshared
  -msan
  -p <number>
  -pgo <source>
  -race
  -trimpath
  -work
  ! -asmflags <code>
  ! -compiler <text>
  ! -gccgoflags <code>
  ! -pkgdir <write>
`;

const TEST_FLAGS = `
  ${BUILD_FLAGS}
  -artifacts
  -bench <text>
  -benchmem
  -benchtime <text>
  -blockprofile <write>
  -blockprofilerate <number>
  -c
  -count <number>
  -coverprofile <write>
  -cpu <text>
  -cpuprofile <write>
  -failfast
  -fullpath
  -fuzz <text>
  -fuzzminimizetime <text>
  -fuzztime <text>
  -i
  -list <text>
  -memprofile <write>
  -memprofilerate <number>
  -mutexprofile <write>
  -mutexprofilefraction <number>
  -o <write>
  -outputdir <write>
  -parallel <number>
  -run <text>
  -short
  -shuffle <text>
  -skip <text>
  -timeout <text>
  -trace <write>
  -vet <text>
  ! -exec <code>
`;

/** Its options may follow the packages. Behind -args all words belong to the tests. */
export const GO_TEST: CommandDescription = {
  parser: "dash",
  options: TEST_FLAGS,
  commands: {
    "-args": { parser: "words", operands: "any*", runs: "the tests of the project", starts: TOOLCHAIN },
  },
  operands: "gopackage*",
  runs: "the tests of the project",
  starts: TOOLCHAIN,
};
