export const BUILDS = "the build scripts of packages";

/** What an installer starts to build a package. */
export const STARTS = "python python3 git gcc cc g++ ld as ar";

export const NOT_INSTALLED = "not in the package registries that the tests may use";
