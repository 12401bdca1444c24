export const LONG_HELP = "--help --version (alone)";

export const UTIL = "-h --help -V --version (alone)";

/** `-3`: a number as an option is a cluster of digits. */
export const DIGITS = "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9";
