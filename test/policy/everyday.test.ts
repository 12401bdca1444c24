import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { judge } from "../../src/policy/judge.js";
import type { Place } from "../../src/policy/tool-call.js";
import { ADA } from "./ada.js";
import { GO } from "./everyday/go.js";
import type { EverydayGroup } from "./everyday/groups.js";
import { OPERATIONS } from "./everyday/operations.js";
import { PYTHON } from "./everyday/python.js";
import { EVERYDAY_SETS } from "./everyday/rule-sets.js";
import { RUST } from "./everyday/rust.js";
import { EVERYDAY_SCRIPTS } from "./everyday/scripts.js";
import { TYPESCRIPT } from "./everyday/typescript.js";
import { policyOf } from "./policy-of.js";

/** Ada's project as most are: its scripts are defined, and no link leads out of it. */
const PLACE: Place = {
  ...ADA,
  scripts: () => EVERYDAY_SCRIPTS,
  entries: (directory) => ADA.entries(directory)?.filter(({ kind }) => kind !== "link"),
};

const KINDS: readonly (readonly EverydayGroup[])[] = [TYPESCRIPT, PYTHON, GO, RUST, OPERATIONS];

const ROWS = KINDS.flat().flatMap(({ under, from, commands }) =>
  commands.map((command) => ({ command, under, from })),
);

/** Commands that are still asked, each with the reason why the policy cannot approve it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "git apply --check fix.patch": "a patch may write any file of the project",
  "uv pip install pydantic-core --no-index --no-deps --find-links dist --force-reinstall":
    "packages from a folder, not from the registry",
  "make -j4 -C ports/rp2 BOARD=RPI_PICO_W USER_C_MODULES=../../examples/usercmodule/micropython.cmake":
    "a variable with a path that leaves the folder",
  "make CROSS_COMPILE=arm-none-eabi- BOARD=nucleo": "CROSS_COMPILE chooses the compiler",
  "npx hereby build-src --built": "hereby: options of the project's own tasks are not described",
  "hereby runtests --tests=2dArrays": "hereby: options of the project's own tasks are not described",
  "cd packages/kit/test/apps/basics; pnpm run dev": "if the cd fails, it runs elsewhere",
  "pnpm add ./package.tgz": "a package from a file, not from the registry",
  'git ls-files | while read -r f; do wc -l "$f"; done':
    "the file names come from a variable that read fills",
  "git ls-files '*.tsx' | while IFS= read -r file; do grep -c useEffect \"$file\"; done":
    "the file names come from a variable that read fills",
  "pip install . -v -Csetup-args=-Dbuildtype=debug -Csetup-args=-Dallow-noblas=true":
    "-C hands settings to the build",
  "pytest numpy --durations=10 --timeout=600 --cov-report=html:build/coverage":
    "a report with a folder of its own",
  "pip install dist/numpy*.whl": "packages from files, not from the registry",
  "go test -v -remote TestDrive: -fast-list": "flags of the test binary",
  "go test ./... -test.update-golden": "a flag of the test binary",
  "go tool cover -html=coverage.out -o coverage.html": "-html may open a browser",
  "rustfmt --check --edition 2018 $(find . -name '*.rs' -print)":
    "a substitution without quotes: bash and zsh split it differently",
  "cargo codegen --check": "an alias of the project",
  "cargo hack test --feature-powerset --workspace": "options of cargo hack that are not described",
  "cargo hack check --feature-powerset --locked --rust-version --ignore-private --workspace --all-targets":
    "options of cargo hack that are not described",
  "cargo +nightly generate-lockfile -Z minimal-versions": "unstable options can run programs",
  "cargo tarpaulin --output-dir coverage --out lcov": "a subcommand that is not described",
  "cargo fuzz build": "a subcommand that is not described",
  "cargo insta review": "needs a terminal",
  "cargo dev print-ast resources/test/fixtures/pycodestyle/E402.py": "an alias of the project",
  "cargo dev generate-all": "an alias of the project",
  "cargo shear": "a subcommand that is not described",
  'for d in crates/*/; do (cd "$d" && cargo check); done': "a cd into a folder that is not known",
  "terraform show -json plan.tfplan | jq '.resource_changes | length'":
    "-json prints secrets of the plan in full",
  "python3 -m pip install -e .[test]": "a glob without quotes",
  "fd -e ts -x wc -l": "-x of fd runs a program for each file",
  'for f in dist/*.tgz; do sha256sum "$f" > "$f.sha256"; done':
    "a redirect to a name that a loop puts together",
};

describe("the everyday table", () => {
  it("has enough commands of each kind of work, and uses every rule set", () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(600);
    for (const groups of KINDS) {
      expect(groups.flatMap(({ commands }) => commands).length).toBeGreaterThanOrEqual(100);
    }
    expect(new Set(ROWS.map(({ under }) => under))).toEqual(new Set(Object.keys(EVERYDAY_SETS)));
  });

  it("cites a public file for at least half of the commands", () => {
    const cited = ROWS.filter(({ from }) => from !== "own");
    expect(cited.length * 2).toBeGreaterThanOrEqual(ROWS.length);
    expect(cited.filter(({ from }) => !/^[\w.-]+\/[\w.-]+ [\w./-]+$/.test(from))).toEqual([]);
  });

  it("has every command once", () => {
    const commands = ROWS.map(({ command }) => command);
    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
  });

  it.each(["bash", "zsh"])("has only commands that %s accepts", (shell) => {
    // A function per command: one process reads them all, and none of them runs.
    const script = ROWS.map(({ command }, index) => `f${index}() {\n${command}\n}\n`).join("");
    const { error, status, stderr } = checkSyntax(shell, script);
    // A machine without zsh tests the other shell only.
    if (shell === "zsh" && error !== undefined) return;
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("is approved, except for at most 3 % that are listed with their reasons", () => {
    const asked = ROWS.flatMap(({ command, under }) => {
      const { verdict, why } = judge(
        { tool: "Bash", input: { command } },
        policyOf(EVERYDAY_SETS[under]),
        PLACE,
      );
      return verdict === "allow" ? [] : [{ command, line: `${under}: ${command} => ${verdict}, ${why}` }];
    });
    // The failure prints these lines: each is a gap in the policy, or a candidate for EXCEPTIONS.
    const unlisted = asked.filter(({ command }) => EXCEPTIONS[command] === undefined);
    expect(unlisted.map(({ line }) => line)).toEqual([]);
    const commands = new Set(asked.map(({ command }) => command));
    expect(Object.keys(EXCEPTIONS).filter((command) => !commands.has(command))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(ROWS.length * 0.03);
  });
});

/** From a file, since zsh reads past a syntax error on standard input and reports success. */
function checkSyntax(
  shell: string,
  script: string,
): { error?: Error; status: number | null; stderr: string } {
  const directory = mkdtempSync(join(tmpdir(), "everyday-"));
  try {
    const file = join(directory, "commands.sh");
    writeFileSync(file, script);
    return spawnSync(shell, ["-n", file], { encoding: "utf8" });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
