/**
 * What a program does with its words, as data. A rule's `*` covers what a description marks harmless, and nothing else:
 * an option, a subcommand or an operand that is not described here is left to the person.
 */
export interface ProgramDescription extends CommandDescription {
  /** All names of the program, separated by blanks: `grep egrep fgrep`. */
  readonly names: string;
  /** How its own parser reads words. */
  readonly parser: ParserName;
  /** Why it was never run in the canary test (a daemon or an account is missing); undefined where it was. */
  readonly unverified?: string;
}

/** A program or one of its subcommands. */
export interface CommandDescription {
  /**
   * One option a line: its spellings, its value, its effects, a comment.
   *
   *     -i --ignore-case
   *     -A --after-context <number>      required value: next word, `-A3`, `--after-context=3`
   *     --color [auto|always|never]      optional value, only glued: `--color=auto`
   *     -f --file <read> (first)         takes the place of the first operand
   *     ! --pre <code>                   described, and not harmless: needs a rule that spells it
   *     # a comment
   *
   * A value is `<required>` or `[optional]`: a `ValueKind`, or choices separated by `|`. Two words: `--arg <text> <text>`.
   */
  readonly options?: string;
  /** Options that are also taken behind every subcommand. Same form. */
  readonly globalOptions?: string;
  /**
   * The words that are not options, in order: kinds separated by blanks; `read*` any number, `read+` one or more, `read?` one or none.
   * A program without this takes none: any operand is left to the person.
   */
  readonly operands?: string;
  /**
   * Subcommands by name; aliases separated by blanks (`"install i add"`). Where there are subcommands, one of them must follow,
   * unless `operands` is given too.
   */
  readonly commands?: Readonly<Record<string, CommandDescription>>;
  /**
   * What it does with its standard input. `code`: runs it; then only /dev/null or nothing may be there. `codeAlone`: runs it where
   * there is no operand. Default: `data`.
   */
  readonly input?: "data" | "code" | "codeAlone";
  /** What it does without operands of kind `search`: looks through the current directory. Default: nothing. */
  readonly searchesHere?: true;
  /** What git ignores is left out. */
  readonly skipsIgnored?: true;
  /** A search of it leaves out hidden files, unless an option says otherwise. */
  readonly skipsHidden?: true;
  /** In a folder that it is given it opens what symbolic links lead to. */
  readonly followsLinks?: true;
  /** It unpacks files below its working directory: deny rules for writing see that folder. */
  readonly writesHere?: true;
  /**
   * Which files it makes besides the path that it is given to write. `sameNames`: in a folder, files with the names of its operands
   * (`cp a.txt src` writes `src/a.txt`). `prefixed`: files whose names begin with it. `none`: no others. Default: in a folder, any.
   */
  readonly newFiles?: "sameNames" | "prefixed" | "none";
  /** What it runs besides itself, for people: `the script of package.json`, `the compiler`. It is the project's own doing. */
  readonly runs?: string;
  /** Programs that it may start by itself, by name: the canary test lets them run. */
  readonly starts?: string;
  /** Every option that it takes is listed, so that a glob can be shown not to match another one. */
  readonly isComplete?: true;
  /** Its parser takes a word that begins with `-` for an option even where a value must follow (yargs, mri, minimist). */
  readonly dashesAreOptions?: true;
  /** `+name` is an option too, as Perl's Getopt::Long has it: such a word is left to the person. */
  readonly plusBeginsOptions?: true;
  /** How its own parser reads words, where a subcommand differs. */
  readonly parser?: ParserName;
}

/**
 * How a program finds its options. In each of them a value that begins with `-` and stands in a word of its own is
 * left to the person, so no parser's view of it matters.
 *
 * - `gnu`: `-abc` is a cluster, `-oVALUE`, `--long=VALUE`, `--long VALUE`; options may follow operands; `--` ends them.
 *   Also Python's argparse and click, Rust's clap, commander, yargs, Ruby's OptionParser.
 * - `posix`: the same, but the first operand ends the options.
 * - `words`: it has no options; each word is an operand.
 * - `go`: `-name` and `--name` are the same, `-name=VALUE`, `-name VALUE`; no clusters; the first operand ends the options.
 * - `dash`: as `go`, but options may follow operands (`terraform`, `java`-like tools, `tsc`).
 * - `separate`: as `gnu`, but a value is always a word of its own, and the letters behind one with a value are options too (`tree`).
 * - `tar`: as `gnu`, and a first word without a dash is a cluster whose values follow in order.
 * - `dd`: every word is `name=value`; the options are written without dashes.
 * - `find`: starting points, then an expression; the options are the primaries.
 */
export type ParserName = "gnu" | "posix" | "words" | "go" | "dash" | "separate" | "tar" | "dd" | "find";

