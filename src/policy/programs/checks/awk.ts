import { awkTokens, type AwkToken } from "./awk-tokens.js";

/**
 * Whether a program of awk only computes and prints: no `system`, no pipe, no file besides those that it is given.
 * It is parsed by the part of the grammar that all awks share (gawk, mawk, busybox, the original); what does not fit is left
 * to the person.
 */
export function isHarmlessAwk(program: string): boolean {
  if (program.length > LONGEST) return false;
  const tokens = awkTokens(program);
  if (tokens === undefined) return false;
  try {
    new AwkParser(tokens).program();
    return true;
  } catch (error) {
    if (error instanceof NotUnderstood) return false;
    throw error;
  }
}

const LONGEST = 20_000;
const DEEPEST = 60;

const FUNCTIONS = new Set(
  (
    "length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper " +
    "strftime systime mktime strtonum and or xor lshift rshift compl asort asorti patsplit typeof isarray"
  ).split(" "),
);

/** ENVIRON holds secrets, ARGV names the files that are read next, the other two reach every variable and function. */
const CLOSED_NAMES = new Set("ENVIRON ARGV ARGC SYMTAB FUNCTAB system close fflush getline".split(" "));

class NotUnderstood extends Error {}

/** Each method reads one thing of the grammar and moves on, or throws. */
class AwkParser {
  readonly #tokens: readonly AwkToken[];
  readonly #functions: ReadonlySet<string>;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly AwkToken[]) {
    this.#tokens = tokens;
    const names = tokens.filter((_, index) => /^func(?:tion)?$/.test(tokens[index - 1]?.text ?? ""));
    this.#functions = new Set(names.map(({ text }) => text));
  }

  program(): void {
    for (;;) {
      this.#skipEnds();
      if (this.#next.type === "end") return;
      if (this.#takes("function", "func")) this.#function();
      else this.#rule();
    }
  }

  #function(): void {
    const name = this.#advance();
    if (!/^(?:name|call)$/.test(name.type) || isReserved(name.text)) throw new NotUnderstood();
    this.#expect("(");
    while (!this.#takes(")")) {
      this.#name();
      if (this.#next.text !== ")") this.#expect(",");
    }
    this.#skipNewlines();
    this.#block();
  }

  #rule(): void {
    if (this.#takes("BEGIN", "END", "BEGINFILE", "ENDFILE")) return this.#block();
    if (this.#next.text !== "{") {
      this.#expression();
      if (this.#takes(",")) this.#expression();
    }
    if (this.#next.text === "{") this.#block();
    else if (!this.#isEnd()) throw new NotUnderstood();
  }

  #block(): void {
    this.#expect("{");
    this.#skipEnds();
    while (!this.#takes("}")) {
      this.#statement();
      this.#skipEnds();
    }
  }

  #statement(): void {
    this.#deeper(() => {
      if (this.#next.text === "{" && this.#next.type === "sign") return this.#block();
      if (this.#takes("if")) return this.#if();
      if (this.#takes("while")) {
        this.#condition();
        return this.#body();
      }
      if (this.#takes("for")) return this.#for();
      if (this.#takes("do")) return this.#do();
      this.#simpleStatement();
      if (!this.#isEnd() && this.#next.text !== "}") throw new NotUnderstood();
    });
  }

  #if(): void {
    this.#condition();
    this.#body();
    // An `else` may follow behind ends of lines; where it does not, they belong to what comes next.
    const before = this.#at;
    this.#skipEnds();
    if (this.#takes("else")) this.#body();
    else this.#at = before;
  }

  #for(): void {
    this.#expect("(");
    if (this.#next.type === "name" && this.#peek(1).text === "in" && this.#peek(3).text === ")") {
      this.#name();
      this.#expect("in");
      this.#name();
    } else {
      if (this.#next.text !== ";") this.#expression();
      this.#expect(";");
      if (this.#next.text !== ";") this.#expression();
      this.#expect(";");
      if (this.#next.text !== ")") this.#expression();
    }
    this.#expect(")");
    this.#body();
  }

  #do(): void {
    this.#body();
    this.#skipEnds();
    this.#expect("while");
    this.#condition();
  }

  #condition(): void {
    this.#expect("(");
    this.#expression();
    this.#expect(")");
  }

  #body(): void {
    this.#skipNewlines();
    // The slash in `if (x) / 2/` is a division to mawk, and the tokens took it for one.
    if (this.#next.text === "/" || this.#next.text === "/=") throw new NotUnderstood();
    if (!this.#takes(";")) this.#statement();
  }

  #simpleStatement(): void {
    if (this.#takes("next", "nextfile", "break", "continue")) return;
    if (this.#takes("exit", "return")) {
      if (!this.#isEnd() && this.#next.text !== "}") this.#expression();
      return;
    }
    if (this.#takes("delete")) {
      this.#name();
      if (this.#takes("[")) this.#list("]");
      return;
    }
    if (this.#takes("print", "printf")) return this.#print();
    this.#expression();
  }

  /** Here `>` writes a file, unless it stands in parentheses. */
  #print(): void {
    while (!this.#isEnd() && this.#next.text !== "}" && this.#next.text !== ">") {
      this.#expression(false);
      if (!this.#takes(",")) break;
      this.#skipNewlines();
      if (this.#isEnd()) throw new NotUnderstood();
    }
    if (!this.#takes(">")) return;
    const target = this.#advance();
    const isStream = target.type === "string" && /^"\/dev\/std(?:err|out)"$/.test(target.text);
    if (!isStream || (!this.#isEnd() && this.#next.text !== "}")) throw new NotUnderstood();
  }

  /** Operands and operators in turn: which of them binds more tightly makes no difference to what is reached. */
  #expression(mayCompare = true): void {
    this.#deeper(() => {
      for (;;) {
        this.#operand(mayCompare);
        if (this.#takes("?")) {
          this.#expression(mayCompare);
          this.#expect(":");
          continue;
        }
        if (this.#takes("in")) this.#name();
        if (this.#takes("&&", "||")) {
          this.#skipNewlines();
          continue;
        }
        if (this.#next.type === "sign" && OPERATORS.has(this.#next.text)) {
          if (this.#next.text === ">" && !mayCompare) return;
          this.#advance();
          continue;
        }
        // Two operands side by side are one text.
        if (!this.#startsOperand()) return;
      }
    });
  }

  #startsOperand(): boolean {
    const { type, text } = this.#next;
    return (
      ["name", "call", "number", "string"].includes(type) ||
      (type === "sign" && /^(?:[($!]|\+\+|--)$/.test(text))
    );
  }

  #operand(mayCompare: boolean): void {
    while (this.#takes("!", "-", "+", "++", "--", "$")) {
      // Any number of signs may stand before it.
    }
    const token = this.#advance();
    switch (token.type) {
      case "number":
      case "string":
      case "regex":
        return;
      case "call":
        if (!FUNCTIONS.has(token.text) && !this.#functions.has(token.text)) throw new NotUnderstood();
        this.#expect("(");
        return this.#list(")");
      case "name":
        if (token.text !== "length") {
          // `close (x)`: a name that we do not know may be a function of some awk, and a blank does not hide it.
          if (isReserved(token.text) || this.#next.text === "(") throw new NotUnderstood();
          if (this.#takes("[")) this.#list("]", mayCompare);
        }
        break;
      case "sign":
        if (token.text !== "(") throw new NotUnderstood();
        this.#list(")");
        break;
      default:
        throw new NotUnderstood();
    }
    this.#takes("++", "--");
  }

  #list(end: ")" | "]", mayCompare = true): void {
    while (!this.#takes(end)) {
      this.#expression(mayCompare);
      if (this.#next.text === end && this.#next.type === "sign") continue;
      this.#expect(",");
      this.#skipNewlines();
    }
  }

  #name(): void {
    const { type, text } = this.#advance();
    if (type !== "name" || isReserved(text)) throw new NotUnderstood();
  }

  #deeper(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new NotUnderstood();
    read();
    this.#depth -= 1;
  }

  get #next(): AwkToken {
    return this.#peek(0);
  }

  #peek(ahead: number): AwkToken {
    return this.#tokens[this.#at + ahead] ?? { type: "end", text: "" };
  }

  #advance(): AwkToken {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  /** A keyword or a sign of this text: neither a string nor a name. */
  #takes(...texts: readonly string[]): boolean {
    const { type, text } = this.#next;
    if ((type !== "keyword" && type !== "sign") || !texts.includes(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw new NotUnderstood();
  }

  #isEnd(): boolean {
    const { type, text } = this.#next;
    return type === "newline" || type === "end" || (type === "sign" && text === ";");
  }

  #skipEnds(): void {
    while (this.#isEnd() && this.#next.type !== "end") this.#at += 1;
  }

  #skipNewlines(): void {
    while (this.#next.type === "newline") this.#at += 1;
  }
}

const OPERATORS = new Set("+ - * / % ^ < <= > >= == != ~ !~ = += -= *= /= %= ^=".split(" "));

function isReserved(name: string): boolean {
  return FUNCTIONS.has(name) || CLOSED_NAMES.has(name);
}
