import { isHarmlessStatement, statementsOf, type SqlLimits } from "./sql-statements.js";
import { sqlTokens } from "./sql-tokens.js";

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
