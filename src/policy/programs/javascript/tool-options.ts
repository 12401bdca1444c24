/** A tool of a package: node starts it, and most of their parsers take a word with a dash for an option wherever it stands. */
export const TOOL = { parser: "gnu", starts: "node sh", dashesAreOptions: true } as const;

export const NODE_HELP = `
  -h --help (alone)
  -v --version (alone)
`;

export const NODE_HELP_V = `
  -h --help (alone)
  -V --version (alone)
`;
