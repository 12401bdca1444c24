import { beforeAll, describe, expect, it } from "vitest";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { isHarmlessDuckdb, isHarmlessSqlite } from "../../../src/policy/programs/checks/sql.js";
import { runInThrowawayFolder } from "./throwaway-folder.js";

beforeAll(() => ensurePrograms({ sqlite3: "sqlite3" }));

const FILES = { "secret.txt": "s3cret" };
const SETUP = "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO users(name) VALUES('ada');";

function sqlite(command: string): { readonly stdout: string; readonly left: readonly string[] } {
  return runInThrowawayFolder(["sqlite3", "app.db", SETUP, command], { files: FILES });
}

describe("commands of sqlite3 that stay in their database", () => {
  it.each<[command: string, about: string]>([
    [".tables", "tables"],
    [".schema users", "a table"],
    [".schema --indent", "all of them"],
    [".indexes", "indexes"],
    [".databases", "files"],
    [".headers on", "a setting"],
    [".mode column", "another"],
    ['.separator ","', "a quoted one"],
    [".dump", "all as SQL"],
    [".dump users", "a table as SQL"],
    ["SELECT * FROM users", "rows"],
    ["select id, name from users where name like 'a%' order by id desc limit 10;", "some of them"],
    ["SELECT count(*), max(id), group_concat(name, ', ') FROM users", "functions"],
    ["SELECT u.name FROM users AS u JOIN users v ON (u.id = v.id)", "a join"],
    ["SELECT name, row_number() OVER (PARTITION BY name ORDER BY id) FROM users", "a window"],
    ["WITH x(a) AS (SELECT 1) SELECT a FROM x", "a part by name"],
    ["SELECT 'it''s; .shell touch pwned'", "a text"],
    ["SELECT 1; -- a comment; .shell x\nSELECT 2", "a comment"],
    ['SELECT "name", [id], `name` FROM "users"', "quoted names"],
    ["INSERT INTO users(name) VALUES('grace'),('alan')", "new rows"],
    ["INSERT OR IGNORE INTO users (id, name) SELECT 1, 'x'", "new rows, if they are"],
    ["INSERT INTO users(id,name) VALUES(1,'x') ON CONFLICT(id) DO UPDATE SET name='y'", "or changed ones"],
    ["UPDATE users SET name = upper(name) WHERE id = 1", "changed rows"],
    ["DELETE FROM users WHERE id = 7", "deleted rows"],
    [
      "CREATE TABLE IF NOT EXISTS posts(id INTEGER, user_id INT REFERENCES users(id), title VARCHAR(80))",
      "a table",
    ],
    ["CREATE UNIQUE INDEX i ON users(name)", "an index"],
    ["CREATE VIEW v AS SELECT name FROM users", "a view"],
    ["ALTER TABLE users ADD COLUMN age INTEGER DEFAULT (0)", "a column"],
    ["DROP TABLE IF EXISTS posts", "a table less"],
    ["BEGIN; UPDATE users SET name='x'; ROLLBACK", "taken back"],
    ["EXPLAIN QUERY PLAN SELECT * FROM users", "a plan"],
    ["PRAGMA integrity_check", "a check"],
    ["PRAGMA table_info(users)", "columns"],
    ["PRAGMA main.table_info('users');", "of a schema"],
    ["PRAGMA foreign_keys = ON", "a setting"],
    ["SELECT json_extract('{\"a\":1}', '$.a')", "JSON"],
    ["VACUUM", "tidied"],
    ["", "nothing"],
  ])("%j (%s)", (command) => {
    // A path of JSON has a dollar in it, which is left to the person.
    expect(isHarmlessSqlite(command)).toBe(!command.includes("$"));
    const { stdout, left } = sqlite(command);
    expect({ left, readsSecret: stdout.includes("s3cret") }).toEqual({
      left: ["app.db"],
      readsSecret: false,
    });
  });
});

