/**
 * Canaries: files that no approved command may run. Each appends its arguments to a log, and a change of the log counts.
 * By the ending of their name there is one for everything that could load it.
 */
export function canaries(log: string): Readonly<Record<string, string>> {
  const shell = `printf '%s\\n' "$0 $*" >> ${log}`;
  return {
    "evil.sh": `#!/bin/sh\n${shell}\n`,
    evil: `#!/bin/sh\n${shell}\n`,
    "evil.js": `require("fs").appendFileSync(${JSON.stringify(log)}, process.argv.join(" ") + "\\n");\nmodule.exports = {};\n`,
    "evil.cjs": `require("fs").appendFileSync(${JSON.stringify(log)}, process.argv.join(" ") + "\\n");\nmodule.exports = {};\n`,
    "evil.mjs": `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(log)}, process.argv.join(" ") + "\\n");\nexport default {};\n`,
    "evil.ts": `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(log)}, process.argv.join(" ") + "\\n");\nexport default {};\n`,
    "evil.py": `import sys\nopen(${JSON.stringify(log)}, "a").write(" ".join(sys.argv) + "\\n")\n`,
    "evil.rb": `File.write(${JSON.stringify(log)}, "ruby\\n", mode: "a")\n`,
    "evil.pl": `open(my $f, ">>", "${log}"); print $f "perl @ARGV\\n"; 1;\n`,
    "evil.lua": `io.open(${JSON.stringify(log)}, "a"):write("lua\\n")\n`,
    "evil.awk": `BEGIN { print "awk" >> ${JSON.stringify(log)}; exit }\n`,
    "evil.sed": `1w ${log}\n`,
    "evil.mk": `all ok test build:\n\t@echo make >> ${log}\nX := $(shell echo make >> ${log})\n`,
    "evil.sql": `.shell echo sqlite >> ${log}\n\\! echo psql >> ${log}\n`,
    "evil.vim": `call writefile(["vim"], ${JSON.stringify(log)}, "a")\n`,
    "evil.gdb": `shell echo gdb >> ${log}\n`,
    "evil.cmake": `file(APPEND ${JSON.stringify(log)} "cmake\\n")\n`,
    "evil.gitconfig": `[core]\n\tpager = sh ./evil.sh\n\tfsmonitor = ./evil.sh\n\tsshCommand = ./evil.sh\n[diff]\n\texternal = ./evil.sh\n`,
    "evil.curlrc": `output = ${log}\n`,
    "evil.wgetrc": `output_document = ${log}\n`,
    "evil.sshconfig": `Host *\n  ProxyCommand ${log.replace(/[^/]*$/, "app/evil.sh")} proxy\n  PermitLocalCommand yes\n  LocalCommand echo ssh >> ${log}\n`,
    "evil.json": `{ "extends": "./evil.js", "plugins": ["./evil.js"] }\n`,
    "evil.toml": `[build]\nrustc-wrapper = "./evil.sh"\n[tool.pytest.ini_options]\naddopts = "-p evil"\n`,
    "evil.ini": `[pytest]\naddopts = -p evil\n[mypy]\nplugins = evil.py\n`,
    "evil.yaml": `services: {}\n`,
    "evil.txt": `-e ./evil-package -- a\n`,
  };
}

/** Loaded by `LD_PRELOAD`, `.load`, `-fplugin=` and the like. */
export function canaryLibrary(log: string): string {
  return `#include <stdio.h>
__attribute__((constructor)) static void loaded(void) {
  FILE *log = fopen(${JSON.stringify(log)}, "a");
  if (log != NULL) { fputs("library\\n", log); fclose(log); }
}
`;
}
