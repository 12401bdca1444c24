import type { CallToolResult } from "@modelcontextprotocol/server";

import { stackOf, UserError } from "../errors.js";
import { HostError, type HostFault } from "../persona/host/host-protocol.js";

/** Where a bug of ours is told; never on standard output, which is the protocol's. */
export type Log = (text: string) => void;

/**
 * The text and nothing beside it: Claude Code shows its model a structured content in the place of the text, as JSON, and
 * an answer would arrive escaped (2.1.325).
 */
export function textResult(text: string, meta: Readonly<Record<string, unknown>> = {}): CallToolResult {
  return { content: [{ type: "text", text }], _meta: named(meta) };
}

/** A value for programs; as text too, for clients that know no structured content. */
export function valueResult(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value, undefined, 2) }], structuredContent: value };
}

/** Runs a tool. What goes wrong is its result, with the fix: the model that called can act on it. */
export async function asToolResult(
  run: () => Promise<CallToolResult>,
  { log }: { log: Log },
): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof HostError) return faultResult(error.fault);
    if (error instanceof UserError) {
      return faultResult({ code: error.code, message: error.message, fix: error.fix });
    }
    log(stackOf(error));
    const message = error instanceof Error ? error.message : String(error);
    return faultResult({
      code: "FAILED",
      message: `a bug in claude-auto-continue: ${message}`,
      fix: "please open an issue at the project's repository with what cac mcp wrote to standard error",
    });
  }
}

function faultResult(fault: Omit<HostFault, "code"> & { readonly code: string }): CallToolResult {
  const { code, message, fix, limitedUntil, remembered } = fault;
  const lines = [`${code}: ${message}`, `fix: ${fix}`];
  if (remembered) {
    lines.push(
      "",
      `The answer to the same question of ${remembered.timestamp}, from memory; it may be out of date:`,
      "",
      remembered.answer,
    );
  }
  return {
    isError: true,
    content: [{ type: "text", text: lines.join("\n") }],
    _meta: named({ code, limitedUntil }),
  };
}

/** Keys of `_meta` stand under a name of their owner's. */
function named(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(meta).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([key, value]) => [`claude-auto-continue/${key}`, value]));
}
