import { isHarmlessStatement, statementsOf, wordAt, type SqlLimits } from "./sql-statements.js";
import { plainName, sqlTokens, type SqlToken } from "./sql-tokens.js";

const SERVER: SqlLimits = {
  starts: new Set(
    "SELECT WITH VALUES TABLE SHOW DESCRIBE DESC USE BEGIN START COMMIT ROLLBACK INSERT CREATE".split(" "),
  ),
  things: new Set("TABLE INDEX VIEW SCHEMA DATABASE SEQUENCE".split(" ")),
  mayChange: false,
};

/**
 * Whether a text of SQL for a server (PostgreSQL, MySQL) only reads and adds: nothing is changed or deleted, no file of the server
 * and no program is reached, and no function is called that we do not know.
 */
export function isHarmlessSql(text: string): boolean {
  // MySQL's client prints a result that ends in \G in lines.
  const tokens = sqlTokens(text.replace(/\\G\s*;?\s*$/, ""));
  return (
    tokens !== undefined && statementsOf(tokens).every((statement) => isHarmlessStatement(statement, SERVER))
  );
}

// In these, what stands between backquotes is run by a shell, `|` is a pipe, and `:` a variable.
const SHOWS =
  /^\\(?:d[A-Za-z]{0,3}|l|z|sf|sv|conninfo|x|a|t|timing|encoding|\?|h|copyright)[S+]*(?:[ \t]+[\w.*?"$+-]+)*[ \t]*$/;

/** What `psql -c` takes: SQL, or one command of psql, of which those that show something are harmless. */
export function isHarmlessPsql(text: string): boolean {
  return text.startsWith("\\") ? SHOWS.test(text) : isHarmlessSql(text);
}

/**
 * Whether a command of sqlite3 reaches nothing but its own database: one of its dot commands that show something, or SQL that
 * attaches no other file. It may change the database.
 */
export function isHarmlessSqlite(text: string): boolean {
  if (text.startsWith(".")) return DOT_COMMAND.test(text);
  // A line that begins with a dot is a command where the text is read as input.
  if (/^[ \t]*[.#]/m.test(text)) return false;
  const tokens = sqlTokens(text);
  if (tokens === undefined || tokens.some(reachesFiles)) return false;
  return statementsOf(tokens).every((statement) =>
    wordAt(statement, 0) === "PRAGMA"
      ? isHarmlessPragma(statement)
      : isHarmlessStatement(statement, DATABASE_FILE),
  );
}

/** The same for duckdb, which takes the name of a file for a table: `SELECT * FROM '/etc/passwd'`. */
export function isHarmlessDuckdb(text: string): boolean {
  if (!isHarmlessSqlite(text)) return false;
  if (text.startsWith(".")) return true;
  return (
    sqlTokens(text)?.every(({ type, text }) => !/^(?:text|name)$/.test(type) || !/[/\\~:]/.test(text)) ===
    true
  );
}

/** Spelled out: sqlite3 takes abbreviations too, and `.sh` is `.shell`. */
const DOT_COMMAND =
  /^\.(?:tables|schema|fullschema|indexes|indices|databases|headers?|mode|nullvalue|separator|width|show|stats|timer|version|help|echo|bail|explain|eqp|changes|dbinfo|timeout|print|exit|quit|dump|vfsinfo|vfslist|vfsname)(?:[ \t]+(?:[\w.%*,:-]+|'[^'"\\\n]*'|"[^'"\\\n]*"))*[ \t]*$/;

const DATABASE_FILE: SqlLimits = {
  starts: new Set(
    (
      "SELECT WITH VALUES INSERT REPLACE UPDATE DELETE CREATE ALTER DROP BEGIN COMMIT END ROLLBACK SAVEPOINT RELEASE " +
      "ANALYZE REINDEX VACUUM SHOW DESCRIBE SUMMARIZE"
    ).split(" "),
  ),
  things: new Set("TABLE INDEX VIEW SCHEMA SEQUENCE".split(" ")),
  mayChange: true,
};

/** Tables and functions of the shell that read or write other files. The name of a table may stand in any quotes. */
const FILES = new Set(
  "fsdir lsdir zipfile readfile writefile edit load_extension fts3_tokenizer sqlite_dbpage".split(" "),
);

function reachesFiles(token: SqlToken): boolean {
  if (token.type === "text") return FILES.has(token.text.slice(1, -1).toLowerCase());
  return (token.type === "word" || token.type === "name") && FILES.has(plainName(token));
}

const PRAGMAS = new Set(
  (
    "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check integrity_check " +
    "quick_check database_list collation_list compile_options encoding page_size page_count freelist_count user_version " +
    "application_id journal_mode synchronous foreign_keys cache_size busy_timeout auto_vacuum wal_checkpoint optimize " +
    "function_list module_list pragma_list query_only recursive_triggers case_sensitive_like"
  ).split(" "),
);

/** `PRAGMA main.table_info(users)`, `PRAGMA foreign_keys = ON`. */
function isHarmlessPragma(statement: readonly SqlToken[]): boolean {
  const words = statement.slice(1);
  const [schema, dot] = words;
  const [name, sign, value, close, ...more] =
    dot?.text === "." && schema !== undefined ? words.slice(2) : words;
  if (name?.type !== "word" || !PRAGMAS.has(plainName(name)) || more.length > 0) return false;
  if (sign === undefined) return true;
  if (value === undefined || value.type === "sign") return false;
  return sign.text === "=" ? close === undefined : sign.text === "(" && close?.text === ")";
}
