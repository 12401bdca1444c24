export const PYTHONS = "python python3";

export const HELP = `
  -h --help (alone)
  -V --version (alone)
`;
