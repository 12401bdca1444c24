import { describe, expect, it } from "vitest";

import { freshEnvironment } from "../../src/launch/fresh-environment.js";

describe("freshEnvironment", () => {
  it.each([
    ["AI_AGENT"],
    ["CLAUDECODE"],
    ["CLAUDE_CODE_ENTRYPOINT"],
    ["CLAUDE_CODE_SESSION_ID"],
    ["CLAUDE_CODE_SESSION_OF_A_LATER_RELEASE"],
    ["CLAUDE_CODE_MESSAGING_TOKEN"],
    ["CLAUDE_PID"],
    ["TMUX"],
    ["TMUX_PANE"],
    ["STY"],
    ["ZELLIJ"],
    ["ZELLIJ_PANE_ID"],
    ["KITTY_WINDOW_ID"],
    ["WEZTERM_PANE"],
    ["ITERM_SESSION_ID"],
    ["INVOCATION_ID"],
    ["JOURNAL_STREAM"],
    ["CAC_PERSONA_RUN"],
    ["CAC_PERSONA_CHAIN"],
    ["CAC_MCP_LISTED"],
  ])("leaves out %s, which is another's", (name) => {
    expect(freshEnvironment({ [name]: "x", PATH: "/bin" })).toEqual({ PATH: "/bin" });
  });

  it.each([
    ["CLAUDE_CODE_OAUTH_TOKEN"],
    ["CLAUDE_CODE_USE_BEDROCK"],
    ["CLAUDE_CODE_MAX_RETRIES"],
    ["CLAUDE_CONFIG_DIR"],
    ["ANTHROPIC_BASE_URL"],
    ["TMUX_TMPDIR"],
    ["XDG_RUNTIME_DIR"],
    ["HTTPS_PROXY"],
  ])("keeps %s, which is the user's", (name) => {
    expect(freshEnvironment({ [name]: "x" })).toEqual({ [name]: "x" });
  });

  it("has nothing for what is not set", () => {
    expect(freshEnvironment({ PATH: undefined })).toEqual({});
  });
});
