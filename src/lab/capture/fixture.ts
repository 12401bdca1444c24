import { mkdir, readdir, rm, stat, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { EmulatedScreen, textOfScreen } from "../../terminal/emulator/emulated-screen.js";
import { cacheDirectory } from "../machine/release-cache.js";
import type { IsolatedHome } from "../machine/isolated-home.js";
import type { SessionSize } from "../session/lab-session.js";
import { assertShown } from "./labels.js";
import { scrubber } from "./neutral-path.js";
import type { Truth } from "./scene.js";

export interface Capture {
  readonly release: string;
  readonly scene: string;
  readonly capturedAt: Date;
  readonly timeZone: string;
  readonly size: SessionSize;
  readonly truth: Truth;
  readonly bytes: Buffer;
  readonly transcript: string;
  readonly hooks: string;
}

/** Writes one fixture, with the temporary directory of the run replaced by a neutral one of the same length. */
export async function writeFixture(folder: string, capture: Capture, home: IsolatedHome): Promise<void> {
  const scrub = scrubber(home.root);
  const bytes = Buffer.from(scrub(capture.bytes.toString("latin1")), "latin1");
  const { state, ...truth } = capture.truth;
  const facts = {
    release: capture.release,
    state,
    scene: capture.scene,
    capturedAt: capture.capturedAt.toISOString(),
    timeZone: capture.timeZone,
    columns: capture.size.columns,
    rows: capture.size.rows,
    ...truth,
  };
  // Rendered from the bytes as they are kept, so that the two cannot disagree.
  const screen = await render(bytes, capture.size);
  if (truth.options !== null) assertShown(screen, truth.options, truth.selected ?? 0);
  const files = {
    "case.json": `${JSON.stringify(facts, undefined, 2)}\n`,
    "screen.txt": `${screen}
`,
    "bytes.raw": bytes,
    "transcript.jsonl": scrub(shortenRows(capture.transcript)),
    "hooks.jsonl": scrub(shortenRows(capture.hooks)),
  };
  for (const [name, content] of Object.entries(files))
    assertNeutral(`${capture.scene}/${name}`, content, home.root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/** The session's own transcript: the one written last, subagents' left aside. */
export async function mainTranscript(home: IsolatedHome): Promise<string> {
  const projects = join(home.home, ".claude", "projects");
  const names = await readdir(projects, { recursive: true }).catch(() => []);
  const own = names.filter((name) => /^[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(name));
  const dated = await Promise.all(
    own.map(async (name) => ({ name, at: (await stat(join(projects, name))).mtimeMs })),
  );
  const newest = dated.sort((a, b) => b.at - a.at)[0];
  return newest === undefined ? "" : readFile(join(projects, newest.name), "utf8");
}

async function render(bytes: Buffer, size: SessionSize): Promise<string> {
  const screen = new EmulatedScreen(size);
  await screen.write(bytes);
  const text = textOfScreen(screen.read());
  screen.dispose();
  return text;
}

function assertNeutral(name: string, content: string | Buffer, root: string): void {
  const random = basename(root).slice("cac-lab-".length);
  for (const trace of [random, cacheDirectory()]) {
    if (content.includes(trace)) throw new Error(`${name} still holds "${trace}"`);
  }
}

const LONGEST_ROW = 6000;
const LONGEST_TEXT = 400;

/** Cuts the texts inside giant rows (whole system prompts, from 2.1.325); rows stay valid JSON. */
function shortenRows(jsonl: string): string {
  return jsonl
    .split("\n")
    .map((line) => (line.length > LONGEST_ROW ? JSON.stringify(JSON.parse(line), shorten) : line))
    .join("\n");
}

function shorten(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT)}…`
    : value;
}