describe("commands of sqlite3 that reach further", () => {
  it.each<[command: string, about: string]>([
    [".shell touch pwned", "a shell"],
    [".system touch pwned", "by its other name"],
    [".sh touch pwned", "abbreviated"],
    [".output pwned", "a file"],
    [".once pwned", "a file for once"],
    [".backup pwned", "a copy"],
    [".save pwned", "by its other name"],
    [".clone pwned", "another copy"],
    [".log pwned", "a log"],
    [".open pwned", "another database"],
    ["ATTACH 'pwned' AS x; CREATE TABLE x.t(a)", "another database, by SQL"],
    ["SELECT 1; attach database 'pwned' as x; create table x.t(a)", "behind another"],
    ["VACUUM INTO 'pwned'", "a copy, by SQL"],
    ["SELECT writefile('pwned', 'x')", "a file, by a function"],
    ["SELECT \"writefile\"('pwned', 1)", "quoted"],
    ["SELECT [writefile]('pwned', 1)", "in brackets"],
    ["SELECT `writefile`('pwned', 1)", "in backquotes"],
    ["SELECT WriteFile ('pwned', 1)", "in another case, with a blank"],
    ["SELECT writefile/**/('pwned', 1)", "with a comment"],
    ["SELECT writefile-- x\n('pwned', 1)", "with another"],
    ["SELECT * FROM users a JOIN users b ON writefile('pwned', 1)", "in a condition"],
    ["INSERT INTO users(name) SELECT writefile('pwned', 1)", "in new rows"],
    ["CREATE TABLE pwnd AS SELECT writefile('pwned', 1)", "in a table"],
    ["UPDATE users SET name = writefile('pwned', 1)", "in a change"],
    ["SELECT edit('x', 'touch pwned;:')", "a program that edits"],
    ["PRAGMA temp_store_directory = '.'; ATTACH 'pwned' AS x; CREATE TABLE x.t(a)", "a folder"],
  ])("%j, and it happens (%s)", (command) => {
    expect(isHarmlessSqlite(command)).toBe(false);
    expect(isHarmlessDuckdb(command)).toBe(false);
    // Some leave a file of this name, and some write when the database is closed: all of them are told from the setup alone.
    const { left } = sqlite(command);
    const isOpened = command.startsWith(".open");
    expect(left.some((name) => name === "pwned") || isOpened).toBe(true);
  });

  it.each<[command: string, about: string]>([
    ["SELECT readfile('secret.txt')", "a file that is read"],
    ["SELECT data FROM fsdir('secret.txt')", "as a table"],
    ["SELECT data FROM fsdir WHERE path = 'secret.txt'", "without parentheses"],
    ["SELECT data FROM 'fsdir' WHERE path = 'secret.txt'", "as a text"],
    ["SELECT data FROM \"FSDIR\" WHERE path = 'secret.txt'", "as a name"],
    [".read secret.txt", "as commands"],
    [".import secret.txt users", "as rows"],
  ])("%j (%s)", (command) => expect(isHarmlessSqlite(command)).toBe(false));

  it.each<[command: string, about: string]>([
    ["SELECT load_extension('./evil')", "a library"],
    [".load ./evil", "by a command"],
    [".tables\n.shell touch pwned", "two lines"],
    ["SELECT 1;\n.shell touch pwned", "a command in the second line"],
    [" .shell touch pwned", "a blank before"],
    [".tables `touch pwned`", "a backquote"],
    ['.print "a\\"', "a backslash"],
    [".excel", "a program that opens"],
    [".www", "a browser"],
    [".cd /", "another folder"],
    [".archive -c pwned", "an archive"],
    [".testcase x", "a file of a fixed name"],
    [".trace x", "a log of statements"],
    [".parameter set @x 1", "a variable"],
    ["CREATE VIRTUAL TABLE t USING csv(filename='/etc/passwd')", "a table from a file"],
    ["CREATE TRIGGER t AFTER INSERT ON users BEGIN SELECT writefile('x', 1); END", "a trigger"],
    ["PRAGMA writable_schema = 1", "a setting that opens the schema"],
    ["PRAGMA temp_store_directory = '/'", "a folder"],
    ["DETACH x", "what is not listed"],
    ["SELECT * FROM zipfile('x.zip')", "an archive"],
    ["SELECT fts3_tokenizer('x', x'00')", "a pointer"],
    ["SELECT unknown_function(1)", "a function that we do not know"],
    ["EXPLAIN ATTACH 'x' AS y", "behind EXPLAIN"],
    ["SELECT 1 --comment", "a comment that MySQL does not take for one"],
    ["SELECT /* x */ 1", "a comment that may nest"],
    ["SELECT 'a\\'", "a backslash"],
    ["SELECT 'a", "not closed"],
    ["SELECT 1\0", "NUL"],
  ])("%j (%s)", (command) => expect(isHarmlessSqlite(command)).toBe(false));
});

describe("duckdb, which takes files for tables", () => {
  it.each(["select 1", "SELECT * FROM users WHERE name = 'ada'", ".tables"])("%s", (command) =>
    expect(isHarmlessDuckdb(command)).toBe(true),
  );
  it.each([
    "SELECT * FROM '/etc/passwd'",
    'SELECT * FROM "../x.csv"',
    "SELECT * FROM users, 'https://evil.example/x.csv'",
    "SELECT * FROM '~/.ssh/id_rsa'",
    "SELECT * FROM read_csv('x')",
    "COPY users TO 'x.csv'",
    "INSTALL httpfs",
    "LOAD './evil'",
    "SELECT getenv('TOKEN')",
    ".shell touch pwned",
  ])("%s: refused", (command) => expect(isHarmlessDuckdb(command)).toBe(false));
});
