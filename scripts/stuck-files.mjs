// A vitest reporter that ends the run when one test file does not finish. Vitest's own timeouts cannot: a test that blocks its
// worker, or whose worker was stopped, never gets to them, and the run would wait for ever without a word.
import { spawnSync } from "node:child_process";

/** The longest file takes about 8 minutes on a busy machine. */
const LONGEST_FILE_MS = 25 * 60_000;
const LOOK_EVERY_MS = 15_000;

export default class StuckFiles {
  /** When each file that runs has begun, and the tests in it that run now. */
  #files = new Map();
  #timer = setInterval(() => this.#look(), LOOK_EVERY_MS);

  constructor() {
    this.#timer.unref();
  }

  onTestModuleQueued(module) {
    this.#files.set(module.moduleId, { began: Date.now(), tests: new Set() });
  }

  onTestCaseReady(test) {
    this.#files.get(test.module.moduleId)?.tests.add(test.fullName);
  }

  onTestCaseResult(test) {
    this.#files.get(test.module.moduleId)?.tests.delete(test.fullName);
  }

  onTestModuleEnd(module) {
    this.#files.delete(module.moduleId);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #look() {
    const stuck = [...this.#files].filter(([, { began }]) => Date.now() - began > LONGEST_FILE_MS);
    if (stuck.length === 0) return;
    for (const [file, { tests }] of stuck) {
      const running = [...tests].map((name) => `\n  in: ${name}`).join("");
      console.error(`\nnot finished after ${LONGEST_FILE_MS / 60_000} minutes: ${file}${running}`);
    }
    // What it waits for is most often a process, and a worker that blocks would outlive us.
    const processes = descendants(process.pid);
    console.error(processes.map(({ line }) => line).join("\n"));
    for (const { pid } of processes) kill(pid);
    process.exit(1);
  }
}

function descendants(root) {
  const { stdout } = spawnSync("ps", ["-eo", "pid,ppid,stat,wchan:20,etime,args"], { encoding: "utf8" });
  const all = stdout.split("\n").map((line) => {
    const [pid, parent] = line.trim().split(/\s+/, 2).map(Number);
    return { pid, parent, line };
  });
  const found = new Set([root]);
  // ps sorts by number, and a child may have a lower one than its parent.
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => pid !== root && found.has(pid));
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile, as the one that listed them has.
  }
}
