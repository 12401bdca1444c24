import { asObject, asString } from "../../claude/json.js";
import { appendItem, editJson, removeItem } from "../../store/json-edit.js";
import { readJson, type JsonNode } from "../../store/json-text.js";
import { isOurCommand } from "./hook-command.js";

/** One hook of ours in the user's settings. */
export interface OurHook {
  readonly event: string;
  readonly command: string;
}

/** Why no hook can be added to these settings, as the rest of a sentence; undefined where one can. */
export function hooksTrouble(settings: unknown): string | undefined {
  const hooks = asObject(settings)?.["hooks"];
  if (hooks === undefined) return undefined;
  const events = asObject(hooks);
  if (events === undefined) return '"hooks" must be an object, { … }';
  const odd = Object.keys(events).find((event) => !Array.isArray(events[event]));
  return odd === undefined ? undefined : `hooks.${odd} must be an array, [ … ]`;
}

/** Those of ours that are in the settings, in the order of the text. */
export function ourHooks(settings: unknown): OurHook[] {
  const events = asObject(asObject(settings)?.["hooks"]) ?? {};
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups)
      .flatMap((group) => listOf(asObject(group)?.["hooks"]))
      .filter(isOurs)
      .map((hook) => ({ event, command: asString(asObject(hook)?.["command"]) ?? "" })),
  );
}

/** Whether somebody else has a hook at this event. */
export function hasOthers(settings: unknown, event: string): boolean {
  return listOf(asObject(asObject(settings)?.["hooks"])?.[event])
    .flatMap((group) => listOf(asObject(group)?.["hooks"]))
    .some((hook) => !isOurs(hook));
}

/** The text with these hooks behind the user's own. hooksTrouble must have found none. */
export function addHooks(text: string, hooks: readonly OurHook[]): string {
  for (const { event, command } of hooks) {
    const root = rootOf(text);
    const group = { hooks: [{ type: "command", command, timeout: TIMEOUT_S }] };
    const list = memberOf(memberOf(root, "hooks"), event);
    text = list ? appendItem(text, list, group) : editJson(text, root, ["hooks", event], [group]);
  }
  return text;
}

/** The text without any hook of ours. An event, or a section, that is empty without them goes with them. */
export function removeHooks(text: string): string {
  for (;;) {
    const after = removeOne(text);
    if (after === text) return text;
    text = after;
  }
}

/** The settings without any hook of ours, and without events that hold none. */
export function theirSettings(settings: unknown): unknown {
  const { hooks, ...others } = asObject(settings) ?? {};
  const events = Object.entries(asObject(hooks) ?? {})
    .map(([event, groups]) => [event, listOf(groups).flatMap(theirGroup)] as const)
    .filter(([, groups]) => groups.length > 0);
  return events.length === 0 ? others : { ...others, hooks: Object.fromEntries(events) };
}

function theirGroup(group: unknown): unknown[] {
  const held = listOf(asObject(group)?.["hooks"]);
  const theirs = held.filter((hook) => !isOurs(hook));
  if (theirs.length === held.length) return [group];
  return theirs.length === 0 ? [] : [{ ...asObject(group), hooks: theirs }];
}

/** Above the slowest start of node on a busy machine; Claude Code waits for a hook at most that long. */
const TIMEOUT_S = 10;

function removeOne(text: string): string {
  const root = rootOf(text);
  const events = memberOf(root, "hooks")?.members ?? [];
  for (const { key: event, value: list } of events) {
    // Of two equal keys the first has no effect, and is none that we wrote to.
    if (memberOf(memberOf(root, "hooks"), event) !== list) continue;
    for (const [index, group] of (list.items ?? []).entries()) {
      const hooks = memberOf(group, "hooks");
      const at = (hooks?.items ?? []).findIndex(({ start, end }) =>
        isOurs(JSON.parse(text.slice(start, end))),
      );
      if (hooks === undefined || at < 0) continue;
      if (hooks.items !== undefined && hooks.items.length > 1) return removeItem(text, hooks, at);
      if (list.items !== undefined && list.items.length > 1) return removeItem(text, list, index);
      return editJson(text, root, events.length === 1 ? ["hooks"] : ["hooks", event], undefined);
    }
  }
  return text;
}

function isOurs(hook: unknown): boolean {
  return isOurCommand(asString(asObject(hook)?.["command"]) ?? "");
}

/** JSON.parse takes the last of two equal keys, so that is the one with an effect. */
function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.members?.findLast((member) => member.key === key)?.value;
}

function rootOf(text: string): JsonNode {
  const read = readJson(text);
  if (!read.ok) throw new Error(`the text to edit is not JSON: ${read.reason}`);
  return read.root;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
