/** Stands for the temporary directory of a capture; of the same length as `/tmp/cac-lab-` and six letters. */
const NEUTRAL_ROOT = "/home/dev/lab-00000";
export const NEUTRAL_PROJECT = `${NEUTRAL_ROOT}/project`;

/** Replaces the directory of the run, also where Claude Code writes it with dashes. Lengths stay, so layout stays. */
export function scrubber(root: string): (text: string) => string {
  if (root.length !== NEUTRAL_ROOT.length) throw new Error(`${root} is not as long as ${NEUTRAL_ROOT}`);
  return (text) => text.replaceAll(root, NEUTRAL_ROOT).replaceAll(dashed(root), dashed(NEUTRAL_ROOT));
}

function dashed(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}
