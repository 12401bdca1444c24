import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/server";

import { UserError } from "../errors.js";
import { isPersonaName } from "../persona/definition/persona.js";
import type { ToolSet } from "./tool-set.js";

/** Every persona of this project as a resource, `persona://NAME`: who it is, as its session is told. */
export function addPersonaResources(server: McpServer, { backend, defaults }: ToolSet): void {
  const usable = async () => {
    const personas = await backend.listPersonas(defaults.projectRoot);
    return personas.filter(({ problem }) => problem === undefined);
  };
  const template = new ResourceTemplate("persona://{name}", {
    list: async () => ({
      resources: (await usable()).map(({ name, description }) => ({
        uri: `persona://${name}`,
        name,
        description,
        mimeType: "text/markdown",
      })),
    }),
    complete: {
      name: async (begun) =>
        (await usable()).map(({ name }) => name).filter((name) => name.startsWith(begun)),
    },
  });
  server.registerResource(
    "persona",
    template,
    { title: "A persona", description: "Who the persona is", mimeType: "text/markdown" },
    async (uri, { name }) => {
      const persona =
        typeof name === "string" && isPersonaName(name)
          ? await backend.findPersona(name, defaults.projectRoot).catch(withItsFix)
          : undefined;
      if (persona === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: persona.identity }] };
    },
  );
}

/** The protocol passes on the message of an error, and nothing beside it. */
function withItsFix(error: unknown): never {
  if (!(error instanceof UserError)) throw error;
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}; fix: ${error.fix}`);
}
