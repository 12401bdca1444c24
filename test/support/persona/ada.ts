import { DEFAULT_LIMITS, type Persona } from "../../../src/persona/definition/persona.js";

/** A persona with nothing to it but a name and an identity. */
export const ADA: Persona = {
  name: "ada",
  origin: "global",
  description: "",
  identity: "You are Ada.",
  model: undefined,
  allowedTools: [],
  permissionMode: undefined,
  limits: DEFAULT_LIMITS,
};
