import { describe, expect, it } from "vitest";
import { knowsItself } from "../../../src/persona/session/drift.js";

const REVIEWER = {
  name: "security-reviewer",
  identity: "# Security Reviewer\n\nYou are Grace, the project's security reviewer. You are thorough.",
};

describe("still knows who it is", () => {
  it.each([
    "I am the security reviewer of this project.",
    "I'm your Security-Reviewer.",
    "**Security Reviewer**",
    "Grace.",
    "I'm Grace, and I am not Claude Code.",
    "Not a developer: the security reviewer.",
    "I am Claude, acting as the security reviewer here.",
  ])("%s", (answer) => {
    expect(knowsItself(answer, REVIEWER)).toBe(true);
  });

  it("by the folder's name where CLAUDE.md names nothing", () => {
    expect(knowsItself("the tester", { name: "tester", identity: "Break things." })).toBe(true);
  });

  it("by what it is told that it is", () => {
    const persona = { name: "em", identity: "You are an engineering manager with ten years of practice." };
    expect(knowsItself("I'm the engineering manager.", persona)).toBe(true);
  });
});

describe("has forgotten", () => {
  it.each([
    "I'm Claude Code, Anthropic's CLI for Claude.",
    "I am an AI assistant.",
    "I am not the security reviewer.",
    "I'm no longer a security reviewer, and I was never really Grace.",
    "I don't do security, and a reviewer reads code.",
    "",
  ])("%s", (answer) => {
    expect(knowsItself(answer, REVIEWER)).toBe(false);
  });

  it("although CLAUDE.md calls it what every session is", () => {
    const persona = { name: "architect", identity: "# Claude\n\nYou are Claude. You are an AI assistant." };
    expect(knowsItself("I am Claude, an AI assistant.", persona)).toBe(false);
  });
});
