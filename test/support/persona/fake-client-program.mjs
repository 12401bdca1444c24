// Asks a host of fakes, started where none runs, as a process of its own: `node fake-client-program.mjs PROJECT QUESTION`.
import { fileURLToPath } from "node:url";

import { surroundings } from "../../../dist/host/paths.js";
import { HostClient } from "../../../dist/persona/host/host-client.js";

const [, , projectRoot, question] = process.argv;
const script = fileURLToPath(new URL("fake-host-program.mjs", import.meta.url));
const client = new HostClient({ where: surroundings(), program: { node: process.execPath, script } });
const { answer } = await client.ask({ persona: "tester", question, projectRoot });
process.stdout.write(answer);
