import { systemCode } from "../errors.js";

/**
 * To a process, or to the group of the negative number. `gone`: there is none such, and its exit may not be told yet.
 * `refused`: it is another user's (`sudo`).
 */
export function sendSignal(pid: number, signal: string): "sent" | "gone" | "refused" {
  try {
    process.kill(pid, signal);
    return "sent";
  } catch (error) {
    const code = systemCode(error);
    if (code === "ESRCH") return "gone";
    if (code === "EPERM") return "refused";
    throw error;
  }
}
