import { consults } from "../../persona/definition/consulting.js";
import type { Persona } from "../../persona/definition/persona.js";
import { isBroken, type BrokenPersona } from "../../persona/definition/find-personas.js";
import { BLANK, type Template, TEMPLATES } from "../../persona/definition/templates.js";

/** The documented shape of `cac persona show --json`, without its folders. */
export function jsonOfPersona(persona: Persona): object {
  return { ...jsonOfListed(persona), identity: persona.identity };
}

/** The documented shape of one item of `cac persona list --json`; of a broken one only the problems are known. */
export function jsonOfListed(persona: Persona | BrokenPersona): object {
  const { name, origin } = persona;
  if (isBroken(persona)) return { name, origin, problems: persona.problems };
  const { description, model, allowedTools, permissionMode, limits } = persona;
  return {
    name,
    origin,
    description,
    model: model ?? null,
    allowedTools,
    consults: consults(persona),
    permissionMode: permissionMode ?? null,
    limits,
    problems: [],
  };
}

export function listLines(personas: readonly (Persona | BrokenPersona)[]): readonly string[] {
  if (personas.length === 0) {
    return [
      "There is no persona yet. Make one from a template:",
      ...TEMPLATES.map(({ name, description }) => `  cac persona new ${name.padEnd(20)} ${description}`),
    ];
  }
  const names = Math.max(...personas.map(({ name }) => name.length));
  const origins = Math.max(...personas.map(({ origin }) => ORIGINS[origin].length));
  return personas.flatMap((persona) => {
    const start = `${persona.name.padEnd(names)}  ${ORIGINS[persona.origin].padEnd(origins)}  `;
    if (!isBroken(persona)) return [`${start}${persona.description}`];
    const problems = persona.problems.flatMap(({ file, says, fix }) => [
      `  ${file} ${says}`,
      `  fix: ${fix}`,
    ]);
    return [`${start}cannot be used:`, ...problems];
  });
}

const ORIGINS: Readonly<Record<Persona["origin"], string>> = {
  global: "yours",
  project: "project",
  both: "yours and project",
};

export function personaLines(persona: Persona, folders: readonly string[]): readonly string[] {
  const { name, description, model, allowedTools, permissionMode, limits } = persona;
  const drift = limits.driftEvery === 0 ? "never" : `every ${limits.driftEvery} questions`;
  return [
    `${name}: ${description}`,
    "",
    `model    ${model ?? "Claude Code's default"}`,
    `tools    ${allowedTools.length === 0 ? "none without a prompt" : allowedTools.join(", ")}`,
    `asks     ${consults(persona) ? "other personas" : "nobody"}`,
    `mode     ${permissionMode ?? "Claude Code's default"}`,
    `limits   idle ${span(limits.idleMs)}, answers within ${span(limits.timeoutMs)}, memory ${size(limits.memoryBytes)}`,
    `drift    ${drift === "never" ? "never checked" : `checked ${drift}`}`,
    ...folders.map((folder, index) => `${index === 0 ? "folders" : "       "}  ${folder}`),
    "",
    ...persona.identity.split(/\r?\n/),
  ];
}

export function madeLines(name: string, folder: string, template: Template): readonly string[] {
  const source =
    template === BLANK ? "It is empty: say who it is in" : `From the template ${template.name}; change it in`;
  return [
    `${name} is in ${folder}.`,
    `${source} CLAUDE.md, and what it may do in persona.json.`,
    `Then: cac persona ask ${name} QUESTION`,
  ];
}

/** 5400000 -> "1h30m". */
function span(ms: number): string {
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
    ["ms", 1],
  ] as const;
  let rest = ms;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count}${unit}`] : [];
  });
  return parts.join("");
}

function size(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes % 1024 === 0 ? `${kilobytes / 1024}mb` : `${kilobytes}kb`;
}
