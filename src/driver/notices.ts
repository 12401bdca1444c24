import type { Notice } from "../session/life/event.js";
import { textOf, type Life } from "../session/life/life.js";
import { clockTime } from "../time/clock-face.js";
import { sayWhy } from "./life-record.js";

/** What a notification says. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

export function noticeOf(about: Notice, life: Life): NoticeText {
  switch (about) {
    case "stopped":
      return { title: stoppedTitle(life), body: sentenceOf(life) };
    case "resumed":
      return { title: "Claude Code goes on", body: "The session was continued and works again." };
    case "needsYou":
      return { title: "Claude Code needs you", body: whyOf(life) };
    default:
      return about satisfies never;
  }
}

function stoppedTitle(life: Life): string {
  if (life.tag !== "WAITING") return "Claude Code has stopped";
  return `Claude Code has stopped, continues ${clockTime(new Date(life.dueAt), new Date(life.since))}`;
}

function sentenceOf(life: Life): string {
  return life.tag === "RUNNING" ? "" : textOf(life.stop);
}

function whyOf(life: Life): string {
  return life.tag === "NEEDS_YOU" ? sayWhy(life.why, life.inTheWay) : sentenceOf(life);
}
