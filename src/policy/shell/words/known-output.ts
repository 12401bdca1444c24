import type { Command, HereDoc, ParsedScript } from "unbash";

/** The here-document of `$(cat <<'EOF' … EOF)`, which is how long messages are written; undefined for any other script. */
export function handedOn(script: ParsedScript | undefined): HereDoc | undefined {
  const command = onlyCommand(script);
  if (command?.name?.text !== "cat" || command.prefix.length > 0 || command.suffix.length !== 1)
    return undefined;
  const [doc] = command.suffix;
  if (doc?.type !== "HereDoc" || doc.descriptor !== undefined || doc.closing === undefined) return undefined;
  return doc.delimiter?.quoted === true || doc.body.parts === undefined ? doc : undefined;
}

/** `$(pwd)` */
export function isOwnDirectory(script: ParsedScript | undefined): boolean {
  const command = onlyCommand(script);
  return command?.name?.text === "pwd" && command.prefix.length === 0 && command.suffix.length === 0;
}

/** It prints one whole number, or nothing. */
export function printsNumber(script: ParsedScript | undefined): boolean {
  return NUMBER.has(plainText(script) ?? "");
}

/** It prints whole numbers: `seq 1 5`. */
export function printsNumbers(script: ParsedScript | undefined): boolean {
  return /^seq(?: -?\d{1,9}){1,3}$/.test(plainText(script) ?? "");
}

const NUMBER = new Set([
  "nproc",
  "nproc --all",
  "date +%s",
  "id -u",
  "id -g",
  "sysctl -n hw.ncpu",
  "sysctl -n hw.logicalcpu",
  "getconf _NPROCESSORS_ONLN",
]);

/** A command that is nothing but plain words, as they stand there. */
function plainText(script: ParsedScript | undefined): string | undefined {
  const command = onlyCommand(script);
  if (command?.name === undefined || command.prefix.length > 0) return undefined;
  const words = [command.name, ...command.suffix];
  return words.map((word) => (word.type === "Word" && word.parts === undefined ? word.text : "\0")).join(" ");
}

function onlyCommand(script: ParsedScript | undefined): Command | undefined {
  const [statement, more] = script?.commands ?? [];
  const command = statement?.command;
  if (more !== undefined || statement?.background === true || command?.type !== "Command") return undefined;
  return command;
}
