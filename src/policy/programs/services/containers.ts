import { COMPOSE } from "./containers-compose.js";
import { KUBERNETES } from "./containers-kubernetes.js";
import type { CommandDescription, ProgramDescription } from "../description.js";

const NEEDS_DAEMON = "needs a Docker daemon";
const HELP = "-h --help (alone)";
const FORMAT = "--format <text>";

const LIST = `
  -a --all
  -f --filter <text>
  ${FORMAT}
  --no-trunc
  -q --quiet`;

const PS: CommandDescription = {
  options: `
    ${LIST}
    -n --last <number>
    -l --latest
    -s --size`,
};
const IMAGES: CommandDescription = {
  options: `
    ${LIST}
    --digests
    --tree`,
  operands: "text?",
};
const INSPECT: CommandDescription = {
  options: `
    -f --format <text>
    -s --size
    --type <text>`,
  operands: "text+",
};
const LOGS: CommandDescription = {
  options: `
    --details
    -f --follow
    --since <text>
    -n --tail <text>
    -t --timestamps
    --until <text>`,
  operands: "text",
};
const STATS: CommandDescription = {
  options: `
    -a --all
    ${FORMAT}
    --no-stream
    --no-trunc`,
  operands: "text*",
};
const HISTORY: CommandDescription = {
  options: `
    ${FORMAT}
    -H --human [true|false]
    --no-trunc
    --platform <text>
    -q --quiet`,
  operands: "text",
};
const PULL: CommandDescription = {
  options: `
    -a --all-tags
    --platform <text>
    -q --quiet`,
  operands: "text",
};

// What is not harmless here gives the container a part of this machine: its files, devices, network or other containers.
const RUN: CommandDescription = {
  parser: "posix",
  options: `
    --rm
    -i --interactive
    -t --tty
    -d --detach
    -a --attach <stdin|stdout|stderr>
    --name <text>
    -w --workdir <text>
    -e --env <pair>
    -u --user <text>
    -v --volume <mount>
    --mount <mount>
    --tmpfs <text>
    -p --publish <text>
    -P --publish-all
    --expose <text>
    --network --net <none|bridge>
    --entrypoint <text>
    -h --hostname <text>
    --platform <text>
    --pull <always|missing|never>
    -q --quiet
    --init
    --read-only
    -l --label <text>
    -m --memory <text>
    --memory-swap <text>
    --memory-reservation <text>
    --cpus <text>
    -c --cpu-shares <number>
    --cpuset-cpus <text>
    --pids-limit <number>
    --shm-size <text>
    --ulimit <text>
    --cap-drop <text>
    --stop-signal <text>
    --stop-timeout <number>
    --sig-proxy [true|false]
    --restart <no|always|on-failure|unless-stopped>
    --no-healthcheck
    --dns <text>
    ! --env-file <read>
    ! --label-file <read>
    ! --cidfile <write>
    ! --volumes-from <text>
    ! --volume-driver <text>
    ! --privileged
    ! --use-api-socket
    ! --device <text>
    ! --device-cgroup-rule <text>
    ! --gpus <text>
    ! --cap-add <text>
    ! --security-opt <text>
    ! --sysctl <text>
    ! --pid <text>
    ! --ipc <text>
    ! --uts <text>
    ! --userns <text>
    ! --cgroupns <text>
    ! --cgroup-parent <text>
    ! --runtime <text>
    ! --add-host <text>
    ! --link <text>
    ! --log-driver <text>
    ! --log-opt <text>
    ! --group-add <text>
    ! --storage-opt <text>
    --help (alone)`,
  operands: "text text*",
  runs: "a program in a container",
};

const BUILD: CommandDescription = {
  options: `
    -t --tag <text>
    -f --file <read>
    --build-arg <pair>
    --target <text>
    --platform <text>
    --no-cache
    --no-cache-filter <text>
    --pull
    -q --quiet
    --progress <auto|plain|tty|rawjson|quiet>
    --load
    --rm [true|false]
    --force-rm
    --compress
    --squash
    --label <text>
    --annotation <text>
    -m --memory <text>
    --memory-swap <text>
    --shm-size <text>
    --ulimit <text>
    --network <none|default>
    --check
    --iidfile <write>
    --metadata-file <write>
    ! -o --output <text>
    ! --push
    ! --secret <text>
    ! --ssh <text>
    ! --build-context <text>
    ! --cache-from <text>
    ! --cache-to <text>
    ! --add-host <text>
    ! --allow <text>
    ! --security-opt <text>
    ! --cgroup-parent <text>
    ! --builder <text>
    ! --attest <text>
    ! --provenance <text>
    ! --sbom <text>
    ! --call <text>
    --help (alone)`,
  operands: "localsearch",
  runs: "the project's Dockerfile, in containers",
};

