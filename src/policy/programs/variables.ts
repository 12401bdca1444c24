import type { Assignment } from "../shell/command-part.js";

/** Variables of the environment that change how much a program says or how it builds, not what it runs. */
const VARIABLES: readonly { readonly name: RegExp; readonly value: RegExp }[] = [
  // Switches, levels, colours, locales: any value without a meaning to a shell.
  {
    name: /^(?:CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLORTERM|DEBUG|VERBOSE|LOG_LEVEL|LOGLEVEL|TERM|ENVIRONMENT|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FLASK_ENV|DJANGO_DEBUG)$/,
    value: /^[\w.,:*/@+ -]*$/,
  },
  { name: /^(?:LANG|LANGUAGE|LC_[A-Z]+)$/, value: /^[\w.@:-]*$/ },
  { name: /^TZ$/, value: /^[A-Za-z][\w+/-]*$/ },
  { name: /^(?:PORT|HOST|HOSTNAME|BASE_URL|API_URL|PUBLIC_URL)$/, value: /^[\w.:/-]*$/ },
  { name: /^(?:COLUMNS|LINES)$/, value: /^\d+$/ },
  { name: /^NODE_OPTIONS$/, value: nodeOptions() },
  {
    name: /^(?:NODE_NO_WARNINGS|NEXT_TELEMETRY_DISABLED|ASTRO_TELEMETRY_DISABLED|TURBO_TELEMETRY_DISABLED|HUSKY|HUSKY_SKIP_HOOKS|SKIP_PREFLIGHT_CHECK|UPDATE_SNAPSHOT|CHROMATIC|DO_NOT_TRACK|npm_config_(?:loglevel|fund|audit|yes|progress)|NPM_CONFIG_(?:LOGLEVEL|FUND|AUDIT|YES|PROGRESS)|YARN_ENABLE_IMMUTABLE_INSTALLS)$/,
    value: /^\w*$/,
  },
  {
    name: /^(?:PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|PYTHONIOENCODING|PYTHONUTF8|PYTHONFAULTHANDLER|PIP_NO_CACHE_DIR|PIP_DISABLE_PIP_VERSION_CHECK|PIP_NO_INPUT|UV_FROZEN|UV_LOCKED|UV_NO_PROGRESS|SETUPTOOLS_SCM_PRETEND_VERSION|HYPOTHESIS_PROFILE|DJANGO_SETTINGS_MODULE)$/,
    value: /^[\w.:-]*$/,
  },
  // pytest's switches; `-p` and `-c` would load code.
  {
    name: /^PYTEST_ADDOPTS$/,
    value:
      /^(?:-[vqxsl]+|--(?:tb=\w+|color=\w+|maxfail=\d+|durations=\d+|lf|ff))(?: (?:-[vqxsl]+|--(?:tb=\w+|color=\w+|maxfail=\d+|durations=\d+|lf|ff)))*$/,
  },
  {
    name: /^(?:CGO_ENABLED|GOOS|GOARCH|GOARM|GOAMD64|GO111MODULE|GOMAXPROCS|GOGC|GOMEMLIMIT|GOTRACEBACK)$/,
    value: /^\w*$/,
  },
  {
    name: /^GOFLAGS$/,
    value:
      /^(?:-mod=(?:mod|vendor|readonly)|-race|-v|-buildvcs=(?:true|false|auto)|-tags=[\w,]+)(?: (?:-mod=(?:mod|vendor|readonly)|-race|-v|-buildvcs=(?:true|false|auto)|-tags=[\w,]+))*$/,
  },
  { name: /^(?:GOPROXY|GONOSUMDB|GOPRIVATE)$/, value: /^(?:off|direct)?$/ },
  {
    name: /^(?:RUST_LOG|RUST_BACKTRACE|RUST_TEST_THREADS|RUST_MIN_STACK|CARGO_TERM_COLOR|CARGO_TERM_VERBOSE|CARGO_TERM_PROGRESS_WHEN|CARGO_INCREMENTAL|CARGO_NET_RETRY|CARGO_NET_OFFLINE|CARGO_BUILD_JOBS|INSTA_UPDATE|INSTA_FORCE_PASS|PROPTEST_CASES|CARGO_PROFILE_[A-Z]+_(?:DEBUG|LTO|OPT_LEVEL|STRIP))$/,
    value: /^[\w.,:=-]*$/,
  },
  // Lints and configurations; `-C linker` would run a program.
  {
    name: /^RUST(?:DOC)?FLAGS$/,
    value: /^(?:(?:-D|-W|-A|--cfg) ?[\w:-]+|-Dwarnings)(?: (?:(?:-D|-W|-A|--cfg) ?[\w:-]+))*$/,
  },
  { name: /^(?:RUSTUP_TOOLCHAIN)$/, value: /^(?:stable|beta|nightly|\d+(?:\.\d+)*)$/ },
  {
    name: /^(?:V|VERSION|BUILD_TYPE|CMAKE_BUILD_TYPE|CTEST_OUTPUT_ON_FAILURE|CTEST_PARALLEL_LEVEL|MAKEOPTS_JOBS|CMAKE_BUILD_PARALLEL_LEVEL|SOURCE_DATE_EPOCH)$/,
    value: /^[\w.+-]*$/,
  },
  {
    name: /^(?:DOCKER_BUILDKIT|COMPOSE_DOCKER_CLI_BUILD|BUILDKIT_PROGRESS|COMPOSE_PROJECT_NAME|DOCKER_CLI_HINTS)$/,
    value: /^\w*$/,
  },
  { name: /^(?:GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/, value: /^\w*$/ },
  { name: /^GIT_(?:PAGER)$/, value: /^(?:cat)?$/ },
  { name: /^(?:PAGER|AWS_PAGER|GH_PAGER)$/, value: /^(?:cat)?$/ },
  { name: /^(?:GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE))$/, value: /^[^\n]*$/ },
  {
    name: /^(?:AWS_REGION|AWS_DEFAULT_REGION|AWS_DEFAULT_OUTPUT|TF_IN_AUTOMATION|TF_INPUT|TF_CLI_CONFIG_NONE|CLOUDSDK_CORE_DISABLE_PROMPTS|GH_PROMPT_DISABLED|GH_NO_UPDATE_NOTIFIER|HOMEBREW_NO_AUTO_UPDATE|DEBIAN_FRONTEND)$/,
    value: /^[\w-]*$/,
  },
];

