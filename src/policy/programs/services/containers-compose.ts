import type { CommandDescription } from "../description.js";

const SERVICES = "text*";
const RUNS_SERVICES = "the services of the project's compose file";

/**
 * `docker compose` and `docker-compose`: the compose file is the project's own, and so is what its services do. Options as of Compose 2.
 */
export const COMPOSE: CommandDescription = {
  options: `
    -f --file <script>
    -p --project-name <text>
    --project-directory <folder>
    --profile <text>
    --env-file <read>
    --ansi <never|always|auto>
    --progress <auto|tty|plain|json|quiet>
    --parallel <number>
    --compatibility
    --all-resources
    --dry-run
    -v --version (alone)
    -h --help (alone)`,
  commands: {
    ps: {
      options: `
        -a --all
        -q --quiet
        --services
        --no-trunc
        --orphans [true|false]
        --filter <text>
        --format <text>
        --status <text>`,
      operands: SERVICES,
    },
    logs: {
      options: `
        -f --follow
        -t --timestamps
        -n --tail <text>
        --since <text>
        --until <text>
        --index <number>
        --no-color
        --no-log-prefix`,
      operands: SERVICES,
    },
    "config convert": {
      options: `
        -q --quiet
        --services
        --volumes
        --images
        --profiles
        --networks
        --hash <text>
        --format <yaml|json>
        --no-interpolate
        --no-normalize
        --no-path-resolution
        --no-consistency
        --resolve-image-digests
        -o --output <write>`,
      operands: SERVICES,
    },
    images: {
      options: `
        -q --quiet
        --format <text>`,
      operands: SERVICES,
    },
    ls: {
      options: `
        -a --all
        -q --quiet
        --filter <text>
        --format <text>`,
    },
    top: { operands: SERVICES },
    port: {
      options: `
        --index <number>
        --protocol <tcp|udp>`,
      operands: "text number",
    },
    version: {
      options: `
        --short
        -f --format <pretty|json>`,
    },
    build: {
      options: `
        -q --quiet
        --no-cache
        --pull
        --build-arg <pair>
        --with-dependencies
        --progress <text>
        -m --memory <text>
        ! --push
        ! --ssh <text>
        ! --builder <text>`,
      operands: SERVICES,
      runs: "the project's Dockerfiles, in containers",
    },
    pull: {
      options: `
        -q --quiet
        --ignore-pull-failures
        --ignore-buildable
        --include-deps
        --policy <missing|always>`,
      operands: SERVICES,
    },
    up: {
      options: `
        -d --detach
        --build
        --no-build
        --no-start
        --no-deps
        --force-recreate
        --no-recreate
        --always-recreate-deps
        -V --renew-anon-volumes
        --remove-orphans
        --wait
        --wait-timeout <number>
        --pull <always|missing|never|build|policy>
        --quiet-pull
        --quiet-build
        --scale <text>
        --abort-on-container-exit
        --abort-on-container-failure
        --exit-code-from <text>
        --attach <text>
        --no-attach <text>
        --attach-dependencies
        -t --timeout <number>
        --timestamps
        --no-color
        --no-log-prefix`,
      operands: SERVICES,
      runs: RUNS_SERVICES,
    },
    create: {
      options: `
        --build
        --no-build
        --force-recreate
        --no-recreate
        --remove-orphans
        --pull <always|missing|never|build>
        --scale <text>`,
      operands: SERVICES,
      runs: RUNS_SERVICES,
    },
    down: {
      options: `
        --remove-orphans
        -t --timeout <number>
        # these delete data and images
        ! -v --volumes
        ! --rmi <text>`,
      operands: SERVICES,
    },
    "start pause unpause": { operands: SERVICES, runs: RUNS_SERVICES },
    stop: { options: "-t --timeout <number>", operands: SERVICES },
    restart: {
      options: `
        --no-deps
        -t --timeout <number>`,
      operands: SERVICES,
      runs: RUNS_SERVICES,
    },
    exec: {
      parser: "posix",
      options: `
        -T --no-TTY --no-tty
        -d --detach
        -e --env <pair>
        -u --user <text>
        -w --workdir <text>
        --index <number>
        ! --privileged`,
      operands: "text text+",
      runs: "a program in the container of a service",
    },
    run: {
      parser: "posix",
      options: `
        --rm
        -T --no-TTY --no-tty
        -d --detach
        --build
        --no-deps
        --name <text>
        -e --env <pair>
        -l --label <text>
        -u --user <text>
        -w --workdir <text>
        -P --service-ports
        -p --publish <text>
        --use-aliases
        --remove-orphans
        --entrypoint <text>
        -q --quiet
        --quiet-pull
        -v --volume <mount>
        ! --env-from-file <read>
        ! --cap-add <text>`,
      operands: "text text*",
      runs: "a program in the container of a service",
    },
  },
};
