import { asObject } from "../../claude/json.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables of a client that say how Claude Code logs in and reaches its API. They go over the host's private socket and
 * into the session, and nowhere else.
 */
export interface Login {
  readonly variables: Readonly<Record<string, string>>;
  /** Claude Code started the client, and does not pass TOKEN to what it starts (2.1.197, 2.1.325). */
  readonly isWithheld: boolean;
}

const TOKEN = "CLAUDE_CODE_OAUTH_TOKEN";
/** With any of these, no other token is needed. */
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

/** Undefined if it is not a login. Other variables, such as `PATH`, are dropped. */
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
 * The environment of sessions: that of the host, with the login of the client instead of the login that the host was started
 * with. Kept in this process only.
 */
export class Logins {
  readonly #own: Variables;
  #lastWithToken: Variables;

  constructor(own: Variables) {
    this.#own = own;
    this.#lastWithToken = own;
  }

  /** Without a login, which an old client does not send: the host's own. */
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

  /** A token is only used with the API that its owner uses. */
  #tokenFor(variables: Variables): Variables {
    const { [TOKEN]: token, ANTHROPIC_BASE_URL: url } = this.#lastWithToken;
    return token && variables["ANTHROPIC_BASE_URL"] === url ? { [TOKEN]: token } : {};
  }
}

/** Accounts, providers, proxies, and the directory in which Claude Code keeps its login. */
const LOGIN_NAMES = [
  /^(?:ANTHROPIC|CLAUDE_CODE|AWS|GOOGLE|VERTEX|AZURE)_/,
  /^(?:CLAUDE_CONFIG_DIR|CLOUD_ML_REGION|GCLOUD_PROJECT|NODE_EXTRA_CA_CERTS)$/,
  /^(?:https?|all|no)_proxy$/i,
];

function isLoginName(name: string): boolean {
  return LOGIN_NAMES.some((names) => names.test(name));
}
