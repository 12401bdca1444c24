import { isDrawnAs, isPlain, withoutGutter } from "../screen/drawn-text.js";
import { asString } from "../json.js";
import type { JsonObject } from "../json.js";
import { titleOf } from "./prompt-layout.js";
import type { PromptLayout } from "./prompt-layout.js";

/** The question that goes with the page is shown from 2.1.197 on. */
export function isFetchShown(layout: PromptLayout, input: JsonObject): boolean {
  const [url, prompt] = [asString(input["url"]), asString(input["prompt"])];
  if (url === undefined || prompt === undefined || titleOf(layout) !== "Fetch") return false;
  const wants = wantsToFetch(url);
  const told = `url: ${url}\nprompt: ${prompt}`;
  if (layout.kind === "ruled") return isText(layout.head, wants) && isText(layout.pane, told);
  const forms = [url, `url: "${url}", prompt: "${prompt}"`, told];
  return forms.some((form) => isText(layout.pane, `${form}\n${wants}`));
}

export function isWebSearchShown(layout: PromptLayout, input: JsonObject): boolean {
  const { query, allowed_domains: allowed, ...more } = input;
  if (titleOf(layout) !== "Tool use" || typeof query !== "string" || Object.keys(more).length > 0)
    return false;
  const only = Array.isArray(allowed) ? `, only allowing domains: ${allowed.join(", ")}` : "";
  const wants = `Claude wants to search the web for: ${query}`;
  // 2.0.72 does not tell the domains.
  return [`Web Search("${query}"${only})`, `Web Search("${query}")`].some((call) =>
    layout.kind === "ruled"
      ? isText(layout.head, wants) && isText(layout.pane, call)
      : isText(layout.pane, `${call}\n${wants}`),
  );
}

/** The address where it stands on one row (2.1.325). */
export function readShownUrl(layout: PromptLayout): string | undefined {
  if (titleOf(layout) !== "Fetch") return undefined;
  const [first = "", second = ""] = layout.pane.map((row) => withoutGutter(row).text);
  const url = /^url: (\S+)$/.exec(first)?.[1];
  if (url === undefined || !isPlain(url) || !second.startsWith("prompt: ")) return undefined;
  return isText(layout.head, wantsToFetch(url)) ? url : undefined;
}

function wantsToFetch(url: string): string {
  return `Claude wants to fetch content from ${URL.canParse(url) ? new URL(url).hostname : ""}`;
}

/** Of several texts some have a gutter and some have none (2.1.267, 2.1.325). */
function isText(rows: PromptLayout["pane"], text: string): boolean {
  return isDrawnAs(rows.map(withoutGutter), text);
}
