import { SQL_FUNCTIONS, WORDS_BEFORE_PARENTHESES } from "./sql-functions.js";
import { plainName, type SqlToken } from "./sql-tokens.js";

/** What is known to be harmless of a kind of database. */
export interface SqlLimits {
  /** The words that a statement may begin with. */
  readonly starts: ReadonlySet<string>;
  /** What CREATE, ALTER and DROP may be followed by. */
  readonly things: ReadonlySet<string>;
  /** Whether rows may be changed or deleted anywhere in a statement. */
  readonly mayChange: boolean;
}

/** The statements between the semicolons, without empty ones. */
export function statementsOf(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [[]];
  for (const token of tokens)
    if (token.type === "sign" && token.text === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  return statements.filter((statement) => statement.length > 0);
}

/** One statement that reads or creates rows and tables, with functions that only compute. */
export function isHarmlessStatement(statement: readonly SqlToken[], limits: SqlLimits): boolean {
  const body = withoutExplain(statement);
  const start = wordAt(body, 0);
  if (!limits.starts.has(start)) return false;
  if (/^(?:CREATE|ALTER|DROP)$/.test(start) && !limits.things.has(thingOf(body))) return false;
  return body.every((_, at) => isHarmlessToken(body, at, limits));
}

export function wordAt(statement: readonly SqlToken[], at: number): string {
  const token = statement[at];
  return token?.type === "word" ? token.text : "";
}

/** `EXPLAIN ANALYZE` runs the statement behind it. */
function withoutExplain(statement: readonly SqlToken[]): readonly SqlToken[] {
  if (wordAt(statement, 0) !== "EXPLAIN") return statement;
  let at = 1;
  if (statement[1]?.text === "(") at = statement.findIndex(({ text }) => text === ")") + 1;
  while (/^(?:ANALYZE|VERBOSE|EXTENDED|QUERY|PLAN)$/.test(wordAt(statement, at))) at += 1;
  return statement.slice(at);
}

/** What is created: the first word behind CREATE that is not about how. */
function thingOf(statement: readonly SqlToken[]): string {
  let at = 1;
  while (/^(?:TEMP|TEMPORARY|UNIQUE|OR|REPLACE|MATERIALIZED)$/.test(wordAt(statement, at))) at += 1;
  return wordAt(statement, at);
}

function isHarmlessToken(statement: readonly SqlToken[], at: number, limits: SqlLimits): boolean {
  const token = statement[at];
  const before = wordAt(statement, at - 1);
  if (token?.type === "sign" && token.text === "(") return mayOpen(statement, at);
  if (token?.type !== "word") return true;
  switch (token.text) {
    case "INTO":
      // Of SELECT and VACUUM it writes a file or a table.
      return /^(?:INSERT|REPLACE|IGNORE|ABORT|FAIL|ROLLBACK)$/.test(before);
    case "UPDATE":
    case "DELETE":
    case "MERGE":
      return limits.mayChange || /^(?:ON|FOR)$/.test(before);
    case "ENGINE":
      // Some engines of MariaDB read and write other files.
      return /^(?:INNODB|MYISAM|MEMORY)$/.test(wordAt(statement, at + 2) || wordAt(statement, at + 1));
    case "UESCAPE":
    case "GRANT":
    case "TRIGGER":
    case "DIRECTORY":
    case "OUTFILE":
    case "DUMPFILE":
      return false;
    default:
      return true;
  }
}

/** Whether what stands before a parenthesis is no function, or one that only computes. */
function mayOpen(statement: readonly SqlToken[], at: number): boolean {
  const name = statement[at - 1];
  if (name === undefined) return true;
  if (name.type === "sign") return name.text !== ")" && name.text !== "@";
  if (name.type !== "word" && name.type !== "name") return false;
  let first = at - 1;
  while (statement[first - 1]?.text === "." && /^(?:word|name)$/.test(statement[first - 2]?.type ?? ""))
    first -= 2;
  const isPlain = first === at - 1;
  if (isPlain && name.type === "word" && WORDS_BEFORE_PARENTHESES.has(name.text)) return true;
  return (isPlain && SQL_FUNCTIONS.has(plainName(name))) || isNameOfTable(statement, first);
}

/** `CREATE TABLE t (…)`, `INSERT INTO t (…)`: the parentheses hold columns. */
function isNameOfTable(statement: readonly SqlToken[], at: number): boolean {
  const start = wordAt(statement, 0);
  switch (wordAt(statement, at - 1)) {
    case "INTO":
      return true;
    case "TABLE":
    case "VIEW":
    case "REFERENCES":
    case "EXISTS":
      return start === "CREATE" || start === "ALTER";
    case "ON":
      return start === "CREATE" && thingOf(statement) === "INDEX";
    case "WITH":
    case "RECURSIVE":
      return true;
    default:
      return false;
  }
}
