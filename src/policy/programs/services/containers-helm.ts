import type { CommandDescription, ProgramDescription } from "../description.js";
import { NEEDS_CLUSTER } from "./containers-kubernetes-options.js";

const HELM_GLOBALS = `
  -n --namespace <text>
  --kube-context <text>
  --debug
  ! --kubeconfig <script>
  ! --kube-token <text>
  ! --kube-apiserver <text>
  ! --kube-as-user <text>
  ! --kube-as-group <text>
  ! --kube-ca-file <read>
  ! --registry-config <read>
  ! --repository-cache <write>
  ! --repository-config <read>
  -h --help (alone)`;

const CHART_VALUES = `
  -f --values <localread>
  --set <text>
  --set-string <text>
  --set-json <text>
  --set-literal <text>
  ! --set-file <text>`;

const CHART_OPTIONS = `
  --version <text>
  --devel
  ! --repo <text>
  ! --username <text>
  ! --password <text>
  ! --ca-file <read>
  ! --cert-file <read>
  ! --key-file <read>
  ! --insecure-skip-tls-verify
  ! --plain-http`;

const CHART: CommandDescription = { options: CHART_OPTIONS, operands: "localsearch" };

const RELEASE_OUTPUT = `
  --revision <number>
  -o --output <table|json|yaml>`;

export const HELM: ProgramDescription = {
  names: "helm",
  parser: "gnu",
  unverified: NEEDS_CLUSTER,
  globalOptions: HELM_GLOBALS,
  commands: {
    "list ls": {
      options: `
        -a --all
        -A --all-namespaces
        -d --date
        -f --filter <text>
        -m --max <number>
        --no-headers
        -o --output <table|json|yaml>
        --offset <number>
        -q --short
        -r --reverse
        -l --selector <text>
        --time-format <text>
        --deployed
        --failed
        --pending
        --superseded
        --uninstalled
        --uninstalling`,
    },
    status: {
      options: `
        ${RELEASE_OUTPUT}
        --show-desc
        --show-resources`,
      operands: "text",
    },
    "history hist": {
      options: `
        --max <number>
        -o --output <table|json|yaml>`,
      operands: "text",
    },
    // What else it gets holds the secrets of the release.
    get: {
      commands: {
        values: {
          options: `
            ${RELEASE_OUTPUT}
            -a --all`,
          operands: "text",
        },
        notes: { options: "--revision <number>", operands: "text" },
        metadata: { options: RELEASE_OUTPUT, operands: "text" },
      },
    },
    template: {
      options: `
        ${CHART_VALUES}
        ${CHART_OPTIONS}
        -a --api-versions <text>
        --kube-version <text>
        --create-namespace
        --include-crds
        --is-upgrade
        --no-hooks
        --skip-crds
        --skip-tests
        -s --show-only <text>
        -g --generate-name
        --name-template <text>
        --release-name
        --output-dir <write>
        ! --dependency-update
        ! --post-renderer <code>
        ! --post-renderer-args <text>
        ! --validate`,
      operands: "localsearch localsearch?",
    },
    lint: {
      options: `
        ${CHART_VALUES}
        --kube-version <text>
        --quiet
        --strict
        --with-subcharts`,
      operands: "localsearch*",
    },
    "show inspect": {
      commands: { "all chart readme values crds": CHART },
    },
    search: {
      commands: {
        repo: {
          options: `
            --devel
            -l --versions
            --version <text>
            -r --regexp
            --max-col-width <number>
            -o --output <table|json|yaml>`,
          operands: "text*",
        },
        hub: {
          options: `
            --list-repo-url
            --max-col-width <number>
            -o --output <table|json|yaml>`,
          operands: "text*",
        },
      },
    },
    repo: { commands: { "list ls": { options: "-o --output <table|json|yaml>" } } },
    "dependency dep dependencies": { commands: { "list ls": { operands: "localsearch?" } } },
    version: {
      options: `
        --short
        --template <text>`,
    },
    env: { operands: "text?" },
  },
};