const CONTAINER_COMMANDS: Readonly<Record<string, CommandDescription>> = {
  inspect: INSPECT,
  logs: LOGS,
  stats: STATS,
  top: { operands: "text" },
  port: { operands: "text text?" },
  diff: { operands: "text" },
  run: RUN,
};

const DOCKER: ProgramDescription = {
  names: "docker",
  parser: "gnu",
  unverified: NEEDS_DAEMON,
  options: `
    -D --debug
    -l --log-level <debug|info|warn|error|fatal>
    # these choose another machine, or other settings with programs for credentials
    ! -H --host <text>
    ! -c --context <text>
    ! --config <text>
    ! --tls
    ! --tlsverify
    ! --tlscacert <read>
    ! --tlscert <read>
    ! --tlskey <read>
    -v --version (alone)
    --help (alone)`,
  commands: {
    ...CONTAINER_COMMANDS,
    ps: PS,
    images: IMAGES,
    history: HISTORY,
    pull: PULL,
    build: BUILD,
    version: { options: "-f --format <text>" },
    info: { options: "-f --format <text>" },
    search: {
      options: `
        -f --filter <text>
        ${FORMAT}
        --limit <number>
        --no-trunc`,
      operands: "text",
    },
    events: {
      options: `
        -f --filter <text>
        ${FORMAT}
        --since <text>
        --until <text>`,
    },
    container: { commands: { ...CONTAINER_COMMANDS, "ls list ps": PS } },
    image: {
      commands: { "ls list": IMAGES, inspect: INSPECT, history: HISTORY, pull: PULL, build: BUILD },
    },
    volume: {
      commands: {
        "ls list": { options: LIST },
        inspect: { options: "-f --format <text>", operands: "text+" },
      },
    },
    network: {
      commands: {
        "ls list": { options: LIST },
        inspect: {
          options: `
            -f --format <text>
            -v --verbose`,
          operands: "text+",
        },
      },
    },
    context: {
      commands: {
        "ls list": {
          options: `
            ${FORMAT}
            -q --quiet`,
        },
        show: {},
      },
    },
    system: {
      commands: {
        df: {
          options: `
            ${FORMAT}
            -v --verbose`,
        },
        info: { options: "-f --format <text>" },
      },
    },
    buildx: {
      commands: {
        "build b": BUILD,
        ls: {
          options: `
            ${FORMAT}
            --no-trunc`,
        },
        version: {},
        du: {
          options: `
            --filter <text>
            --verbose`,
        },
      },
    },
    builder: { commands: { build: BUILD } },
    compose: COMPOSE,
  },
};

// Podman's own options that choose another storage, runtime or machine are not listed: they are left to the person.
const PODMAN: ProgramDescription = {
  names: "podman",
  parser: "gnu",
  unverified: "needs namespaces that a container does not have",
  options: `
    --log-level <debug|info|warn|warning|error|fatal|panic>
    ! --root <folder>
    ! --runroot <folder>
    ! --runtime <code>
    ! --conmon <code>
    ! --hooks-dir <code>
    ! --url <text>
    ! --connection <text>
    -v --version (alone)
    ${HELP}`,
  commands: {
    run: RUN,
    build: BUILD,
    ps: PS,
    images: {
      options: LIST,
      operands: "text?",
    },
    logs: {
      options: `
        -f --follow
        --since <text>
        --until <text>
        --tail <number>
        -t --timestamps`,
      operands: "text+",
    },
    inspect: {
      options: `
        -f --format <text>
        -s --size
        --type <text>`,
      operands: "text+",
    },
    stats: STATS,
    top: { operands: "text" },
    port: { operands: "text text?" },
    diff: { operands: "text" },
    history: HISTORY,
    pull: PULL,
    version: { options: "-f --format <text>" },
    info: { options: "-f --format <text>" },
    image: {
      commands: {
        "ls list": { options: LIST, operands: "text?" },
        history: HISTORY,
        pull: PULL,
        build: BUILD,
      },
    },
    container: {
      commands: { "ls list ps": PS, run: RUN, top: { operands: "text" }, diff: { operands: "text" } },
    },
    volume: { commands: { "ls list": { options: "-f --filter <text>\n--format <text>\n-q --quiet" } } },
    network: { commands: { "ls list": { options: "-f --filter <text>\n--format <text>\n-q --quiet" } } },
    system: { commands: { df: { options: "--format <text>\n-v --verbose" } } },
    compose: COMPOSE,
  },
};

/** Containers: what looks at them, and what builds and runs them from the project alone. Options as of Docker 28. */
export const CONTAINERS: readonly ProgramDescription[] = [
  DOCKER,
  { ...COMPOSE, names: "docker-compose", parser: "gnu", unverified: NEEDS_DAEMON },
  PODMAN,
  ...KUBERNETES,
];
