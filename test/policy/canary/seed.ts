/** Repeats a run: CAC_CANARY_SEED=NUMBER. Without it, `usual` counts. */
export function seedOr(usual: number): number {
  const given = process.env["CAC_CANARY_SEED"];
  return given === undefined || given === "" ? usual : Number(given);
}
