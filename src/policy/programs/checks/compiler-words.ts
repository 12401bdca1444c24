/** Words that compilers and builds are handed, which may hold an option that runs or writes something. */

/** A word for a test of Rust. Its harness writes to `--logfile`; all else is up to the project. */
export function isTestArgument(text: string): boolean {
  return !/^--logfile(?:=|$)/.test(text);
}

/**
 * A name, a number or nothing. Without a comma: `-Wl,x` hands x to the linker. Without an `@` before it: `@x` stands for the words in x.
 * Without a `=`: it may set a variable.
 */
export function isPlainWord(text: string): boolean {
  return /^(?:\w[\w.:+-]*)?$/.test(text);
}

/** `@x` stands for the words in x, a dash begins an option, and some programs put in what `$x` and `~` stand for. */
export function isPlainPath(text: string): boolean {
  return /^[^@~$-][^\n,$]*$/.test(text);
}

/** An option of a C compiler that neither loads nor writes anything: what stands behind the dashes of clang-tidy. */
export function isCompilerFlag(text: string): boolean {
  return /^(?:-[ID][\w./+="-]+|-U\w+|-isystem|-std=[\w+]+|-W[\w+=-]*|-O\w?|-g|-c|-x|-m(?:arch|tune|cpu)=[\w.+-]+|-m(?:32|64)|-f(?:no-)?(?:exceptions|rtti|openmp|PIC|pic|sized-deallocation)|-nostdinc(?:\+\+)?|-pthread|[\w./+-]*\w)$/.test(
    text,
  );
}

/** Entries of CMake's own that choose no program and no file. */
const CMAKE_ENTRIES =
  /^(?:CMAKE_(?:BUILD_TYPE|CONFIGURATION_TYPES|EXPORT_COMPILE_COMMANDS|COMPILE_WARNING_AS_ERROR|C_STANDARD|CXX_STANDARD|CXX_STANDARD_REQUIRED|CXX_EXTENSIONS|CUDA_ARCHITECTURES|OSX_ARCHITECTURES|OSX_DEPLOYMENT_TARGET|POSITION_INDEPENDENT_CODE|INTERPROCEDURAL_OPTIMIZATION|UNITY_BUILD|VERBOSE_MAKEFILE|COLOR_DIAGNOSTICS|COLOR_MAKEFILE|FIND_PACKAGE_PREFER_CONFIG|SKIP_INSTALL_RULES|DISABLE_FIND_PACKAGE_\w+|POLICY_VERSION_MINIMUM)|BUILD_SHARED_LIBS|BUILD_TESTING)$/;
/** Names that end like the name of a program, a folder or a file to load. */
const CMAKE_RUNS =
  /(?:EXECUTABLE|COMPILER|LINKER|LAUNCHER|PROGRAM|COMMAND|CMD|TOOL|TOOLS|WRAPPER|EXE|BIN|BINARY|FLAGS|INCLUDE|FILE|SCRIPT|RUNNER|EMULATOR|GENERATOR|INTERPRETER|CLANG_TIDY|CPPCHECK|CPPLINT|INCLUDE_WHAT_YOU_USE|CCACHE|PYTHON3?|_DIR|_ROOT|_PATH|PREFIX|DESTDIR)$/i;

/** `NAME=value` or `NAME:TYPE=value` of `cmake -D` that chooses neither a program nor a file. */
export function isCmakeEntry(text: string): boolean {
  const [, name, value] = /^([A-Za-z]\w*)(?::(?:BOOL|STRING|UNINITIALIZED))?=([\w.+-]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return false;
  if (CMAKE_ENTRIES.test(name)) return true;
  return !/^(?:CMAKE|CTEST|CPACK|FETCHCONTENT|_)/i.test(name) && !CMAKE_RUNS.test(name);
}
