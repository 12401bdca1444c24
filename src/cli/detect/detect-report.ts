import type { Moment } from "../../claude/limits/moment.js";
import type { Detection } from "./detect-transcript.js";
import { harmless } from "../../notify/plain-text.js";

/** The documented shape of `cac detect --json`. */
export function jsonOfDetection(found: Detection): object {
  const { limit, native, transient, menu } = found;
  return {
    state: found.state,
    limit: limit
      ? {
          kind: limit.kind,
          model: limit.model ?? null,
          resetsAt: limit.resetsAt?.toISOString() ?? null,
          waitingHelps: limit.waitingHelps,
          text: limit.text,
        }
      : null,
    native: native
      ? { phase: native.phase, until: native.until?.toISOString() ?? null, text: native.text }
      : null,
    transient: transient ?? null,
    draft: found.draft ?? null,
    menu: menu ? { question: menu.question, options: menu.options, selected: menu.selected ?? null } : null,
    source: found.source,
  };
}

export function describeDetection(found: Detection, at: Moment): string {
  const { limit, native, transient, menu } = found;
  const rows: [name: string, value: string][] = [["state", `${found.state} (read as ${found.source})`]];
  if (limit) {
    const kind = limit.model ? `${limit.model} (one model)` : limit.kind;
    const until = limit.resetsAt ? `resets ${inWords(limit.resetsAt, at)}` : "names no reset";
    rows.push(["limit", `${kind}, ${until}`]);
    if (!limit.waitingHelps)
      rows.push(["", "waiting does not help: it takes money, an admin or another model"]);
    rows.push(["text", limit.text]);
  } else rows.push(["limit", "none"]);
  if (native)
    rows.push([
      "native",
      native.until ? `${native.phase}, until ${inWords(native.until, at)}` : native.phase,
    ]);
  if (transient)
    rows.push([
      "error",
      `${transient.kind}${transient.retrying ? ", being retried" : ""}: ${transient.text}`,
    ]);
  if (found.draft !== undefined) rows.push(["draft", found.draft.replaceAll("\n", "\\n")]);
  for (const [index, option] of (menu?.options ?? []).entries()) {
    rows.push([index === 0 ? "menu" : "", `${index === menu?.selected ? "❯" : " "} ${option}`]);
  }
  return rows.map(([name, value]) => `${name.padEnd(8)}${harmless(value)}\n`).join("");
}

function inWords(time: Date, at: Moment): string {
  const shown = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: at.timeZone,
  }).format(time);
  const minutes = Math.round((time.getTime() - at.now.getTime()) / 60_000);
  return `${shown} (${at.timeZone}), ${minutes > 0 ? `in ${span(minutes)}` : "that is over"}`;
}

function span(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`];
  return parts.filter(Boolean).slice(0, 2).join(" ");
}
