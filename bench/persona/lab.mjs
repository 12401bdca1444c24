/** Personas of real Claude Code in a home of their own, against the stand-in API. */
import { dirname } from "node:path";

import { isolatedHome, labEnvironment, labPath } from "../../dist/lab/machine/isolated-home.js";
import { installedRelease } from "../../dist/lab/machine/release-cache.js";
import { StandInApi } from "../../dist/lab/api/stand-in-api.js";

/** Names another release than the newest one of the lab. */
const RELEASE = process.env.CAC_BENCH_RELEASE ?? "2.1.325";
const DRAWN_MS = 300;

/** An answer of some length, another for each round. */
export function spokenText(round) {
  return `Answer ${round}. ${"Some words that follow. ".repeat(40)}\n\n\`\`\`js\nconst round = ${round};\n\`\`\``;
}

/** Resolves to the lab, with these personas in its project; `close()` takes everything away again. */
export async function openLab(personas) {
  const claude = await installedRelease(RELEASE);
  const model = new HeldModel();
  const api = await StandInApi.start(() => model.reply());
  const home = await isolatedHome({
    release: RELEASE,
    files: Object.fromEntries(
      personas.map((name) => [`.claude/personas/${name}/CLAUDE.md`, `You are ${name}.\n`]),
    ),
    homeFiles: {
      ".config/claude-auto-continue/config.json": JSON.stringify({
        version: 1,
        persona: { max: personas.length },
      }),
    },
  });
  const env = labEnvironment({
    home: home.home,
    apiUrl: api.url,
    account: home.account,
    timeZone: "America/New_York",
    path: `${dirname(claude)}:${labPath()}`,
  });
  const close = async () => {
    await api.close();
    await home.remove();
  };
  return { claude, model, env, home: home.home, project: home.project, close };
}

/** A model that says all but the end of its message, and waits until it may say that. */
class HeldModel {
  #text = "";
  #release = () => {};
  #spoke = () => {};

  /** What it answers next. Resolves as soon as nothing but the end is left to say, to what says it and returns when. */
  next(text) {
    this.#text = text;
    return new Promise((resolve) => {
      this.#spoke = () =>
        // Claude Code has drawn what came before: a turn that ends in its first frame would flatter nobody.
        setTimeout(
          () =>
            resolve(() => {
              this.#release();
              return performance.now();
            }),
          DRAWN_MS,
        );
    });
  }

  reply() {
    const released = new Promise((resolve) => {
      this.#release = resolve;
    });
    this.#spoke();
    return { type: "held", text: this.#text, released };
  }
}
