import type { Account } from "../machine/isolated-home.js";
import type { SessionSize } from "../session/lab-session.js";
import type { Reply } from "../api/reply.js";
import type { Stage } from "./stage.js";

/** What a screen shows, in the words of a person who looks at it. */
export type StateName =
  | "idle"
  | "draft"
  | "busy"
  | "limit-menu"
  | "permission"
  | "question"
  | "plan"
  | "trust"
  | "bypass"
  | "native-wait"
  | "shell"
  | "shell-mode"
  | "other";

/** What is true at the moment of the capture, known from what the scene did and never from reading the screen. */
export interface Truth {
  readonly state: StateName;
  /** The limit in force that the session last ran into. */
  readonly limit: LimitTruth | null;
  /** A limit whose banner may still be on the screen although it no longer stops anything. */
  readonly pastLimit: LimitTruth | null;
  readonly draft: string | null;
  readonly options: readonly string[] | null;
  readonly selected: number | null;
  readonly native: {
    readonly phase: "armed" | "cancelled" | "stale" | "fired";
    readonly until: number;
  } | null;
  readonly vim: "insert" | "normal" | null;
}

export interface LimitTruth {
  readonly claim: string;
  readonly overage: string | null;
  /** Epoch seconds; null where the API named none. */
  readonly resetsAt: number | null;
}

export interface Scene {
  readonly name: string;
  /** Why a release has no such state; undefined where it has. */
  readonly absentIn?: (release: string) => string | undefined;
  /** Takes many minutes: played only when asked for. */
  readonly isSlow?: true;
  readonly account?: Account;
  readonly trusted?: boolean;
  readonly vim?: boolean;
  readonly settings?: object;
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly size?: SessionSize;
  readonly inShell?: boolean;
  /** Answers in turn; the last one repeats. */
  readonly replies?: readonly Reply[];
  /** Brings the session into the state and says what is then true. */
  play(stage: Stage): Promise<Partial<Truth> & { readonly state: StateName }>;
}

export const NO_TRUTH: Omit<Truth, "state"> = {
  limit: null,
  pastLimit: null,
  draft: null,
  options: null,
  selected: null,
  native: null,
  vim: null,
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
