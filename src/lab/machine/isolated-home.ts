import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { undoOnExit } from "./left-behind.js";

export type Account = "subscriber" | "api-key";

export interface HomeOptions {
  readonly release: string;
  /** Who is asking: a subscriber has usage limits, an API key has not. Default: subscriber. */
  readonly account?: Account;
  /** Whether the trust dialog has been answered for the project. Default: yes. */
  readonly trusted?: boolean;
  readonly vim?: boolean;
  /** The user's settings.json, as this release knows it. */
  readonly settings?: object;
  /** More keys for .claude.json. */
  readonly state?: object;
  /** Files in the project, by their relative paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files in the home, likewise. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  /** Where the temporary directory is made. Default: the system's. */
  readonly parent?: string;
}

/** A home and a project of their own in one temporary directory. */
export interface IsolatedHome {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly account: Account;
  remove(): Promise<void>;
}

// A dying session may still write: the removal is tried again.
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 } as const;

const API_KEY = "placeholder-key-of-the-lab-0123456789";
const OAUTH_TOKEN = "placeholder-token-of-the-lab";

export async function isolatedHome(options: HomeOptions): Promise<IsolatedHome> {
  // The real path: Claude Code keys its projects by it, and /tmp is a link on macOS.
  const root = realpathSync(mkdtempSync(join(options.parent ?? tmpdir(), "cac-lab-")));
  const isRemoved = undoOnExit(() => rmSync(root, REMOVAL));
  const [home, project] = [join(root, "home"), join(root, "project")];
  await mkdir(join(home, ".claude"), { recursive: true });
  await mkdir(join(home, "tmp"));
  await mkdir(project);
  await writeFile(join(home, ".claude.json"), JSON.stringify(claudeState(options, project), undefined, 2));
  await writeFile(
    join(home, ".claude", "settings.json"),
    JSON.stringify(options.settings ?? {}, undefined, 2),
  );
  await writeFiles(project, options.files);
  await writeFiles(home, options.homeFiles);
  return {
    root,
    home,
    project,
    account: options.account ?? "subscriber",
    remove: async () => {
      await rm(root, REMOVAL);
      isRemoved();
    },
  };
}

async function writeFiles(folder: string, files: HomeOptions["files"] = {}): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** `.claude.json` of somebody who has been through the first start, which would ask for the internet. */
function claudeState(options: HomeOptions, project: string): object {
  const trusted = options.trusted ?? true;
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: options.release,
    theme: "dark",
    numStartups: 3,
    ...(options.vim === true ? { editorMode: "vim" } : {}),
    ...(options.account === "api-key"
      ? { customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] } }
      : {}),
    projects: {
      [project]: {
        hasTrustDialogAccepted: trusted,
        hasCompletedProjectOnboarding: true,
        allowedTools: [],
      },
    },
    ...options.state,
  };
}

export interface EnvironmentOptions {
  readonly home: string;
  readonly apiUrl: string;
  readonly account: Account;
  readonly timeZone: string;
  readonly path: string;
  readonly extra?: Readonly<Record<string, string>>;
}

/** The whole environment of a lab session: nothing is inherited, and what it tries outside loopback dies there. */
export function labEnvironment(options: EnvironmentOptions): Record<string, string> {
  return {
    HOME: options.home,
    PATH: options.path,
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    TZ: options.timeZone,
    // Recent releases ask for a variable of their own and else use /tmp.
    TMPDIR: join(options.home, "tmp"),
    CLAUDE_CODE_TMPDIR: join(options.home, "tmp"),
    ANTHROPIC_BASE_URL: options.apiUrl,
    ...(options.account === "api-key"
      ? { ANTHROPIC_API_KEY: API_KEY }
      : { CLAUDE_CODE_OAUTH_TOKEN: OAUTH_TOKEN }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // The API turns away all but itself, so that nothing gets out.
    HTTPS_PROXY: options.apiUrl,
    NO_PROXY: "127.0.0.1,localhost",
    ...options.extra,
  };
}

/** Where a lab session finds node (which older releases run on) and the system's own tools, and nothing else. */
export function labPath(nodeBinary = process.execPath): string {
  return [...new Set([dirname(nodeBinary), "/usr/local/bin", "/usr/bin", "/bin"])].join(":");
}
