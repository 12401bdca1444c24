import type { CompiledCommand, Option } from "../programs/compile-description.js";

/**
 * Whether a name that the glob matches could be an option that does harm: `*` may match a file called `-rf`. With all options
 * of a program listed, `*.log` is no option of `rm`: no option of it takes a value, and `.` is no letter of one.
 */
export function mayBeHarmfulOption(command: CompiledCommand, glob: string): boolean {
  if (!/^[*?[]/.test(glob)) return glob.startsWith("-");
  if (command.description.isComplete !== true) return true;
  const ending = /[^*?\]]*$/.exec(glob)?.[0] ?? "";
  const options = new Set(command.options.values());
  const short = [...options].filter((option) => option.spellings.some((name) => /^-[^-]$/.test(name)));
  const canCluster =
    short.some(({ takes }) => takes !== "nothing") ||
    ending.split("").every((letter) => command.options.has(`-${letter}`));
  if (canCluster && short.some(isHarmful)) return true;
  return [...options].some(
    (option) =>
      isHarmful(option) &&
      option.spellings.some(
        (name) => /^-./.test(name) && (option.takes !== "nothing" || name.endsWith(ending)),
      ),
  );
}

function isHarmful({ isHarmless, values, effects }: Option): boolean {
  if (!isHarmless) return true;
  if (values.some(({ kind }) => kind !== "text" && kind !== "number")) return true;
  return [...effects].some((effect) => effect !== "alone");
}
