export const PYTHONS = "python python3";

export const PYTHON_HELP = `
  -h --help (alone)
  -V --version (alone)
`;
