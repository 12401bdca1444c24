import type { Word } from "../command-part.js";

/** Why a shell must not be given this variable with this value: the rest of a sentence that starts with "the command". */
export function whySpecial(name: string, value: Word): string | undefined {
  if (NUMBERS.has(name)) return isWholeNumber(value) ? undefined : `sets ${name}, which zsh evaluates`;
  return SPECIAL.has(name) || SPECIAL_PREFIX.test(name)
    ? `sets ${name}, which means something to a shell`
    : undefined;
}

/** These change how words are read, or where things are; for one program alone they are only its environment. */
export function movesShell(name: string): boolean {
  return MOVES.has(name);
}

/** The shell itself changes it at any time, so that what was assigned is soon gone. */
export function changesByItself(name: string): boolean {
  return NUMBERS.has(name) || CHANGING.has(name);
}

/** For certain a whole number: arithmetic that evaluates it can only count. */
export function isWholeNumber(word: Word): boolean {
  if (word.count !== "one") return false;
  if (word.text !== undefined) return NUMERAL.test(word.text);
  return word.isNumber === true || word.values?.every((text) => NUMERAL.test(text)) === true;
}

const NUMERAL = /^-?\d{1,15}$/;

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const MOVES = names("HOME IFS PWD OLDPWD CDPATH");

const CHANGING = names("REPLY OPTARG PWD OLDPWD");

/**
 * Integers of zsh 5.9 and bash 5.2, and what zsh reads as integers. Their value is evaluated as arithmetic, and the
 * subscript in `COLUMNS='a[$(…)]'` runs.
 */
const NUMBERS = names(
  "COLUMNS LINES HISTSIZE SAVEHIST HISTFILESIZE SECONDS RANDOM OPTIND OPTERR KEYTIMEOUT LISTMAX MAILCHECK FUNCNEST " +
    "DIRSTACKSIZE BAUD TMOUT TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT LOGCHECK SHLVL REPORTTIME REPORTMEMORY PERIOD " +
    "IGNOREEOF CHILD_MAX HISTNO CURSOR PROMPT_DIRTRIM",
);

const SPECIAL_PREFIX = /^(?:BASH|ZSH|COMP_|READLINE_|dis_)/;

/** Parameters that either shell keeps itself, ties to another one or reads while it works (zsh 5.9, bash 5.2). */
const SPECIAL = names(
  "_ EGID EUID GID UID PPID ERRNO TTYIDLE LINENO HISTCMD ARGC USERNAME EPOCHSECONDS EPOCHREALTIME SRANDOM ARGV0 STTY " +
    "FIGNORE FPATH MAILPATH MANPATH MODULE_PATH PSVAR WATCH WATCHFMT KEYBOARD_HACK WORDCHARS NULLCMD READNULLCMD TMPPREFIX " +
    "TMPSUFFIX TIMEFMT TIMEFORMAT HISTCHARS PROMPT PROMPT2 PROMPT3 PROMPT4 PROMPT_COMMAND PROMPT_EOL_MARK PS0 PS1 PS2 PS3 PS4 " +
    "RPS1 RPS2 RPROMPT RPROMPT2 SPROMPT POSTEDIT ZDOTDIR ENV SHELLOPTS GLOBIGNORE GLOBSORT EXECIGNORE POSIXLY_CORRECT " +
    "FUNCNAME GROUPS DIRSTACK COPROC PIPESTATUS FCEDIT HISTFILE HISTCONTROL HISTIGNORE HISTORY_IGNORE HISTTIMEFORMAT INPUTRC MAPFILE " +
    "MATCH MBEGIN MEND match mbegin mend reply aliases argv builtins cdpath commands dirstack fignore fpath funcfiletrace " +
    "funcsourcetrace funcstack functions functions_source functrace galiases histchars history historywords jobdirs jobstates " +
    "jobtexts keymaps langinfo mailpath manpath module_path modules nameddirs options parameters patchars path periodic " +
    "pipestatus prompt psvar reswords saliases signals status sysparams errnos termcap terminfo userdirs usergroups watch " +
    "widgets zsh_eval_context zsh_scheduled_events chpwd precmd preexec zshaddhistory zshexit chpwd_functions " +
    "periodic_functions precmd_functions preexec_functions zshaddhistory_functions zshexit_functions mapfile",
);
