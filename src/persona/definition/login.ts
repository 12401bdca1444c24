import { asObject } from "../../claude/json.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What Claude Code is logged in with and reaches its API by, as far as variables say it: those of whoever asks. It goes
 * over the host's private socket and into the session, and nowhere else.
 */
export interface Login {
  readonly variables: Readonly<Record<string, string>>;
  /** Whoever asks was started by Claude Code, which keeps TOKEN from what it starts (2.1.197, 2.1.325). */
  readonly isWithheld: boolean;
}

const TOKEN = "CLAUDE_CODE_OAUTH_TOKEN";
/** With any of these nobody else's token is wanted. */
const CREDENTIALS =
  /^(?:CLAUDE_CODE_OAUTH_TOKEN|ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN|CLAUDE_CODE_USE_\w+)$/;

export function loginOf(env: Variables): Login {
  const variables = Object.fromEntries(
    // 2.1.325 gives an empty token to a server that was added with -e TOKEN='${TOKEN}'.
    Object.entries(freshEnvironment(env)).filter(
      ([name, value]) => isLoginName(name) && (name !== TOKEN || value !== ""),
    ),
  );
  const hasOne = Object.keys(variables).some((name) => CREDENTIALS.test(name));
  return { variables, isWithheld: Boolean(env["CLAUDECODE"]) && !hasOne };
}

/** Undefined where it is none. A name that is no login's, `PATH` say, is left out. */
export function readLogin(value: unknown): Login | undefined {
  const login = asObject(value);
  const variables = asObject(login?.["variables"]);
  if (variables === undefined) return undefined;
  const read: Record<string, string> = {};
  for (const [name, text] of Object.entries(variables)) {
    if (isLoginName(name) && typeof text === "string" && !text.includes("\0")) read[name] = text;
  }
  return { variables: read, isWithheld: login?.["isWithheld"] === true };
}

/**
 * The variables that sessions are started with: the host's own, with the login of whoever asks in the place of the login
 * of whoever happened to start the host. Kept in this process only.
 */
export class Logins {
  readonly #own: Variables;
  #lastWithToken: Variables;

  constructor(own: Variables) {
    this.#own = own;
    this.#lastWithToken = own;
  }

  /** Without a login, from a client that knows none: the host's own. */
  environmentFor(login: Login | undefined): Variables {
    if (login === undefined) return this.#own;
    const { variables, isWithheld } = login;
    if (variables[TOKEN] !== undefined) this.#lastWithToken = variables;
    const others = Object.entries(this.#own).filter(([name]) => !isLoginName(name));
    return {
      ...Object.fromEntries(others),
      ...variables,
      ...(isWithheld && this.#tokenFor(variables)),
    };
  }

  /** A token goes only where whoever has it sends it too. */
  #tokenFor(variables: Variables): Variables {
    const { [TOKEN]: token, ANTHROPIC_BASE_URL: url } = this.#lastWithToken;
    return token && variables["ANTHROPIC_BASE_URL"] === url ? { [TOKEN]: token } : {};
  }
}

/** Accounts, providers and the way to them; also where Claude Code keeps its login. */
const LOGIN_NAMES = [
  /^(?:ANTHROPIC|CLAUDE_CODE|AWS|GOOGLE|VERTEX|AZURE)_/,
  /^(?:CLAUDE_CONFIG_DIR|CLOUD_ML_REGION|GCLOUD_PROJECT|NODE_EXTRA_CA_CERTS)$/,
  /^(?:https?|all|no)_proxy$/i,
];

function isLoginName(name: string): boolean {
  return LOGIN_NAMES.some((names) => names.test(name));
}
