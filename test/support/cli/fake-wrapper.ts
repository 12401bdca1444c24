import { spawn } from "node:child_process";
import { once } from "node:events";

import type { SessionRecord } from "../../../src/store/records/session-record.js";
import type { ShownPrompt } from "../../../src/store/rpc/control-protocol.js";
import { built } from "../store/records/records.js";
import { StandInProcess } from "./stand-in-process.js";

/** Stands where a wrapper would: keeps a record, listens, and answers as it is told. */
export class FakeWrapper extends StandInProcess {
  /** With a `prompt`, it shows that one until it is answered. */
  static async start(
    home: string,
    record: SessionRecord,
    { saves = true, prompt }: { readonly saves?: boolean; readonly prompt?: ShownPrompt } = {},
  ): Promise<FakeWrapper> {
    const args = ["--input-type=module", "-e", SCRIPT, built("."), JSON.stringify({ record, saves, prompt })];
    const child = spawn(process.execPath, args, {
      env: { HOME: home },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    return new FakeWrapper(child);
  }
}

const SCRIPT = `
const [folder, json] = process.argv.slice(1);
const { SessionStore, thisOwner } = await import(folder + "/store/records/session-store.js");
const { listenForRequests } = await import(folder + "/store/rpc/control-protocol.js");
let { record, saves, prompt } = JSON.parse(json);
const screen = prompt && ["$ " + prompt.text];
const answer = async ({ prompt: id, decision, by }) => {
  if (id !== prompt?.id) return { ok: false, code: "PROMPT_GONE", says: "that prompt is not on the screen", fix: "cac status" };
  prompt = undefined;
  return { ok: true, session: record, says: decision + " was selected for " + by };
};
const handle = async ({ op }) => {
  if (op === "status") return { ok: true, session: record, prompt, screen };
  if (record.state === "RUNNING")
    return { ok: false, code: "NOTHING_TO_DO", says: "this session is not waiting", fix: "cac status" };
  record = { ...record, state: op === "resume" ? "RESUMING" : "RUNNING" };
  return { ok: true, session: record, says: op === "resume" ? "continues now" : "waits no longer" };
};
const requests = { status: handle, resume: handle, cancel: handle, ...(prompt && { answer }) };
const server = await listenForRequests({ id: record.id, requests, log: console.error });
record = { ...record, ...(await thisOwner()), socket: server.address };
if (saves) await new SessionStore().save(record);
console.log("ready");
setInterval(() => {}, 1e6);
`;
