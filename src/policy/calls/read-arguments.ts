import type { Word } from "../shell/command-part.js";
import type { CompiledCommand, Option, OptionValue } from "../programs/compile-description.js";
import { INNER_KINDS, type Piece, type ReadArguments, type Refusal } from "./arguments.js";
import {
  isLeftToPerson,
  isOptionValue,
  isUnknown,
  kindWith,
  mayBeginWithPlus,
  mayBeHarmfulOption,
  shown,
  tail,
} from "./argument-kinds.js";
import { assignOperands } from "./assign-operands.js";

/**
 * Reads the words behind a program's name as its own parser would, or refuses where it could be read in two ways.
 * `spelled` of the words are spelled out by a rule: an option among them needs no description.
 */
export function readArguments(command: CompiledCommand, args: readonly Word[], spelled = 0): ReadArguments {
  const reader = new ArgumentReader(args, spelled);
  reader.read(command, 0);
  return reader;
}

interface Operand {
  readonly at: number;
  readonly word: Word;
}

class ArgumentReader implements ReadArguments {
  command!: CompiledCommand;
  readonly chain: CompiledCommand[] = [];
  readonly options: { at: number; option: Option }[] = [];
  readonly pieces: Piece[] = [];
  readonly refusals: Refusal[] = [];
  isOpen = false;
  inner: ReadArguments["inner"];
  readonly #args: readonly Word[];
  readonly #spelled: number;
  #operands: Operand[] = [];

  constructor(args: readonly Word[], spelled: number) {
    this.#args = args;
    this.#spelled = spelled;
  }

  read(command: CompiledCommand, from: number): void {
    this.command = command;
    this.chain.push(command);
    this.#operands = [];
    switch (command.parser) {
      case "dd":
        return this.#readAssignments();
      case "find":
        return this.#readFind();
      default:
        return this.#readWords(from);
    }
  }

  #readWords(from: number): void {
    const { parser, operands, hasCommands } = this.command;
    let at = parser === "tar" && from === 0 ? this.#readBareCluster() : from;
    let areOptionsOver = parser === "words";
    while (at < this.#args.length) {
      const word = this.#args[at];
      if (word === undefined) break;
      const isFirst = hasCommands && this.#operands.length === 0 && !areOptionsOver;
      // One that looks like an option may follow operands: `go test ./... -args x`.
      const isDashed = hasCommands && !areOptionsOver && word.start.startsWith("-");
      const named =
        (isFirst || isDashed) && word.text !== undefined ? this.command.command(word.text) : undefined;
      const isLeft = named !== undefined && isLeftToPerson(named);
      if (named !== undefined && !isLeft) {
        this.#assign();
        return this.read(named, at + 1);
      }
      if (word.text === "--" && !areOptionsOver) {
        areOptionsOver = true;
        at += 1;
        continue;
      }
      const isOption = !areOptionsOver && this.#isOption(word, at);
      if (isOption === "unclear") return;
      if (isOption) {
        const next = this.#readOption(word, at);
        if (next === undefined) return;
        at = next;
        continue;
      }
      if (isFirst && (operands === undefined || isLeft)) {
        // One that a rule spells belongs to the person, with its words.
        if (at < this.#spelled) return this.#readAnything(at + 1);
        this.#refuse(
          at,
          `${word.text ?? "A word that is not known"} is not a command of it that is known to be harmless`,
        );
        return this.#readLoosely(at + 1);
      }
      const slot = operands?.[this.#operands.length];
      const inner = slot === undefined ? undefined : INNER_KINDS[slot.kind];
      if (inner !== undefined) {
        this.inner = { at, kind: inner };
        break;
      }
      this.#operands.push({ at, word });
      if (parser === "posix" || parser === "go") areOptionsOver = true;
      at += 1;
    }
    this.#finish();
  }

