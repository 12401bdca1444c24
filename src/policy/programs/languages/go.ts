import type { ProgramDescription } from "../description.js";
import { BUILD_FLAGS, GO_TEST, LOAD_FLAGS, TOOLCHAIN } from "./go-flags.js";
import { GO_TOOLS } from "./go-tools.js";

/** Go and the tools around it. */
export const GO: readonly ProgramDescription[] = [
  {
    names: "go",
    parser: "go",
    commands: {
      build: {
        options: `
  ${BUILD_FLAGS}
  -o <write>
  -i
  `,
        operands: "gopackage*",
        runs: "the compiler",
        starts: TOOLCHAIN,
      },
      test: GO_TEST,
      run: {
        options: `
  ${BUILD_FLAGS}
  ! -exec <code>
  `,
        operands: "gopackage any*",
        runs: "the program of the project",
        starts: TOOLCHAIN,
      },
      vet: {
        options: `
  ${BUILD_FLAGS}
  -c <number>
  ! -vettool <code>
  `,
        operands: "gopackage*",
        starts: TOOLCHAIN,
      },
      fmt: { options: LOAD_FLAGS, operands: "gopackage*", starts: "gofmt" },
      fix: { options: `${LOAD_FLAGS}\n-diff`, operands: "gopackage*", starts: TOOLCHAIN },
      generate: {
        options: `
  ${LOAD_FLAGS}
  -run <text>
  -skip <text>
  `,
        operands: "gopackage*",
        runs: "the commands in the project's sources",
        starts: `${TOOLCHAIN} sh`,
      },
      get: {
        options: `
  ${LOAD_FLAGS}
  -d
  -t
  -u [patch|true|false]
  -tool
  ! -insecure
  `,
        operands: "gomodule*",
        starts: TOOLCHAIN,
      },
      mod: {
        commands: {
          tidy: {
            options: `
  ${LOAD_FLAGS}
  -compat <text>
  -diff
  -e
  -go <text>
  `,
            starts: TOOLCHAIN,
          },
          download: {
            options: `
  ${LOAD_FLAGS}
  -json
  -reuse <read>
  `,
            operands: "gomodule*",
            starts: TOOLCHAIN,
          },
          vendor: {
            options: `
  ${LOAD_FLAGS}
  -e
  -o <write>
  `,
            starts: TOOLCHAIN,
          },
          verify: { options: LOAD_FLAGS, starts: TOOLCHAIN },
          graph: { options: `${LOAD_FLAGS}\n-go <text>`, starts: TOOLCHAIN },
          why: { options: `${LOAD_FLAGS}\n-m\n-vendor`, operands: "text+", starts: TOOLCHAIN },
          init: { operands: "text?", starts: TOOLCHAIN },
          edit: {
            options: `
  ${LOAD_FLAGS}
  -dropexclude <text>
  -dropreplace <text>
  -droprequire <text>
  -exclude <text>
  -fmt
  -go <text>
  -json
  -module <text>
  -print
  -require <text>
  -toolchain <text>
  # It may lead out of the project.
  ! -replace <text>
  `,
            operands: "write?",
          },
        },
      },
      work: {
        commands: {
          sync: { options: LOAD_FLAGS, starts: TOOLCHAIN },
          "use init": {
            options: `${LOAD_FLAGS}\n-r`,
            operands: "source*",
            starts: TOOLCHAIN,
          },
          edit: { options: `${LOAD_FLAGS}\n-fmt\n-json\n-print`, operands: "write?" },
          vendor: { options: `${LOAD_FLAGS}\n-e\n-o <write>`, starts: TOOLCHAIN },
        },
      },
      list: {
        options: `
  ${BUILD_FLAGS}
  -compiled
  -deps
  -e
  -export
  -f <text>
  -find
  -json [text]
  -m
  -retracted
  -test
  -u
  -versions
  `,
        operands: "gomodule*",
        starts: TOOLCHAIN,
      },
      env: {
        options: `
  -C <folder>
  -changed
  -json
  ! -u
  ! -w
  `,
        operands: "text*",
        starts: "gcc cc",
      },
      version: { options: "-C <folder>\n-json\n-m\n-v", operands: "read*" },
      doc: {
        options: `
  -C <folder>
  -all
  -c
  -cmd
  -short
  -src
  -u
  ! -http
  `,
        operands: "text*",
        starts: TOOLCHAIN,
      },
      clean: {
        options: `
  ${LOAD_FLAGS}
  -cache
  -fuzzcache
  -testcache
  ! -i
  ! -modcache
  ! -r
  `,
        operands: "gopackage*",
        starts: TOOLCHAIN,
      },
      tool: {
        options: "-n",
        commands: {
          cover: {
            options: `
  -func <read>
  -o <write>
  # It opens a browser.
  ! -html <read>
  `,
            starts: "cover",
          },
          dist: { commands: { list: { options: "-json", starts: "dist" } }, starts: "dist" },
          "nm objdump addr2line": { operands: "read+", starts: "nm objdump addr2line" },
        },
      },
      help: { operands: "text*" },
    },
  },
  ...GO_TOOLS,
];
