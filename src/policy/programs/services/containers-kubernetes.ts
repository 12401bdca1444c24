import type { ProgramDescription } from "../description.js";
import { HELM } from "./containers-helm.js";
import { KUBECTL } from "./containers-kubectl.js";
import { KUSTOMIZE_OPTIONS, NEEDS_CLUSTER } from "./containers-kubernetes-options.js";

/** kubectl, helm and what stands around them: only what reads. Options as of kubectl 1.32 and helm 3.17. */
export const KUBERNETES: readonly ProgramDescription[] = [
  KUBECTL,
  HELM,
  {
    names: "kustomize",
    parser: "gnu",
    unverified: "not in the package archive",
    commands: {
      build: { options: KUSTOMIZE_OPTIONS, operands: "localsearch?", starts: "git" },
      version: { options: "-o --output <json|yaml>" },
    },
    options: "-h --help (alone)",
  },
  {
    names: "kind",
    parser: "gnu",
    unverified: "needs a Docker daemon",
    options: `
      -q --quiet
      -v --verbosity <number>
      --version (alone)
      -h --help (alone)`,
    commands: {
      // `get kubeconfig` prints credentials.
      get: {
        commands: {
          clusters: {},
          nodes: {
            options: `
              -A --all-clusters
              -n --name <text>`,
          },
        },
      },
      version: {},
    },
  },
  {
    names: "minikube",
    parser: "gnu",
    unverified: "needs a virtual machine",
    globalOptions: `
      -p --profile <text>
      -h --help (alone)`,
    commands: {
      status: {
        options: `
          -o --output <text|json>
          -f --format <text>
          -l --layout <nodes|cluster>
          -n --node <text>`,
      },
      version: {
        options: `
          --short
          --components
          -o --output <json|yaml>`,
      },
      ip: { options: "-n --node <text>" },
      profile: { commands: { list: { options: "-o --output <table|json>" } } },
      addons: { commands: { list: { options: "-o --output <list|json>" } } },
      service: { commands: { list: { options: "-n --namespace <text>" } } },
    },
  },
  // A program for the screen, which can do all that kubectl can.
  {
    names: "k9s",
    parser: "gnu",
    unverified: NEEDS_CLUSTER,
    options: "-h --help (alone)",
    commands: { version: { options: "-s --short" }, info: {} },
  },
];
