import { basename, isAbsolute } from "node:path";

import type { CallToolResult } from "@modelcontextprotocol/server";

import { stackOf, UserError } from "../errors.js";
import type { Surroundings } from "../host/paths.js";
import { chainOf } from "../persona/definition/consulting.js";
import { isPersonaName, NAME_FORM } from "../persona/definition/persona.js";
import { projectRootOf } from "../persona/definition/project-root.js";
import { HostError, type HostFault } from "../persona/host/host-protocol.js";
import type { Backend } from "./backend.js";

/** What tools, resources and prompts need. */
export interface ToolSet {
  readonly backend: Backend;
  readonly defaults: CallDefaults;
  /** For bugs of ours. Not to standard output, which belongs to the protocol. */
  readonly log: (text: string) => void;
}

/** What counts if a call does not say it. */
export interface CallDefaults {
  /** Absolute, and without links. */
  readonly projectRoot: string;
  /** From PERSONA_NAME; undefined: the one with the name of the project's folder. */
  readonly persona: string | undefined;
  /** The personas that led to this server, if a persona's session started it. */
  readonly chain: readonly string[];
  readonly home: string;
}

export function readCallDefaults(where: Surroundings, cwd: string): CallDefaults {
  const named = where.env["CLAUDE_PROJECT_DIR"];
  return {
    projectRoot: projectRootOf(named && isAbsolute(named) ? named : cwd, where),
    persona: where.env["PERSONA_NAME"] || undefined,
    chain: chainOf(where.env),
    home: where.home,
  };
}

/** For a call without a name. It may not exist, nor be a valid name. */
export function defaultPersona({ persona }: CallDefaults, projectRoot: string): string {
  return persona ?? basename(projectRoot);
}

/** The persona that a call is for. */
export interface Addressee {
  readonly persona: string;
  readonly projectRoot: string;
}

/** Throws a `HostError` or a `UserError` for an invalid name or directory. */
export function readAddressee(
  given: { readonly persona?: string | undefined; readonly projectRoot?: string | undefined },
  defaults: CallDefaults,
): Addressee {
  const projectRoot = readProjectRoot(given.projectRoot, defaults);
  const persona = given.persona ?? defaultPersona(defaults, projectRoot);
  if (isPersonaName(persona)) return { persona, projectRoot };
  const shown = JSON.stringify(persona.slice(0, MOST_SHOWN));
  throw badRequest(
    given.persona === undefined
      ? `no persona is named, and the default ${shown} is not a valid persona name`
      : `${shown} is not a valid persona name`,
    `name a persona that listPersonas shows (${NAME_FORM})`,
  );
}

/** The root of the given folder's project, without links: a project has one session of a persona. */
export function readProjectRoot(given: string | undefined, defaults: CallDefaults): string {
  if (given === undefined) return defaults.projectRoot;
  if (isAbsolute(given)) return projectRootOf(given, defaults);
  // The caller does not know our working directory.
  const shown = JSON.stringify(given.slice(0, MOST_SHOWN));
  throw badRequest(
    `projectRoot is not an absolute path: ${shown}`,
    "give the absolute path of the project's folder",
  );
}

const MOST_SHOWN = 200;

function badRequest(message: string, fix: string): HostError {
  return new HostError({ code: "BAD_REQUEST", message, fix });
}

/**
 * Only the text: Claude Code shows its model a structured content as JSON instead of the text, and an answer would arrive
 * escaped (2.1.325).
 */
export function textResult(text: string, meta: Readonly<Record<string, unknown>> = {}): CallToolResult {
  return { content: [{ type: "text", text }], _meta: named(meta) };
}

/** A value for programs; as text too, for clients without structured content. */
export function valueResult(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value, undefined, 2) }], structuredContent: value };
}

/** Runs a tool. An error becomes its result, with the fix, so that the calling model can act on it. */
export async function asToolResult(
  run: () => Promise<CallToolResult>,
  { log }: Pick<ToolSet, "log">,
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

/** Keys of `_meta` must begin with a name of their owner. */
function named(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(meta).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([key, value]) => [`claude-auto-continue/${key}`, value]));
}
