import type { ProgramDescription } from "../description.js";
import { KUSTOMIZE_OPTIONS, NEEDS_CLUSTER } from "./containers-kubernetes-options.js";

// A kubeconfig can name a program that makes the credentials; --profile and --cache-dir write files.
const KUBECTL_GLOBALS = `
  -n --namespace <text>
  --context <text>
  --cluster <text>
  --user <text>
  --request-timeout <text>
  --match-server-version
  --warnings-as-errors
  ! --kubeconfig <script>
  ! -s --server <text>
  ! --token <text>
  ! --as <text>
  ! --as-group <text>
  ! --as-uid <text>
  ! --cache-dir <write>
  ! --certificate-authority <read>
  ! --client-certificate <read>
  ! --client-key <read>
  ! --insecure-skip-tls-verify
  ! --profile <text>
  ! --profile-output <write>
  ! -v --v <number>
  -h --help (alone)`;

const SELECTION = `
  -A --all-namespaces
  -l --selector <text>`;

const MANIFESTS = `
  -f --filename <localsearch>
  -k --kustomize <localsearch>
  -R --recursive`;

const PRINTED = `
  -o --output <kubeoutput>
  --allow-missing-template-keys [true|false]
  --show-managed-fields`;

export const KUBECTL: ProgramDescription = {
  names: "kubectl",
  parser: "gnu",
  unverified: NEEDS_CLUSTER,
  globalOptions: KUBECTL_GLOBALS,
  commands: {
    get: {
      options: `
        ${SELECTION}
        ${MANIFESTS}
        ${PRINTED}
        --chunk-size <number>
        --field-selector <text>
        --ignore-not-found
        -L --label-columns <text>
        --no-headers
        --output-watch-events
        --server-print [true|false]
        --show-kind
        --show-labels
        --sort-by <text>
        --subresource <status|scale>
        -w --watch
        --watch-only
        ! --raw <text>`,
      operands: "kuberesource*",
    },
    describe: {
      options: `
        ${SELECTION}
        ${MANIFESTS}
        --chunk-size <number>
        --show-events [true|false]`,
      operands: "kuberesource*",
    },
    logs: {
      options: `
        --all-containers
        --all-pods
        -c --container <text>
        -f --follow
        --ignore-errors
        --limit-bytes <number>
        --max-log-requests <number>
        --pod-running-timeout <text>
        --prefix
        -p --previous
        -l --selector <text>
        --since <text>
        --since-time <text>
        --tail <number>
        --timestamps`,
      operands: "text*",
    },
    // It asks the server what would change, and shows that with diff.
    diff: {
      options: `
        ${MANIFESTS}
        -l --selector <text>
        --concurrency <number>
        --field-manager <text>
        --server-side
        --show-managed-fields`,
      starts: "diff",
    },
    events: {
      options: `
        -A --all-namespaces
        ${PRINTED}
        --chunk-size <number>
        --for <text>
        --no-headers
        --types <text>
        -w --watch`,
    },
    top: {
      commands: {
        "pod pods po": {
          options: `
            ${SELECTION}
            --containers
            --field-selector <text>
            --no-headers
            --sort-by <cpu|memory>
            --sum`,
          operands: "text*",
        },
        "node nodes no": {
          options: `
            -l --selector <text>
            --no-headers
            --show-capacity
            --sort-by <cpu|memory>`,
          operands: "text*",
        },
      },
    },
    explain: {
      options: `
        --api-version <text>
        -o --output <plaintext|plaintext-openapiv2>
        --recursive`,
      operands: "text",
    },
    "api-resources": {
      options: `
        --api-group <text>
        --cached
        --categories <text>
        --namespaced [true|false]
        --no-headers
        -o --output <wide|name>
        --sort-by <name|kind>
        --verbs <text>`,
    },
    "api-versions": {},
    version: {
      options: `
        --client
        -o --output <json|yaml>`,
    },
    "cluster-info": { operands: "" },
    config: {
      commands: {
        view: {
          // Without --raw it leaves out certificates and tokens.
          options: `
            --minify
            --flatten
            --merge [true|false]
            -o --output <kubeoutput>
            ! --raw`,
        },
        "current-context": {},
        "get-contexts": {
          options: `
            --no-headers
            -o --output <name|>`,
          operands: "text*",
        },
        "get-clusters": {},
        "get-users": {},
      },
    },
    rollout: {
      commands: {
        status: {
          options: `
            ${MANIFESTS}
            -l --selector <text>
            --revision <number>
            --timeout <text>
            -w --watch [true|false]`,
          operands: "text*",
        },
        history: {
          options: `
            ${MANIFESTS}
            ${PRINTED}
            -l --selector <text>
            --revision <number>`,
          operands: "text*",
        },
      },
    },
    wait: {
      options: `
        ${SELECTION}
        ${MANIFESTS}
        ${PRINTED}
        --all
        --field-selector <text>
        --for <text>
        --timeout <text>`,
      operands: "kuberesource*",
    },
    auth: {
      commands: {
        "can-i": {
          options: `
            -A --all-namespaces
            --list
            --no-headers
            -q --quiet
            --subresource <text>`,
          operands: "text*",
        },
        whoami: { options: "-o --output <json|yaml>" },
      },
    },
    kustomize: {
      options: KUSTOMIZE_OPTIONS,
      operands: "localsearch?",
      starts: "git",
    },
  },
};
