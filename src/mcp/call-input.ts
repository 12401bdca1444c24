import { isAbsolute } from "node:path";

import { HostError } from "../persona/host/host-protocol.js";
import { isPersonaName, NAME_FORM } from "../persona/definition/persona.js";
import { projectRootOf } from "../persona/definition/project-root.js";
import { defaultPersona, type CallDefaults } from "./call-defaults.js";

/** Whom a call is meant for. */
export interface Addressee {
  readonly persona: string;
  readonly projectRoot: string;
}

/** Throws a `HostError` or a `UserError` where that is no name, or no directory. */
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
      ? `no persona is named, and ${shown} cannot be the name of one`
      : `${shown} cannot be the name of a persona`,
    `name one of those that listPersonas shows (${NAME_FORM})`,
  );
}

/** Also from a folder inside of it, or through a link: a project has one session of a persona. */
export function readProjectRoot(given: string | undefined, defaults: CallDefaults): string {
  if (given === undefined) return defaults.projectRoot;
  if (isAbsolute(given)) return projectRootOf(given, defaults);
  // What it would be relative to, the caller cannot know.
  const shown = JSON.stringify(given.slice(0, MOST_SHOWN));
  throw badRequest(
    `projectRoot is ${shown}, no absolute path`,
    "give the absolute path of the project's folder",
  );
}

const MOST_SHOWN = 200;

function badRequest(message: string, fix: string): HostError {
  return new HostError({ code: "BAD_REQUEST", message, fix });
}
