import { secretsOf, type ProgramSecrets, type SecretPart } from "./program-secrets.js";
import { isSecretSetting } from "./secret-name.js";

/** Where the secret is: in this word from an index on, attached in quotes, or in the next word. */
export interface FoundSecret {
  readonly at: number | "attached" | "next word";
  readonly part: SecretPart;
}

/** Returns undefined unless the word names a program that takes secrets. Ignores its path and `.exe`. */
export function commandOf(word: string): CommandWords | undefined {
  if (word.length > 200) return undefined;
  const name = /^(?:~|\.{0,2})\//.test(word) ? word.slice(word.lastIndexOf("/") + 1) : word;
  const secrets = secretsOf(name.replace(/\.exe$/i, ""));
  return secrets && new CommandWords(secrets);
}

/** Reads the words after a program's name, one by one. */
export class CommandWords {
  readonly #entries: readonly SecretState[];
  readonly #operands: string[] = [];
  #flags = "";

  constructor(secrets: readonly ProgramSecrets[]) {
    this.#entries = secrets.map((secret) => ({
      secret,
      after: secret.after?.split(" ") ?? [],
      isReached: secret.after === undefined,
      operands: 0,
      isSecretKey: false,
      hasSecret: false,
      isOver: false,
    }));
  }

  /** Whether the words so far make the command read a secret from its input. */
  get readsInput(): boolean {
    return this.#entries.some((entry) => entry.secret.readsInput && this.#counts(entry));
  }

  /** Whether a subcommand that takes secrets was seen. Later words are then its operands, not programs. */
  get isSettled(): boolean {
    return this.#entries.some(({ isReached, after }) => isReached && after.length > 0);
  }

  /** "over": the word starts the command of another program. */
  take(word: string): FoundSecret | "over" | undefined {
    for (const entry of this.#entries) {
      const found = this.#counts(entry) ? optionIn(word, entry.secret) : undefined;
      if (found) return found;
    }
    if (!word.startsWith("-")) return this.#takeOperand(word);
    if (!word.startsWith("--")) this.#flags += word.slice(1, 20);
    // The next word may be the value of this option.
    for (const entry of this.#entries) entry.isOver ||= entry.hasSecret;
    return undefined;
  }

  #takeOperand(word: string): FoundSecret | "over" | undefined {
    if (this.#entries.some(({ secret }) => secret.endsAtOperand)) return "over";
    let found: FoundSecret | undefined;
    for (const entry of this.#entries) if (this.#counts(entry)) found = operandOf(word, entry) ?? found;
    // Subcommands come early. We do not know which options take values, so some operands are such values.
    if (this.#operands.length < MOST_OPERANDS) {
      this.#operands.push(word);
      for (const entry of this.#entries) this.#reach(entry);
    }
    return found;
  }

  #reach(entry: SecretState): void {
    const { after, isReached } = entry;
    if (isReached) return;
    const last = this.#operands.slice(-after.length);
    entry.isReached = after.every((word, index) => word === last[index]);
  }

  #counts({ isReached, secret: { flag } }: SecretState): boolean {
    return isReached && (flag === undefined || this.#flags.includes(flag));
  }
}

interface SecretState {
  readonly secret: ProgramSecrets;
  readonly after: readonly string[];
  isReached: boolean;
  /** Counted after the words of `after`. */
  operands: number;
  isSecretKey: boolean;
  /** An operand was masked. */
  hasSecret: boolean;
  isOver: boolean;
}

const MOST_OPERANDS = 8;

function operandOf(word: string, entry: SecretState): FoundSecret | undefined {
  const { operands, isSetting } = entry.secret;
  entry.operands += 1;
  if (operands?.part === "equals" || operands?.part === "setting") {
    return word.includes("=") ? { at: 0, part: operands.part } : undefined;
  }
  if (isSetting && entry.operands === 1) entry.isSecretKey = isSecretSetting(word);
  const isValue = isSetting && entry.operands > 1 && entry.isSecretKey;
  if (entry.isOver || !(isValue || (operands && entry.operands >= operands.from))) return undefined;
  entry.hasSecret = true;
  return { at: 0, part: operands?.part ?? "all" };
}

function optionIn(word: string, { attached, long, short, takes }: ProgramSecrets): FoundSecret | undefined {
  for (const [start, part] of Object.entries(attached ?? {})) {
    if (word.startsWith(start)) return { at: word === start ? "attached" : start.length, part };
  }
  if (!word.startsWith("-")) return undefined;
  const equals = word.indexOf("=");
  const part = long?.[equals < 0 ? word : word.slice(0, equals)];
  if (part !== undefined) return { at: equals < 0 ? "next word" : equals + 1, part };
  return short && !word.startsWith("--") ? inCluster(word, short, takes ?? "") : undefined;
}

/** In `-sSu` and `-suada:…`, the first letter that takes a value takes the rest of the word, or the next word. */
function inCluster(
  word: string,
  short: Readonly<Record<string, SecretPart>>,
  takes: string,
): FoundSecret | undefined {
  for (let index = 1; index < word.length; index++) {
    const letter = word.charAt(index);
    const part = short[letter];
    if (part !== undefined) {
      const from = word[index + 1] === "=" ? index + 2 : index + 1;
      return { at: from < word.length ? from : "next word", part };
    }
    if (takes.includes(letter) || !/[A-Za-z0-9#]/.test(letter)) return undefined;
  }
  return undefined;
}
