export const C_HELP = "-h --help --version (alone)";

export const COMPILER_STARTS = "sh cc gcc g++ c++ clang clang++ cc1 cc1plus as ld collect2 ar ranlib";
