/** One piece of an expression. */
interface Token {
  readonly kind: "number" | "name" | "value" | "operator";
  /** For a name or a value, the variable's name where there is one. */
  readonly text: string;
  /** As it is written. */
  readonly source: string;
}

export interface ArithmeticSyntax {
  /** The variables whose values are used. */
  readonly reads: readonly string[];
  /** The variables that are set. */
  readonly sets: readonly string[];
}

const TOKEN =
  /\s+|(\d+)(?![\w.])|([A-Za-z_]\w*)|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|[?#$](?![\w{#?$-]))|<<=|>>=|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|(?!\*\*)[-+*/%()<>=!&|^~?:,]/y;

/**
 * Reads an expression of whole numbers and variables; undefined where a shell may find an error in it. bash goes on with
 * the next line after an error, and what was to follow on the same line has not run.
 */
export function readArithmetic(text: string): ArithmeticSyntax | undefined {
  const tokens = tokensOf(text);
  return tokens === undefined ? undefined : new Parser(tokens).read();
}

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    const [source, number, name, plain, braced] = match;
    if (source.trim() === "") continue;
    if (number !== undefined) {
      // A leading zero is octal in bash alone.
      if (!/^(?:0|[1-9]\d{0,15})$/.test(number)) return undefined;
      tokens.push({ kind: "number", text: number, source });
    } else if (name !== undefined) tokens.push({ kind: "name", text: name, source });
    else if (source.startsWith("$")) tokens.push({ kind: "value", text: plain ?? braced ?? "", source });
    else tokens.push({ kind: "operator", text: source, source });
  }
  return tokens;
}

const ASSIGNS = /^(?:=|[-+*/%&|^]=|<<=|>>=)$/;
const BINARY = /^(?:[-+*/%<>&|^]|&&|\|\||[<>=!]=|<<|>>)$/;

class Parser {
  readonly #tokens: readonly Token[];
  readonly #reads: string[] = [];
  readonly #sets: string[] = [];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): ArithmeticSyntax | undefined {
    const isSound = this.#list() && this.#at === this.#tokens.length;
    return isSound ? { reads: this.#reads, sets: this.#sets } : undefined;
  }

  #list(): boolean {
    do if (!this.#assignment()) return false;
    while (this.#take(","));
    return true;
  }

  #assignment(): boolean {
    const [target, operator] = this.#tokens.slice(this.#at, this.#at + 2);
    if (target?.kind !== "name" || operator === undefined || !ASSIGNS.test(operator.text))
      return this.#choice();
    this.#at += 2;
    this.#sets.push(target.text);
    if (operator.text !== "=") this.#reads.push(target.text);
    return this.#mayDivide(operator.text) && this.#assignment();
  }

  #choice(): boolean {
    if (!this.#operands()) return false;
    if (!this.#take("?")) return true;
    return this.#assignment() && this.#take(":") && this.#choice();
  }

  /** Which operator binds more does not matter: nothing is computed. */
  #operands(): boolean {
    if (!this.#operand()) return false;
    for (let next = this.#next(); next?.kind === "operator" && BINARY.test(next.text); next = this.#next()) {
      this.#at += 1;
      if (!this.#mayDivide(next.text) || !this.#operand()) return false;
    }
    return true;
  }

  #operand(): boolean {
    const token = this.#next();
    if (token === undefined) return false;
    this.#at += 1;
    if (token.kind === "number") return true;
    if (token.kind === "value") {
      if (token.text !== "") this.#reads.push(token.text);
      return true;
    }
    if (token.kind === "name") {
      this.#reads.push(token.text);
      if (this.#take("++") || this.#take("--")) this.#sets.push(token.text);
      return true;
    }
    if (token.text === "(") return this.#list() && this.#take(")");
    if (token.text === "++" || token.text === "--") {
      const name = this.#next();
      if (name?.kind !== "name") return false;
      this.#sets.push(name.text);
      return this.#operand();
    }
    return /^[-+!~]$/.test(token.text) && this.#operand();
  }

  /** Only by a number that is spelled out and is not zero. */
  #mayDivide(operator: string): boolean {
    if (!/^[/%]=?$/.test(operator)) return true;
    const divisor = this.#next();
    return divisor?.kind === "number" && divisor.text !== "0";
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #take(text: string): boolean {
    const token = this.#next();
    if (token?.kind !== "operator" || token.text !== text) return false;
    this.#at += 1;
    return true;
  }
}
