import { join } from "node:path";

import { makePrivate, removeIfThere, writeWhole, type Trouble } from "../../store/private-files.js";

/** Has the hooks start the daemon: for machines on which no service does. */
export async function letHooksStart(directory: string): Promise<Trouble | undefined> {
  return (await makePrivate(directory)) ?? writeWhole(leave(directory), "");
}

/** From now on the service does. */
export function letServiceStart(directory: string): Promise<Trouble | undefined> {
  return removeIfThere(leave(directory));
}

/** The name of the file that allows it: for a hook that must find out at the cost of one call. */
export function leave(directory: string): string {
  return join(directory, "started-by-hooks");
}