  /** Whether the program takes the word for an option; `unclear` where that depends on its value. */
  #isOption(word: Word, at: number): boolean | "unclear" {
    if (this.command.description.plusBeginsOptions === true && mayBeginWithPlus(word)) {
      this.#refuse(at, `${shown(word)} may be an option, which can begin with a plus`);
      return "unclear";
    }
    if (word.text !== undefined) return word.text.startsWith("-") && word.text !== "-";
    if (word.isNumber === true || word.isPipe === true) return false;
    if (word.values !== undefined) {
      if (word.values.every((value) => !value.startsWith("-"))) return false;
    } else if (word.start !== "") {
      // What follows the known beginning belongs to the same word.
      return word.start.startsWith("-");
    } else if (word.glob !== undefined && !mayBeHarmfulOption(this.command, word.glob)) return false;
    const fix = word.glob === undefined ? "" : `; write ./${word.glob}`;
    this.#refuse(at, `${shown(word)} may turn out to be an option${fix}`);
    return "unclear";
  }

  /** The index behind the option; undefined where the rest cannot be read. */
  #readOption(word: Word, at: number): number | undefined {
    const text = word.text ?? word.start;
    const { parser } = this.command;
    if (parser === "go" || parser === "dash")
      return this.#readLong(word, at, text.replace(/^--?/, "-"), text.replace(/^--?/, "--"));
    // Some programs have long options with one dash; they are listed as such.
    const name = text.replace(/=[^]*$/, "");
    const isListed = name.length > 2 && this.command.options.has(name);
    if (text.startsWith("--") || isListed) return this.#readLong(word, at, text);
    return this.#readCluster(word, at);
  }

  #readLong(word: Word, at: number, ...spellings: readonly string[]): number | undefined {
    for (const spelling of spellings) {
      const equals = spelling.indexOf("=");
      const name = equals === -1 ? spelling : spelling.slice(0, equals);
      const option = this.command.options.get(name);
      // Of `--name$X` not even the name is known.
      if (option === undefined || (equals === -1 && word.text === undefined)) continue;
      const text = word.text ?? word.start;
      return this.#take(option, at, equals === -1 ? undefined : tail(word, text.indexOf("=") + 1));
    }
    return this.#readUndescribed(word, at);
  }

  #readCluster(word: Word, at: number): number | undefined {
    const text = word.text ?? word.start;
    for (let letter = 1; letter < text.length; letter += 1) {
      const option = this.command.options.get(`-${text.charAt(letter)}`);
      if (option === undefined) return this.#readUndescribed(word, at);
      if (option.takes === "nothing") {
        this.#take(option, at, undefined);
        continue;
      }
      if (this.command.parser === "separate" && text.length > 2) return this.#readUndescribed(word, at);
      const rest = tail(word, letter + 1);
      const isEmpty = rest.text === "";
      // clap takes the `=` of `-o=x` away, getopt does not.
      if (rest.start.startsWith("=") && option.values[0]?.kind !== "text" && at >= this.#spelled) {
        this.#refuse(at, `${shown(word)} is read differently by different programs`);
        return undefined;
      }
      return this.#take(option, at, isEmpty && option.takes === "value" ? undefined : rest);
    }
    if (word.text !== undefined) return at + 1;
    this.#refuse(at, `Only running it would tell which options ${shown(word)} holds`);
    return undefined;
  }

  #take(option: Option, at: number, glued: Word | undefined): number | undefined {
    this.options.push({ at, option });
    if (option.takes === "nothing") {
      if (glued === undefined) return at + 1;
      // Where a program does not know this form, it complains and ends.
      const isSwitch = /^(?:true|false)$/.test(glued.text ?? "");
      if (!isSwitch) this.#refuse(at, `${option.name} takes no value`);
      return at + 1;
    }
    let last = at;
    const [first, ...others] = option.values;
    if (first !== undefined && (option.takes === "gluedValue" || glued !== undefined)) {
      if (glued !== undefined && glued.text !== "") this.#addPiece(at, option, first, glued);
      if (INNER_KINDS[first.kind] !== undefined) {
        this.#refuse(at, `${option.name} and what it runs stand in one word`);
        return undefined;
      }
    }
    for (const expected of glued === undefined && option.takes === "value" ? option.values : others) {
      const value = this.#args[last + 1];
      if (value === undefined) {
        this.isOpen = true;
        return last + 1;
      }
      last += 1;
      // One that a rule spells is the value, and what follows is read on.
      if (!isOptionValue(value, this.command) && last >= this.#spelled) {
        this.#refuse(last, `${shown(value)} may be the value of ${option.name}, or an option of its own`);
        return undefined;
      }
      const inner = INNER_KINDS[expected.kind];
      if (inner !== undefined) {
        this.inner = { at: last, kind: inner };
        this.#finish();
        return undefined;
      }
      this.#addPiece(last, option, expected, value);
      if (expected.kind === "rest") {
        if (!this.#isRestPlain(last)) return undefined;
        last = this.#args.length - 1;
      }
    }
    return last + 1;
  }

  /**
   * `zip a.zip src -x list of names`: all that follows is text. The archive must stand before, and no option or `@` behind:
   * it would end the list, and what follows would be files again, or the archive.
   */
  #isRestPlain(from: number): boolean {
    if (this.#operands.length === 0) {
      this.#refuse(from, "The list may end before the names of files do");
      return false;
    }
    const odd = this.#args.findIndex(
      (word, at) => at >= from && (word.text === "@" || !isOptionValue(word, this.command)),
    );
    if (odd === -1) return true;
    this.#refuse(odd, "What follows a list may be files again");
    return false;
  }

  #addPiece(at: number, option: Option, { kind, choices }: OptionValue, value: Word): void {
    this.pieces.push({ at, kind, value, choices, option });
  }

  #readUndescribed(word: Word, at: number): undefined {
    if (at >= this.#spelled) this.#refuse(at, `${shown(word)} is not an option that is known to be harmless`);
    this.#readLoosely(at + 1);
    return undefined;
  }

  /**
   * Behind an option that a rule spells and no description knows, what belongs to it cannot be told: words may be anything,
   * and options must be harmless ones.
   */
  #readLoosely(from: number): void {
    for (let at = from; at < this.#args.length; at += 1) {
      const word = this.#args[at];
      if (word === undefined || at < this.#spelled) continue;
      const text = word.text ?? word.start;
      if (/^-./.test(text)) {
        const option = this.command.options.get(text.replace(/=[^]*$/, ""));
        const isHarmless =
          option?.isHarmless === true && option.takes === "nothing" && option.effects.size === 0;
        if (!isHarmless || word.text === undefined)
          this.#refuse(at, `${shown(word)} is not an option that is known to be harmless`);
        continue;
      }
      if (isUnknown(word)) this.#refuse(at, `${shown(word)} may turn out to be an option`);
      this.pieces.push({ at, kind: "any", value: word, choices: undefined, option: undefined });
    }
    this.#finish();
  }

  #readAnything(from: number): void {
    for (const [index, value] of this.#args.slice(from).entries())
      this.pieces.push({ at: from + index, kind: "any", value, choices: undefined, option: undefined });
  }

  /** `tar xzf a.tgz`: the values of the letters follow in order. Returns the index of the next word. */
  #readBareCluster(): number {
    const word = this.#args[0];
    if (word?.text === undefined || !/^[A-Za-z]+$/.test(word.text)) return 0;
    let next = 1;
    for (const letter of word.text) {
      const option = this.command.options.get(`-${letter}`);
      if (option === undefined) {
        this.#readUndescribed(word, 0);
        return this.#args.length;
      }
      this.options.push({ at: 0, option });
      if (option.takes !== "value") continue;
      const value = this.#args[next];
      if (value === undefined) break;
      if (value.count !== "one") this.#refuse(next, `${shown(value)} may be several words`);
      const [expected] = option.values;
      if (expected !== undefined) this.#addPiece(next, option, expected, value);
      next += 1;
    }
    return next;
  }

  #readAssignments(): void {
    for (const [at, word] of this.#args.entries()) {
      const equals = word.start.indexOf("=");
      const option = equals === -1 ? undefined : this.command.options.get(word.start.slice(0, equals));
      if (option === undefined || word.count !== "one") {
        this.#refuse(at, `${shown(word)} is not an operand that is known to be harmless`);
        continue;
      }
      this.options.push({ at, option });
      const [expected] = option.values;
      if (expected !== undefined) this.#addPiece(at, option, expected, tail(word, equals + 1));
    }
  }

  #readFind(): void {
    const { options } = this.command;
    let inExpression = false;
    for (let at = 0; at < this.#args.length; at += 1) {
      const word = this.#args[at];
      if (word === undefined) break;
      const text = word.text ?? word.start;
      const isExpression = /^(?:-.|[()!,]$)/.test(text);
      if (!isExpression && !inExpression && (word.text !== undefined || word.start !== "")) {
        this.#operands.push({ at, word });
        continue;
      }
      // Before the starting points these are options of find itself.
      if (/^-(?:[HLP]|O\d)$/.test(text) && !inExpression && this.#operands.length === 0) {
        const option = options.get(text.slice(0, 2));
        if (option !== undefined) this.options.push({ at, option });
        else this.#refuse(at, `${text} is not an option that is known to be harmless`);
        continue;
      }
      inExpression = true;
      if (/^[()!,]$/.test(text) && word.text !== undefined) continue;
      const option = word.text === undefined ? undefined : options.get(text);
      if (option === undefined) {
        if (at < this.#spelled) continue;
        this.#refuse(at, `${shown(word)} is not a part of an expression that is known to be harmless`);
        continue;
      }
      this.options.push({ at, option });
      // The number of words behind a primary is fixed: `-mtime -7`.
      for (const expected of option.values) {
        at += 1;
        const value = this.#args[at];
        if (value === undefined) break;
        if (value.count !== "one") this.#refuse(at, `${shown(value)} may be several words`);
        this.#addPiece(at, option, expected, value);
      }
    }
    this.#finish();
  }

  #finish(): void {
    const isAlone = this.options.some(({ option }) => option.effects.has("alone"));
    const isMissing = this.command.hasCommands && this.command.operands === undefined;
    if (isMissing && !isAlone && this.refusals.length === 0)
      this.#refuse(this.#args.length, "A command of it that is known to be harmless must follow");
    this.#assign();
    const effects = new Set(this.options.flatMap(({ option }) => [...option.effects]));
    for (const [index, piece] of this.pieces.entries())
      this.pieces[index] = { ...piece, kind: kindWith(piece, effects) };
  }

  /** Gives the operands so far their meaning. */
  #assign(): void {
    const replaced = new Set(this.options.flatMap(({ option }) => [...option.effects]));
    const slots = this.command.operands ?? [];
    const rest = slots.slice(replaced.has("first") ? 1 : 0, replaced.has("last") ? -1 : undefined);
    for (const { operand, kinds } of assignOperands(
      rest,
      this.#operands,
      ({ word }) => word.count === "files",
    )) {
      // A glob may match more files than there are places for.
      const isTooMany =
        operand.word.count === "files" && !rest.some(({ times }) => times === "many" || times === "some");
      if (isTooMany && kinds.length > 0)
        this.#refuse(operand.at, `${shown(operand.word)} may be more words than it takes`);
      if (kinds.length === 0 && operand.at >= this.#spelled)
        this.#refuse(operand.at, `${shown(operand.word)} is not an operand that is known to be harmless`);
      for (const { kind, choices } of kinds)
        this.pieces.push({ at: operand.at, kind, value: operand.word, choices, option: undefined });
    }
    this.#operands = [];
  }

  #refuse(at: number, why: string): void {
    this.refusals.push({ at, why });
  }
}
