import { basename, join } from "node:path";

import { stateDir, surroundings } from "../../host/paths.js";
import { claim } from "../claim.js";
import { isListening } from "../rpc/rpc-client.js";
import { LatestWrite } from "../latest-write.js";
import { makePrivate, removeIfThere, writeWhole, type Trouble } from "../private-files.js";
import { isAlive, processStart } from "../../host/process-identity.js";
import { RecordFiles, type SetAside } from "./record-files.js";
import { newSessionId } from "./session-id.js";
import { pruneLogs } from "./session-log.js";
import { holdsWait, writeRecord, type SessionRecord } from "./session-record.js";
import { isPrivateSocket } from "../rpc/socket-address.js";
import { thisMachine } from "../../host/this-machine.js";

/** `ok` means on the disk. Trouble is a value: a session goes on also where nothing can be saved. */
export type SaveResult = { readonly ok: true } | ({ readonly ok: false } & Trouble);

export interface ListedSession {
  readonly record: SessionRecord;
  /** `left`: its wrapper is gone and its wait is not; `elsewhere`: on another machine that has this home too. */
  readonly life: "live" | "left" | "elsewhere";
}

export interface SessionList {
  /** The oldest session first. */
  readonly sessions: readonly ListedSession[];
  readonly setAside: readonly SetAside[];
}

/** What makes a record somebody's: which process, and where. */
export type Owner = Pick<SessionRecord, "pid" | "procStart" | "machine">;

/** This process, as the owner of a record. */
export async function thisOwner(): Promise<Owner> {
  const [procStart, machine] = await Promise.all([processStart(process.pid), thisMachine()]);
  return { pid: process.pid, procStart, machine };
}

/** The waits on disk, `sessions/ID.json`, one file a session. No method throws for what the disk does. */
export class SessionStore {
  readonly #state: string;
  readonly #directory: string;
  readonly #files: RecordFiles;
  readonly #now: () => number;
  readonly #retryMs: number;
  readonly #writes = new Map<string, LatestWrite<SessionRecord | undefined, SaveResult>>();
  readonly #retries = new Map<string, NodeJS.Timeout>();

  /** `directory` is the state directory; what could not be saved is tried again every `retryMs`. */
  constructor(
    directory: string = stateDir(surroundings()),
    { now = Date.now, retryMs = 30_000 }: { now?: () => number; retryMs?: number } = {},
  ) {
    this.#state = directory;
    this.#directory = join(directory, "sessions");
    this.#files = new RecordFiles(this.#directory, join(directory, "set-aside"));
    this.#now = now;
    this.#retryMs = retryMs;
  }

