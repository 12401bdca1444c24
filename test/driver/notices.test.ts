import { expect, test, vi } from "vitest";

import type { Notice } from "../../src/session/life/event.js";
import type { Life } from "../../src/session/life/life.js";
import { noticeOf, type NoticeText } from "../../src/driver/notices.js";
import { DAY, inTheWay, limitStop, RESET, waiting } from "../support/session/values.js";

// Before anything asks for the zone, which is kept.
vi.hoisted(() => vi.stubEnv("TZ", "UTC"));

const stop = limitStop();
const WAITING = waiting();
const SENTENCE = "You've hit your session limit · resets 3pm";

interface Case extends NoticeText {
  readonly about: Notice;
  readonly life: Life;
}

const RUNNING: Life = { tag: "RUNNING", last: undefined };

test.for<Case>([
  { about: "stopped", life: WAITING, title: "Claude Code has stopped, continues 3:00pm", body: SENTENCE },
  {
    about: "stopped",
    life: waiting({ dueAt: RESET + 3 * DAY }),
    title: "Claude Code has stopped, continues Nov 18, 3:00pm",
    body: SENTENCE,
  },
  {
    about: "stopped",
    life: { tag: "LIMIT_DETECTED", stop },
    title: "Claude Code has stopped",
    body: SENTENCE,
  },
  { about: "stopped", life: RUNNING, title: "Claude Code has stopped", body: "" },
  {
    about: "resumed",
    life: RUNNING,
    title: "Claude Code goes on",
    body: "The session was continued and works again.",
  },
  {
    about: "needsYou",
    life: inTheWay("trust"),
    title: "Claude Code needs you",
    body: "the trust dialog waits for your answer; it goes on when the prompt is free",
  },
  { about: "needsYou", life: WAITING, title: "Claude Code needs you", body: SENTENCE },
])("$about in $life.tag: $title", ({ about, life, title, body }) => {
  expect(noticeOf(about, life)).toEqual({ title, body });
});
