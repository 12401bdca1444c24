/** Operators of `test`, `[` and `[[` that mean the same in bash and zsh, with one operand that is not evaluated. */
export const FILE_TESTS: ReadonlySet<string> = new Set(
  "-b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -O -S -n -z".split(" "),
);
/** With two. */
export const TEXT_TESTS: ReadonlySet<string> = new Set("= == != < > -nt -ot -ef".split(" "));
/** With two that a shell may evaluate as arithmetic. */
export const NUMBER_TESTS: ReadonlySet<string> = new Set("-eq -ne -lt -le -gt -ge".split(" "));