  /** An id that no record has. */
  async newId(): Promise<string> {
    return newSessionId(new Set((await this.#files.names()).map((name) => basename(name, ".json"))));
  }

  /** The last state wins: one that was overtaken while another was being written is never written. */
  save(record: SessionRecord): Promise<SaveResult> {
    return this.#put(record.id, record);
  }

  /** Nothing is left to be done for this session. */
  remove(id: string): Promise<SaveResult> {
    return this.#put(id, undefined);
  }

  /** Every session that is there. Takes away what nobody needs: old records, and those without a wait whose wrapper is gone. */
  async list(): Promise<SessionList> {
    const sessions: ListedSession[] = [];
    const setAside: SetAside[] = [];
    for (const name of await this.#files.names()) {
      const found = await this.#files.read(name);
      if (found === undefined) continue;
      if ("says" in found) setAside.push(found);
      else sessions.push(...(await this.#keepOrRemove(found)));
    }
    await this.#files.tidy();
    await pruneLogs(this.#state, KEPT_MS);
    const byStart = (a: ListedSession, b: ListedSession): number =>
      a.record.startedAt.localeCompare(b.record.startedAt);
    return { sessions: sessions.toSorted(byStart), setAside };
  }

  /**
   * Takes over the wait that a killed wrapper left for this Claude session; undefined where there is none, or where
   * somebody else is taking it. From then on the record is `owner`'s, who saves one of their own and then removes
   * this one: at no point is the wait without a record.
   */
  async adopt(claudeSessionId: string, owner: Owner): Promise<SessionRecord | undefined> {
    const { sessions } = await this.list();
    const left = sessions.findLast(
      ({ record, life }) =>
        life === "left" && record.claudeSessionId === claudeSessionId && holdsWait(record),
    )?.record;
    if (left === undefined) return undefined;
    // Where no claim can be made, a wait taken twice is better than one forgotten.
    if (!(await claim(this.#claimFile(left.id)).catch(() => true))) return undefined;
    try {
      // Another one may have been faster between our look and our claim.
      const now = await this.#files.read(`${left.id}.json`);
      if (now === undefined || "says" in now || now.pid !== left.pid) return undefined;
      const adopted: SessionRecord = { ...now, ...owner, socket: undefined, ended: undefined };
      // Not saved is not lost: then the old record still stands, and the wait goes on in this process.
      await this.save(adopted);
      return adopted;
    } finally {
      await removeIfThere(this.#claimFile(left.id));
    }
  }

  #put(id: string, record: SessionRecord | undefined): Promise<SaveResult> {
    let writes = this.#writes.get(id);
    if (writes === undefined) {
      writes = new LatestWrite((value) => this.#write(id, value));
      this.#writes.set(id, writes);
    }
    return writes.put(record);
  }

  async #write(id: string, record: SessionRecord | undefined): Promise<SaveResult> {
    clearTimeout(this.#retries.get(id));
    this.#retries.delete(id);
    const file = this.#files.pathOf(id);
    const trouble = record ? await this.#save(file, record) : await removeIfThere(file);
    if (trouble === undefined) return { ok: true };
    // A disk that is full now may not be so in the hours of a wait.
    this.#retries.set(id, setTimeout(() => void this.#put(id, record), this.#retryMs).unref());
    return { ok: false, ...trouble };
  }

  async #save(file: string, record: SessionRecord): Promise<Trouble | undefined> {
    return (await makePrivate(this.#directory)) ?? (await writeWhole(file, writeRecord(record)));
  }

  async #keepOrRemove(record: SessionRecord): Promise<readonly ListedSession[]> {
    const isElsewhere = await isOfAnother(record);
    if (!isElsewhere && (await isLive(record))) return [{ record, life: "live" }];
    if (!isElsewhere) await removeSocket(record);
    if (this.#isOld(record) || (!isElsewhere && record.state === "RUNNING")) {
      await removeIfThere(this.#files.pathOf(record.id));
      return [];
    }
    return [{ record, life: isElsewhere ? "elsewhere" : "left" }];
  }

  #isOld({ updatedAt, dueAt = updatedAt }: SessionRecord): boolean {
    return this.#now() - Math.max(Date.parse(updatedAt), Date.parse(dueAt)) > KEPT_MS;
  }

  #claimFile(id: string): string {
    return join(this.#directory, `.claim-${id}`);
  }
}

const KEPT_MS = 30 * 24 * 60 * 60_000;

async function isOfAnother({ machine }: SessionRecord): Promise<boolean> {
  const here = await thisMachine();
  return machine !== undefined && here !== undefined && machine !== here;
}

/** A process in a container has another number out here; its socket is the same. */
async function isLive({ pid, procStart, socket, ended }: SessionRecord): Promise<boolean> {
  if (ended !== undefined) return false;
  if (await isAlive(pid, procStart)) return true;
  return socket !== undefined && (await isPrivateSocket(socket)) && (await isListening(socket));
}

/** What a killed wrapper left of its socket. The path comes from a file, so only what can be such a socket is touched. */
async function removeSocket({ id, socket }: SessionRecord): Promise<void> {
  if (socket === undefined || process.platform === "win32" || basename(socket) !== `${id}.sock`) return;
  if (await isPrivateSocket(socket)) await removeIfThere(socket);
}
