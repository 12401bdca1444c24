import { spawn, type ChildProcess } from "node:child_process";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import { systemCode } from "../../errors.js";
import { ageMs, makePrivate, namesIn, removeIfThere } from "../../store/private-files.js";
import { processStart } from "../../host/process-identity.js";
import { asStarted } from "../../launch/as-started.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";
import { inOwnScope } from "../../launch/own-scope.js";
import type { Revival, Revived } from "./revival.js";

/** `claude -p --resume ID` with the prompt on its standard input, on its own from then on. */
export async function reviveHeadless(revived: Revived): Promise<Revival> {
  const { session, once, directory } = revived;
  const logs = join(directory, "revivals");
  const trouble = await makePrivate(logs);
  if (trouble !== undefined)
    return { type: "refused", why: `${trouble.path} ${trouble.says}: ${trouble.fix}` };
  await prune(logs);
  const log = join(logs, `${session.sessionId}-${once.replace(/[^\w-]+/g, "_").slice(0, 100)}.log`);
  let handle: FileHandle;
  try {
    // There before anything is started: whoever finds it does not start the same again.
    handle = await open(log, "wx", 0o600);
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return { type: "begun", log };
    return { type: "refused", why: `${log} cannot be written (${code ?? String(error)})` };
  }
  try {
    const child = await start(revived, handle.fd);
    const ended = new Promise<number | undefined>((resolve) =>
      child.once("exit", (code) => resolve(code ?? undefined)),
    );
    const pid = child.pid ?? 0;
    return { type: "headless", process: { pid, start: await processStart(pid) }, log, ended };
  } catch (error) {
    await removeIfThere(log);
    return {
      type: "refused",
      why: `${revived.command} could not be started (${systemCode(error) ?? String(error)})`,
    };
  } finally {
    await handle.close();
  }
}

async function start({ session, command, prompt, where, run }: Revived, log: number): Promise<ChildProcess> {
  const { platform } = where;
  const env = freshEnvironment(where.env);
  const started = asStarted(command, ["-p", "--resume", session.sessionId], { platform, env });
  const { file, args } = await inOwnScope(
    { file: started.command, args: started.args },
    { env: where.env, platform, ...(run && { run }) },
  );
  const child = spawn(file, args, {
    cwd: session.cwd,
    env,
    // A session of its own: what ends the daemon does not end it.
    detached: true,
    stdio: ["pipe", log, log],
    windowsHide: true,
    windowsVerbatimArguments: started.windowsVerbatimArguments,
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  // On standard input: there no option can swallow it. One that ended at once has closed it, and says why in its log.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(prompt);
  child.unref();
  return child;
}

async function prune(logs: string): Promise<void> {
  for (const name of await namesIn(logs)) {
    const file = join(logs, name);
    if (name.endsWith(".log") && (await ageMs(file)) > KEPT_MS) await removeIfThere(file);
  }
}

const KEPT_MS = 30 * 24 * 60 * 60_000;
