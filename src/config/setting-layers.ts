import { readConfigFile } from "./config-file.js";
import { nearestName } from "../host/nearest-name.js";
import { shellWord } from "../host/shell-word.js";
import { checkSettings, refusedRules, type Problem } from "./check-settings.js";
import { nearestSetting, VARIABLES, type FlatSettings, type Settings } from "./settings-table.js";

/** Something about the settings that the user should know before anything else is on the screen. */
export interface ConfigWarning {
  readonly message: string;
  readonly fix: string;
}

/** The settings of one origin. */
export interface Layer {
  readonly source: "option" | "environment" | "file";
  readonly settings: FlatSettings;
  readonly warning: ConfigWarning | undefined;
  /** Rules of approval may have been among what could not be used. */
  readonly rulesLost: boolean;
}

export function optionLayer(given: Settings): Layer {
  return check("option", given, (problems) => ({
    message: `options: ${problems.map((problem) => `"${problem.path.join(".")}" ${problem.message}`).join("; ")}`,
    fix: "correct what is passed to loadConfig",
  }));
}

export function environmentLayer(env: Readonly<Record<string, string | undefined>>): Layer {
  const set = VARIABLES.filter(([variable]) => env[variable]);
  const given = Object.fromEntries(set.map(([variable, key]) => [key, env[variable]]));
  return check("environment", given, (problems) => {
    const bad = set.flatMap(([variable, key]) => {
      const problem = problems.find(({ path }) => path.join(".") === key);
      return problem ? [{ variable, message: problem.message }] : [];
    });
    return {
      message: `environment: ${bad.map(({ variable, message }) => `${variable} ${message}`).join("; ")}`,
      fix: `correct it, or: unset ${bad.map(({ variable }) => variable).join(" ")}`,
    };
  });
}

export function fileLayer(file: string): Layer {
  const found = readConfigFile(file);
  const nothing = { source: "file", settings: {} } as const;
  if (found.type === "missing") return { ...nothing, warning: undefined, rulesLost: false };
  if (found.type === "bad") {
    return { ...nothing, warning: { message: `${file} ${found.says}`, fix: found.fix }, rulesLost: true };
  }
  return check("file", found.value, (problems) => {
    const said = problems.map((problem) => `"${problem.path.join(".")}" ${problem.message}`).join("; ");
    const mends = problems.map((problem) => mendOf(problem, found.value));
    return { message: `${file}: ${said}`, fix: `correct the file, or: ${mends.join("; ")}` };
  });
}

function check(
  source: Layer["source"],
  given: object,
  warn: (problems: readonly Problem[]) => ConfigWarning,
): Layer {
  const { settings, problems } = checkSettings(given);
  return {
    source,
    settings,
    warning: problems.length > 0 ? warn(problems) : undefined,
    rulesLost: problems.some(isAboutApproval),
  };
}

/**
 * Also where it is only likely: a mistyped `aprove` may have held the rule that says no. In a file of another version
 * every rule may mean something else.
 */
function isAboutApproval({ path }: Problem): boolean {
  const key = path.join(".");
  const [group = ""] = key.split(".");
  const meant = nearestSetting(key);
  const isNear = nearestName(group, ["approve"]) !== undefined || meant?.startsWith("approve.") === true;
  return isNear || key === "version" || meant === "version";
}

/** The command that takes the trouble out of the file: the rule alone, where it is one. */
function mendOf({ path }: Problem, value: object): string {
  const rules = refusedRules(path, value);
  if (rules.length > 0) return `cac policy remove ${rules.map(shellWord).join(" ")}`;
  return `cac config unset ${shellWord(path.join("."))}`;
}