/**
 * What a value or an operand is to the program.
 *
 * - `text`: never opened and never run. Any one word will do.
 * - `number`: the same; the canary test fills in numbers.
 * - `read`: a file that is read. With an option `(deep)`: with all that is below it.
 * - `search`: a file or folder that is read with all that is below it.
 * - `list`: a file or folder whose name, size or kind is looked at, not its content.
 * - `write`: a file or folder that is created, changed or deleted. It must lie in the project, or an Edit rule must cover it.
 * - `folder`: the folder it works in (`-C`): must lie in the project; later relative paths count from there.
 * - `script`: a file that is run or loaded as code. It must lie in the project, and mode `all` leaves it to the person.
 * - `task`: the name of something that the project defines (a script of package.json, a make target).
 * - `any`: handed to the project's own code. Deny rules look at it as a path that may be read or written.
 * - `code`: code, or a program: never covered by a `*`.
 * - `command`: this word and all that follow are a command of their own, judged as such.
 * - `shell`: a text that a shell runs, judged as such.
 * - `url`: an http or https address; a `file:` address or anything else is left to the person.
 * - `remote`: a git remote: a name, an https or ssh address, or a path; never `ext::` and the like.
 * - `address`: a git remote on another machine. `pushed`: that, or the name of a remote. A folder would do for git, and the hooks
 *   of the repository there would run.
 * - `package`: the name of a package in a registry, with a version; not a path, not an address.
 * - `module`: as `command`, and the program is the description named `python-m:NAME`.
 * - `mount`: `source:target` of a container; the source must lie in the project, or be a named volume.
 * - `assignment`: `NAME=value` of make or a container: a plain name that runs nothing, and a value without code.
 * - `curldata`: text, or `@file`, which is read.
 * - `bin`: a script of package.json with arguments of its own; where there is none of that name, as `command`. `npx`: one that may come from the registry, described
 *   under the name `npx:NAME`, and `uvx`, under `uvx:NAME`.
 * - `again`: the words that follow are read as the program's own once more (`pnpm -r run x`).
 * - `source`: a file or folder of the project that is built, bundled or served. It must lie in the project.
 * - `move`: a file or folder that is moved away: read and written.
 * - `link`: what a link leads to: it must lie in the project.
 * - `localread`, `localwrite`: as `read` and `write`, and not on another machine (`host:path`).
 * - `localsearch`: as `search`, and not on another machine.
 * - `archive`, `member`: the archive of tar and what is in it: written and read with `(packs)`, else read and named.
 * - `rest`: text, as are all words behind it.
 * - `target`: a `task` or an `assignment`.
 * - `nowhere`: /dev/null or standard output.
 * - `writeout`, `curlform`: a format and a form of curl that name no file.
 * - `format`: `+FORMAT` of date; without the plus it would set the clock.
 * - `pid`: the number of a process. `digits`: a number; the program takes any other word for an operand.
 * - `requirement`: a `package` with extras and a version, or a path of the project (`.[dev]`).
 * - `pair`: `NAME=value` of a container; a name alone would hand on a value from here.
 * - `testarg`, `plainword`, `cflag`, `cmakeentry`: words for compilers and tests that load and write nothing.
 * - `plainsource`, `plainread`, `plainwrite`: as `source`, `read` and `write`, and no option or list of words in disguise.
 * - `refspec`: what git pushes; not by force.
 * - `gopackage`, `gomodule`, `goldflags`: packages of this module, modules, and flags for Go's linker that run nothing.
 * - `githubpath`: a path of GitHub's API that is only read.
 * - `kubeoutput`, `kuberesource`, `cloudvalue`: values that name no file and no secret.
 * - `sed`, `awk`, `jq`, `yq`, `sql`, `sqlite`, `psql`, `duckdb`: a script that is checked by its own grammar.
 */
export type ValueKind =
  | "text"
  | "number"
  | "read"
  | "search"
  | "list"
  | "write"
  | "folder"
  | "script"
  | "task"
  | "any"
  | "code"
  | "command"
  | "shell"
  | "url"
  | "remote"
  | "address"
  | "pushed"
  | "package"
  | "module"
  | "mount"
  | "assignment"
  | "curldata"
  | "bin"
  | "npx"
  | "uvx"
  | "requirement"
  | "pair"
  | "testarg"
  | "plainword"
  | "plainsource"
  | "plainread"
  | "plainwrite"
  | "refspec"
  | "gopackage"
  | "gomodule"
  | "goldflags"
  | "githubpath"
  | "cflag"
  | "cmakeentry"
  | "kubeoutput"
  | "kuberesource"
  | "cloudvalue"
  | "psql"
  | "duckdb"
  | "again"
  | "source"
  | "move"
  | "link"
  | "localread"
  | "localwrite"
  | "localsearch"
  | "archive"
  | "member"
  | "rest"
  | "target"
  | "nowhere"
  | "writeout"
  | "curlform"
  | "format"
  | "pid"
  | "digits"
  | "sed"
  | "awk"
  | "jq"
  | "yq"
  | "sql"
  | "sqlite";

/**
 * What an option does besides taking its value.
 *
 * - `first`, `last`: it takes the place of the first or last operand (`-e` of grep, `-t` of cp).
 * - `deep`: what is read is read with all below it. `follows`: links below are followed too. `hidden`: so are hidden files
 *   that the program leaves out otherwise (`skipsHidden`).
 * - `writes`: what would be read is written (`-i` of sed, `--fix`). `reads`: what would be written is only read (`-c` of gzip).
 * - `packs`: the archive is written, and its members are read. `unpacks`: members are written below the working directory.
 * - `alone`: nothing else happens (`--version`, `--help`).
 */
export type OptionEffect =
  "first" | "last" | "deep" | "follows" | "hidden" | "writes" | "reads" | "packs" | "unpacks" | "alone";
