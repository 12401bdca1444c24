import { existsSync, readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHookInput } from "../../../src/claude/hooks/hook-input.js";
import type { HookEvent } from "../../../src/claude/hooks/hook-input.js";

const common = {
  session_id: "8cbfd1bd-07b7-4b6b-ad53-2ec38d3de0d4",
  transcript_path: "/home/dev/.claude/projects/-home-dev-proj/8cbfd1bd.jsonl",
  cwd: "/home/dev/proj",
};
const origin = {
  sessionId: common.session_id,
  transcriptPath: common.transcript_path,
  cwd: common.cwd,
  permissionMode: undefined,
  agentId: undefined,
};

describe("readHookInput", () => {
  it.each<[object, HookEvent]>([
    [
      { ...common, hook_event_name: "SessionStart", source: "startup" },
      { ...origin, type: "sessionStarted", source: "startup" },
    ],
    [
      { ...common, hook_event_name: "UserPromptSubmit", permission_mode: "default", prompt: "go on" },
      { ...origin, permissionMode: "default", type: "promptSubmitted", prompt: "go on" },
    ],
    [
      { ...common, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." },
      { ...origin, type: "turnStopped", message: "Done." },
    ],
    [
      { ...common, hook_event_name: "Stop", stop_hook_active: false },
      { ...origin, type: "turnStopped", message: undefined },
    ],
    [
      {
        ...common,
        hook_event_name: "StopFailure",
        error: "rate_limit",
        last_assistant_message: "You've hit your session limit · resets 3:44pm (America/New_York)",
      },
      {
        ...origin,
        type: "turnFailed",
        error: "rate_limit",
        details: undefined,
        message: "You've hit your session limit · resets 3:44pm (America/New_York)",
      },
    ],
    [
      {
        ...common,
        hook_event_name: "Notification",
        message: "Claude needs your permission to use Bash",
        notification_type: "permission_prompt",
      },
      {
        ...origin,
        type: "notified",
        kind: "permission_prompt",
        message: "Claude needs your permission to use Bash",
      },
    ],
    [
      { ...common, hook_event_name: "Notification", message: "Claude is waiting for your input" },
      { ...origin, type: "notified", kind: undefined, message: "Claude is waiting for your input" },
    ],
    [
      {
        ...common,
        hook_event_name: "PermissionRequest",
        permission_mode: "default",
        tool_name: "Bash",
        tool_input: { command: "npm test", description: "Run the tests" },
        permission_suggestions: [{ type: "addRules", behavior: "allow" }],
      },
      {
        ...origin,
        permissionMode: "default",
        type: "permissionRequested",
        toolName: "Bash",
        toolInput: { command: "npm test", description: "Run the tests" },
        suggestions: [{ type: "addRules", behavior: "allow" }],
      },
    ],
    [
      { ...common, hook_event_name: "SessionEnd", reason: "prompt_input_exit" },
      { ...origin, type: "sessionEnded", reason: "prompt_input_exit" },
    ],
    [
      { ...common, hook_event_name: "SubagentStop", agent_id: "a1" },
      { ...origin, agentId: "a1", type: "other", name: "SubagentStop" },
    ],
    [
      { session_id: "s", hook_event_name: "EventOfTomorrow", transcript_path: "" },
      {
        sessionId: "s",
        transcriptPath: undefined,
        cwd: undefined,
        permissionMode: undefined,
        agentId: undefined,
        type: "other",
        name: "EventOfTomorrow",
      },
    ],
  ])("reads %j", (input, expected) => {
    expect(readHookInput(JSON.stringify(input))).toEqual(expected);
  });

  it.each([
    [{ tool_name: "Bash" }],
    [{ tool_input: { command: "ls" } }],
    [{ tool_name: "Bash", tool_input: "ls" }],
    [{ tool_name: 7, tool_input: {} }],
  ])("offers nothing to approve where a request is incomplete: %j", (fields) => {
    const input = { ...common, hook_event_name: "PermissionRequest", ...fields };
    expect(readHookInput(JSON.stringify(input))).toEqual({
      ...origin,
      type: "other",
      name: "PermissionRequest",
    });
  });

  it.each([
    "",
    "not json",
    "null",
    "[]",
    "7",
    '"Stop"',
    "{}",
    '{"hook_event_name":"Stop"}',
    '{"session_id":"s"}',
    '{"session_id":7,"hook_event_name":"Stop"}',
    '{"session_id":"s","hook_event_name":["Stop"]}',
    '{"session_id":"s","hook_event_name":"Stop"',
  ])("takes %j for no hook input", (stdin) => {
    expect(readHookInput(stdin)).toBeUndefined();
  });

  it("never throws, whatever the fields hold", () => {
    const names = fc.constantFrom(
      "SessionStart",
      "Stop",
      "StopFailure",
      "Notification",
      "PermissionRequest",
      "x",
    );
    const key = fc.constantFrom("source", "error", "message", "tool_name", "tool_input", "prompt", "cwd");
    fc.assert(
      fc.property(names, fc.dictionary(key, fc.jsonValue()), (name, fields) => {
        const event = readHookInput(JSON.stringify({ ...fields, session_id: "s", hook_event_name: name }));
        expect(event?.sessionId).toBe("s");
      }),
    );
    fc.assert(fc.property(fc.string(), (stdin) => readHookInput(stdin) === undefined));
  });
});

describe("readHookInput on what real releases wrote", () => {
  const states = new URL("../../fixtures/states/", import.meta.url);
  const types: Record<string, string> = {
    SessionStart: "sessionStarted",
    UserPromptSubmit: "promptSubmitted",
    Stop: "turnStopped",
    StopFailure: "turnFailed",
    Notification: "notified",
    PermissionRequest: "permissionRequested",
    SessionEnd: "sessionEnded",
  };

  it.each(readdirSync(states))("%s", (release) => {
    const files = readdirSync(new URL(`${release}/`, states)).map(
      (name) => new URL(`${release}/${name}/hooks.jsonl`, states),
    );
    const lines = files
      .filter((file) => existsSync(file))
      .flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const { session_id, transcript_path, hook_event_name } = JSON.parse(line) as Record<string, string>;
      expect(readHookInput(line)).toMatchObject({
        type: types[hook_event_name!] ?? "other",
        sessionId: session_id,
        transcriptPath: transcript_path,
      });
    }
  });
});