/** Only what sets a size or a switch; `--require` and its likes load code. */
function nodeOptions(): RegExp {
  const one = String.raw`--(?:max-old-space-size=\d+|max-semi-space-size=\d+|stack-size=\d+|no-warnings|no-deprecation|trace-warnings|trace-deprecation|enable-source-maps|experimental-vm-modules|experimental-strip-types|unhandled-rejections=\w+|dns-result-order=\w+|openssl-legacy-provider)`;
  return new RegExp(`^(?:${one}(?: ${one})*)?$`);
}

/** The short names of a script's own variables; not those that mean something to zsh. */
const OWN_VARIABLE =
  /^(?!(?:f?path|cdpath|manpath|mailpath|prompt|commands|[gs]?aliases|functions|options|builtins|modules|reswords|nameddirs|argv|status|watch|psvar|fignore|histchars|keymaps)$)[a-z][a-z0-9]{0,11}$/;

/** Whether setting the variable is known to be harmless for every program. */
export function isHarmlessAssignment({ name, value }: Assignment): boolean {
  if (OWN_VARIABLE.test(name)) return true;
  const { text } = value;
  return VARIABLES.some((variable) => {
    if (!variable.name.test(name)) return false;
    if (text !== undefined) return variable.value.test(text);
    return value.isNumber === true && variable.value.test("1");
  });
}
