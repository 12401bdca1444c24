import type { CommandDescription, ProgramDescription } from "../description.js";

// The filter of jq is run by gh itself.
const JSON_FIELDS = `
  --json <text>
  -q --jq <jq>
  -t --template <text>`;

const JSON_OUTPUT = `
  ${JSON_FIELDS}
  ! -w --web`;

const LIMIT = "-L --limit <number>";

const SEARCH_OPTIONS = `
  ${JSON_OUTPUT}
  ${LIMIT}
  --app <text>
  --archived
  --assignee <text>
  --author <text>
  --closed <text>
  --commenter <text>
  --created <text>
  --extension <text>
  --filename <text>
  --include-prs
  --involves <text>
  --label <text>
  --language <text>
  --match <text>
  --mentions <text>
  --merged
  --milestone <text>
  --no-assignee
  --no-label
  --order <asc|desc>
  --owner <text>
  -R --repo <text>
  --sort <text>
  --state <text>
  --topic <text>
  --updated <text>
  --visibility <text>`;
const SEARCHED: CommandDescription = { options: SEARCH_OPTIONS, operands: "text*" };

const LIST_OPTIONS = `
  ${JSON_OUTPUT}
  ${LIMIT}
  --app <text>
  -a --assignee <text>
  -A --author <text>
  -l --label <text>
  -S --search <text>`;

const PULL_REQUESTS: CommandDescription = {
  commands: {
    view: {
      options: `
        ${JSON_OUTPUT}
        -c --comments`,
      operands: "text?",
    },
    "list ls": {
      options: `
        ${LIST_OPTIONS}
        -B --base <text>
        -d --draft
        -H --head <text>
        -s --state <open|closed|merged|all>`,
    },
    diff: {
      options: `
        --color <always|never|auto>
        --name-only
        --patch
        ! -w --web`,
      operands: "text?",
    },
    checks: {
      options: `
        ${JSON_OUTPUT}
        --fail-fast
        -i --interval <number>
        --required
        --watch`,
      operands: "text?",
    },
    status: {
      options: `
        ${JSON_OUTPUT}
        -c --conflict-status`,
    },
    // People mean it with a rule for gh; it shows what is pushed already.
    "create new": {
      options: `
        -t --title <text>
        -b --body <text>
        -F --body-file <read>
        -B --base <text>
        -H --head <text>
        -d --draft
        -f --fill
        --fill-first
        --fill-verbose
        -a --assignee <text>
        -r --reviewer <text>
        -l --label <text>
        -m --milestone <text>
        -p --project <text>
        --no-maintainer-edit
        --dry-run
        ! -T --template <text>
        ! --recover <read>
        ! -e --editor
        ! -w --web`,
    },
  },
};

const ISSUES: CommandDescription = {
  commands: {
    view: {
      options: `
        ${JSON_OUTPUT}
        -c --comments`,
      operands: "text",
    },
    "list ls": {
      options: `
        ${LIST_OPTIONS}
        --mention <text>
        -m --milestone <text>
        -s --state <open|closed|all>`,
    },
    status: { options: JSON_OUTPUT },
  },
};

const RUNS: CommandDescription = {
  commands: {
    "list ls": {
      options: `
        ${JSON_FIELDS}
        ${LIMIT}
        -a --all
        -b --branch <text>
        -c --commit <text>
        --created <text>
        -e --event <text>
        -s --status <text>
        -u --user <text>
        -w --workflow <text>`,
    },
    view: {
      options: `
        ${JSON_OUTPUT}
        -a --attempt <number>
        --exit-status
        -j --job <text>
        --log
        --log-failed
        -v --verbose`,
      operands: "text?",
    },
    watch: {
      options: `
        --compact
        --exit-status
        -i --interval <number>`,
      operands: "text?",
    },
  },
};

/** gh: what reads, and a new pull request. Options as of gh 2.23, and those of later releases that we know of. */
export const GITHUB: ProgramDescription = {
  names: "gh",
  parser: "gnu",
  unverified: "needs an account",
  starts: "git",
  globalOptions: `
    -R --repo <text>
    --help (alone)`,
  options: "--version (alone)",
  commands: {
    pr: PULL_REQUESTS,
    issue: ISSUES,
    run: RUNS,
    release: {
      commands: {
        view: { options: JSON_OUTPUT, operands: "text?" },
        "list ls": {
          options: `
            ${JSON_FIELDS}
            ${LIMIT}
            --exclude-drafts
            --exclude-pre-releases
            -O --order <asc|desc>`,
        },
      },
    },
    repo: {
      commands: {
        view: {
          options: `
            ${JSON_OUTPUT}
            -b --branch <text>`,
          operands: "text?",
        },
        "list ls": {
          options: `
            ${JSON_FIELDS}
            ${LIMIT}
            --archived
            --no-archived
            --fork
            --source
            -l --language <text>
            --topic <text>
            --visibility <public|private|internal>`,
          operands: "text?",
        },
      },
    },
    workflow: {
      commands: {
        "list ls": {
          options: `
            -a --all
            ${LIMIT}`,
        },
        view: {
          options: `
            -r --ref <text>
            -y --yaml
            ! -w --web`,
          operands: "text?",
        },
      },
    },
    label: {
      commands: {
        "list ls": {
          options: `
            ${JSON_OUTPUT}
            ${LIMIT}
            --order <asc|desc>
            -S --search <text>
            --sort <created|name>`,
        },
      },
    },
    search: { commands: { "code commits issues prs repos": SEARCHED } },
    status: {
      options: `
        -e --exclude <text>
        -o --org <text>`,
    },
    auth: {
      commands: {
        status: {
          options: `
            -h --hostname <text>
            -a --active
            ! -t --show-token`,
        },
      },
    },
    // With a field or another method it changes something. An address of another host would get the token.
    api: {
      options: `
        -X --method <GET|>
        -q --jq <jq>
        -t --template <text>
        -i --include
        --paginate
        --slurp
        --silent
        --cache <text>
        -p --preview <text>
        ! -H --header <text>
        ! -f --raw-field <text>
        ! -F --field <text>
        ! --input <read>
        ! --hostname <text>
        ! --verbose`,
      operands: "githubpath",
    },
  },
};
