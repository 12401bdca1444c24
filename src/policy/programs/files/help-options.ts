export const HELP = "--help --version (alone)";

export const UTIL = "-h --help -V --version (alone)";
