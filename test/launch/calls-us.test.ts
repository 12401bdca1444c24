import { describe, expect, test } from "vitest";

import { callsUs } from "../../src/launch/calls-us.js";

const OURS = "/opt/x/dist/cli/main.js";

function calls(script: string): boolean {
  return callsUs(
    script,
    (file) => file === OURS || file.endsWith("claude-auto-continue\\dist\\cli\\main.js"),
  );
}

describe("a script that starts us", () => {
  test.each([
    '#!/bin/sh\nexec cac "$@"',
    "#!/usr/bin/env bash\nset -e\ncac -- $@",
    '#!/bin/sh\nexec /usr/local/bin/cac "$@"',
    '#!/bin/sh\nexec "/usr/local/bin/cac" "$@"',
    '#!/bin/sh\nDEBUG=1 exec env FOO=bar nice -n 10 cac "$@"',
    '#!/bin/sh\nexec npx -y claude-auto-continue@latest "$@"',
    '#!/bin/sh\nif [ -t 0 ]; then cac "$@"; else /real/claude "$@"; fi',
    '#!/bin/sh\necho "a # b"; exec cac',
    "#!/bin/sh\nexec bash -c 'exec cac \"$@\"'",
    `#!/bin/sh\nexec node --no-warnings ${OURS} "$@"`,
    `#!/bin/sh\nexec "$NODE" "${OURS}" "$@"`,
    `#!/bin/sh\n"${OURS}" "$@"`,
    "@cac %*\r\n",
    "@ECHO off\r\ncall cac.cmd %*\r\n",
    'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\..\\claude-auto-continue\\dist\\cli\\main.js" %*',
    '#!/usr/bin/env pwsh\n& "cac" $args',
  ])("%j", (script) => {
    expect(calls(script)).toBe(true);
  });
});

describe("a script that merely names us", () => {
  test.each([
    "",
    '#!/bin/sh\n# cac starts this\nexec /real/claude "$@"',
    '#!/bin/sh\nexec /real/claude "$@" # cac\n',
    '#!/bin/sh\nexec /home/cac/bin/claude "$@"',
    '#!/bin/sh\nexec "/opt/my cac/claude" "$@"',
    '#!/bin/sh\ncd ~/src/claude-auto-continue\nexec /real/claude "$@"',
    '#!/bin/sh\necho "not; cac"\nexec /real/claude "$@"',
    "#!/bin/sh\necho 'run cac instead'\nexec /real/claude",
    '#!/bin/sh\nexport CAC_HOME=/opt/cac\nexec sudo -u cac /real/claude "$@"',
    `#!/bin/sh\ncp ${OURS} /tmp\nexec /real/claude`,
    '#!/bin/sh\nexec node "$basedir/node_modules/@anthropic-ai/claude-code/cli.js" "$@"',
    '#!/usr/bin/env node\nconst cac = require("cac");\ncac("claude").parse();',
    "@rem cac\r\n@claude.exe %*\r\n",
  ])("%j", (script) => {
    expect(calls(script)).toBe(false);
  });
});
