import { describe, expect, test } from "vitest";

import {
  isGoModule,
  isGoPackage,
  isHarmlessLinkerFlags,
} from "../../../src/policy/programs/checks/tool-values.js";

describe("words for go", () => {
  test.each([
    ["./...", true],
    [".", true],
    ["./cmd/app", true],
    ["./internal/...", true],
    ["all", true],
    ["github.com/a/b/...", true],
    ["main.go", true],
    ["./cmd/*.go", true],
    ["../evil", false],
    ["./a/../../evil", false],
    ["/tmp/evil", false],
    ["example.com/evil@latest", false],
    ["-exec=x", false],
  ])("package %s: %s", (text, isOne) => {
    expect(isGoPackage(text)).toBe(isOne);
  });

  test.each([
    ["example.com/a@v1.2.3", true],
    ["golang.org/x/tools@latest", true],
    ["./...", true],
    ["../x", false],
    ["/tmp/x", false],
  ])("module %s: %s", (text, isOne) => {
    expect(isGoModule(text)).toBe(isOne);
  });

  test.each([
    ["-s -w", true],
    ["-s -w -X main.version=1.2.3", true],
    [`-X "main.name=a b"`, true],
    ["-X=main.version=1", true],
    ["", true],
    ["-extld=./evil", false],
    ["-s -extldflags -fplugin=x", false],
    ["-X main.a=b -linkmode external -extld ./evil", false],
    ["-X 'main.a=b' -o /tmp/x", false],
  ])("linker flags %s: %s", (text, isHarmless) => {
    expect(isHarmlessLinkerFlags(text)).toBe(isHarmless);
  });
});
